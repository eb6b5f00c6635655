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
  'health.watch': {
    name: 'Health',
    does: 'Runs the checks above, and emails you what needs you.',
  },
  'invoices.due': {
    name: 'Invoices due',
    does: 'Makes the drafts of invoices whose day has come.',
  },
  'invoices.send': {
    name: 'Invoices that send themselves',
    does: 'Sends the drafts of projects whose invoices are sent without a click.',
  },
  'limits.delete-paid': {
    name: 'Used-up limits',
    does: 'Deletes counts of calls that no longer limit anyone.',
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
  'payments.catch-up': {
    name: 'Card payments',
    does: 'Asks the card provider about payments whose outcome never arrived.',
  },
  'reminders.send': {
    name: 'Reminders',
    does: 'Reminds clients of what is due, until it is done.',
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
