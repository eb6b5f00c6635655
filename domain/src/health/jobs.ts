/** What a recurring job is called, and what it does, in words for the owner. */
interface JobWords {
  name: string;
  does: string;
}

/** Every recurring job of the product. */
export const JOB_WORDS = {
  'audit.delete-old': {
    name: 'Old actions',
    does: 'Deletes actions of admins from the log once they have been kept long enough.',
  },
  'auth.delete-expired': {
    name: 'Expired sign-ins',
    does: 'Deletes sessions, links, codes and signing keys that have expired.',
  },
  'auth.link-requests': {
    name: 'Requested links',
    does: 'Makes up for sign-in links that were asked for just before the product stopped.',
  },
  'backups.make': {
    name: 'Backups',
    does: 'Makes the nightly backup, and tries out the newest one each week.',
  },
  'backups.check-late': {
    name: 'Late backups',
    does: 'Looks whether there has been a backup, and a try to restore one, lately.',
  },
  'bookings.read-calendar': {
    name: 'Busy times',
    does: 'Reads when you are busy from your own calendar, so that nobody books a call then.',
  },
  'bookings.remind': {
    name: 'Calls',
    does: 'Reminds visitors and you of a call, and deletes calls that were long ago or never confirmed.',
  },
  'enquiries.delete-unsent-files': {
    name: 'Unsent replies’ files',
    does: 'Deletes files for a reply to an enquiry which nobody sent within a day.',
  },
  'enquiries.gather': {
    name: 'Many enquiries',
    does: 'Emails you once about enquiries that came in numbers.',
  },
  'health.watch': {
    name: 'Health',
    does: 'Runs the checks above, and emails you what needs you.',
  },
  'invoices.due': {
    name: 'Invoices due',
    does: 'Makes the drafts of invoices whose day has come, or whose project is at its end.',
  },
  'invoices.send': {
    name: 'Invoices that send themselves',
    does: 'Sends the drafts of projects whose invoices are sent without a click.',
  },
  'limits.delete-paid': {
    name: 'Used-up limits',
    does: 'Deletes counts of calls that no longer limit anyone.',
  },
  'mail-decisions.delete-old': {
    name: 'Links that decide',
    does: 'Deletes links of emails that decide without a sign-in, some time after they stopped working.',
  },
  'mail-in.delete-old': {
    name: 'Received emails',
    does: 'Deletes answers by email from the list once they have been kept long enough. Their messages stay.',
  },
  'mail-in.poll': {
    name: 'Mailbox with answers',
    does: 'Takes answers out of the mailbox that MAIL_IN_IMAP_URL names.',
  },
  'mail-in.read': {
    name: 'Answers by email',
    does: 'Reads emails that arrived and turns them into messages.',
  },
  'mail.delete-old': {
    name: 'Sent emails',
    does: 'Deletes emails that left once they have been kept long enough.',
  },
  'messages.delete-unsent-files': {
    name: 'Unsent attachments',
    does: 'Deletes files that were attached to a message which nobody sent within a day.',
  },
  'notifications.deliver': {
    name: 'Notifications',
    does: 'Puts the news of a project into one email for each person.',
  },
  'people.delete-expired-invitations': {
    name: 'Expired invitations',
    does: 'Deletes invitations to a project a month after they have expired.',
  },
  'payments.catch-up': {
    name: 'Card payments',
    does: 'Asks the card provider about payments whose outcome never arrived.',
  },
  'reminders.send': {
    name: 'Reminders',
    does: 'Reminds clients of what waits for them, until it is done.',
  },
  'requests.delete-unsent-files': {
    name: 'Unsent answers’ files',
    does: 'Deletes files for an answer to a request which nobody sent within a day.',
  },
  'storage.sweep': {
    name: 'Deleted files',
    does: 'Removes files that nothing refers to any more, and what unfinished uploads have left.',
  },
} as const satisfies Record<string, JobWords>;
export type JobName = keyof typeof JOB_WORDS;
/** Whether this version of the product has a job of this name. */
export const isJobName = (name: string): name is JobName => Object.hasOwn(JOB_WORDS, name);
export const JOB_NAMES = Object.keys(JOB_WORDS) as JobName[];

/**
 * A job that nothing has begun for this long after it was due is late. Longer than other jobs before it take; a job is looked
 * at every 30 seconds.
 */
const LATE_AFTER_MS = 15 * 60_000;

/** Where a job stands; moments in milliseconds. */
export interface JobDue {
  /** When it is due, or was. */
  nextAt: number;
  /** While it runs: when another process may take it over. Null while it doesn't run. */
  leasedUntil: number | null;
  now: number;
  /** Since when the product has run jobs without a pause: what was due before is made up for from then on. */
  since: number;
}

/** Whether a job should have begun long ago, or hangs without another process taking it over. */
export function isJobLate({ nextAt, leasedUntil, now, since }: JobDue): boolean {
  return now - Math.max(leasedUntil ?? nextAt, since) > LATE_AFTER_MS;
}
