import type { ReminderKind, ReminderStep, ReminderWindow } from '@atelier/domain/reminders/rules.ts';

/**
 * When reminders go out: at these hours and on these weekdays where your client is (1 is Monday, 7 Sunday). A brief says which time
 * zone that is; `zoneIfUnknown` is for clients who didn’t say. What is due at another time waits for the next of these hours.
 */
export const reminderWindow: ReminderWindow = {
  from: 8,
  until: 18,
  weekdays: [1, 2, 3, 4, 5],
  zoneIfUnknown: 'UTC',
};

/** What a reminder’s words can name. */
interface ReminderFacts {
  /** "Invoice 2026-0007", a milestone’s title, a contract’s version. */
  title: string;
  project: string;
  /** The date that the steps count from: "January 31, 2030". */
  date: string;
  /** Where that lies on the day of the mail: "in three days", "today", "a week ago". */
  when: string;
  /** What is left to pay: "$4,500.00"; empty where it isn’t about money. */
  amount: string;
}

export interface ReminderWords {
  /** The mail’s subject; its line where one mail reminds of several things. */
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

/** A reminder: days after the date (negative before it), and your words. Its key stays once it has gone out. */
export interface WordedStep extends ReminderStep {
  words: (facts: ReminderFacts) => ReminderWords;
}

/** The last sentence about an invoice: nobody likes to be reminded of what they have just done. */
const CROSSED = 'If your payment is already on its way, thank you: nothing more is needed.';

/**
 * Your reminders, by what your client is reminded of. They stop by themselves once it’s done. Each mail links to the portal. Where
 * several are due on a day, one mail lists them.
 */
export const reminderSteps: Record<ReminderKind, readonly WordedStep[]> = {
  /** A contract that isn’t accepted: days since it was sent. */
  contract: [
    {
      key: 'first',
      days: 3,
      words: ({ project, date }) => ({
        subject: `Your contract for ${project} is waiting`,
        heading: 'Your contract is waiting',
        paragraphs: [
          `I sent you the contract for ${project} on ${date}. Once you accept it, I can start.`,
          'Is something unclear, or should something change? Ask for a change in the portal, or reply to this email.',
        ],
      }),
    },
    {
      key: 'second',
      days: 10,
      words: ({ project, date }) => ({
        subject: `Shall we go ahead with ${project}?`,
        heading: 'Shall we go ahead?',
        paragraphs: [
          `The contract for ${project} has been waiting since ${date}. Accept it, or tell me what’s missing: a short reply is enough.`,
        ],
      }),
    },
  ],
  /** A change to an accepted contract: days since it was sent. */
  change_order: [
    {
      key: 'first',
      days: 3,
      words: ({ title, project, date }) => ({
        subject: `“${title}” is waiting for your answer`,
        heading: 'A change to your contract is waiting',
        paragraphs: [
          `I sent you “${title}”, a change to the contract for ${project}, on ${date}. Accept it or decline it: until then, nothing changes.`,
        ],
      }),
    },
    {
      key: 'second',
      days: 10,
      words: ({ title, project, date }) => ({
        subject: `Do you still want “${title}”?`,
        heading: 'Do you still want this change?',
        paragraphs: [
          `“${title}”, a change to the contract for ${project}, has been waiting since ${date}. Accept it, or decline it in a word: either is fine.`,
        ],
      }),
    },
  ],
  /** A milestone in review: days since the review began. */
  review: [
    {
      key: 'first',
      days: 3,
      words: ({ title, project }) => ({
        subject: `“${title}” is ready for your review`,
        heading: `“${title}” is ready for your review`,
        paragraphs: [
          `Have a look at “${title}” for ${project}. Approve it, or tell me what to change, and I’ll go on from there.`,
        ],
      }),
    },
    {
      key: 'second',
      days: 8,
      words: ({ title, project, date }) => ({
        subject: `“${title}” still waits for your review`,
        heading: `“${title}” still waits for your review`,
        paragraphs: [
          `“${title}” for ${project} has been in review since ${date}. The next steps wait for your answer, and their dates move with it.`,
        ],
      }),
    },
  ],
  /** Something I asked for, with a date: days from that. */
  request: [
    {
      key: 'before',
      days: -2,
      words: ({ title, project, when, date }) => ({
        subject: `“${title}” is due ${when}`,
        heading: 'A small reminder',
        paragraphs: [
          `For ${project}, I need “${title}” by ${date}. Send it in the portal: as files, in words, or just as done.`,
        ],
      }),
    },
    {
      key: 'late',
      days: 1,
      words: ({ title, project, when }) => ({
        subject: `“${title}” was due ${when}`,
        heading: `I still need “${title}”`,
        paragraphs: [
          `“${title}” for ${project} was due ${when}. The steps that need it can’t begin without it.`,
          'Is something unclear, or hard to get? Write to me in the portal, and we’ll find a way.',
        ],
      }),
    },
    {
      key: 'week',
      days: 7,
      words: ({ title, project, date }) => ({
        subject: `${project} waits for “${title}”`,
        heading: `${project} waits for “${title}”`,
        paragraphs: [
          `“${title}” was due on ${date}. Until it’s here, the steps that need it wait, and their dates move with it.`,
        ],
      }),
    },
  ],
  /** Something I asked for, without a date: days since I asked. */
  undated_request: [
    {
      key: 'first',
      days: 5,
      words: ({ title, project, date }) => ({
        subject: `I need “${title}” from you`,
        heading: `I need “${title}” from you`,
        paragraphs: [
          `On ${date}, I asked you for “${title}” for ${project}. Send it in the portal: as files, in words, or just as done.`,
        ],
      }),
    },
    {
      key: 'second',
      days: 12,
      words: ({ title, project }) => ({
        subject: `${project} waits for “${title}”`,
        heading: `I still need “${title}”`,
        paragraphs: [
          `“${title}” for ${project} isn’t here yet. Is something unclear, or hard to get? Write to me in the portal, and we’ll find a way.`,
        ],
      }),
    },
  ],
  /** My message that nobody on the client’s side has read or answered: days since I wrote it. */
  message: [
    {
      key: 'first',
      days: 3,
      words: ({ project, date }) => ({
        subject: `You have a message about ${project}`,
        heading: 'You have a message from me',
        paragraphs: [`I wrote to you about ${project} on ${date}. You’ll find my message in the portal.`],
      }),
    },
  ],
  /** A brief that wasn’t sent: days since it was last changed. Each goes out once, however often the brief is changed later. */
  draft: [
    {
      key: 'first',
      days: 4,
      words: ({ date }) => ({
        subject: 'Your brief is saved where you left it',
        heading: 'Your brief is saved',
        paragraphs: [
          `You last worked on your brief on ${date}. Everything you wrote is still there: pick up where you left off.`,
          'Stuck on a question? Skip it, or reply to this email.',
        ],
      }),
    },
    {
      key: 'second',
      days: 14,
      words: () => ({
        subject: 'Would you like to finish your brief?',
        heading: 'Would you like to finish your brief?',
        paragraphs: [
          'A few answers are enough for a proposal. If you’d rather talk, reply to this email. This is my last reminder of it.',
        ],
      }),
    },
  ],
  /** An invoice with something left to pay: days from its due date. */
  invoice: [
    {
      key: 'before',
      days: -3,
      words: ({ title, project, date, when }) => ({
        subject: `${title} is due ${when}`,
        heading: 'A small reminder',
        paragraphs: [`${title} for ${project} is due on ${date}.`, CROSSED],
      }),
    },
    {
      key: 'due',
      days: 0,
      words: ({ title, project, when }) => {
        const isToday = when === 'today';
        const says = `${title} ${isToday ? 'is' : 'was'} due ${when}`;
        return {
          subject: says,
          heading: says,
          paragraphs: [
            `This is the invoice for ${project}. How to pay it is in the portal, with the reference to use.`,
            CROSSED,
          ],
        };
      },
    },
    {
      key: 'week',
      days: 7,
      words: ({ title, project, date, when }) => ({
        subject: `${title} was due ${when}`,
        heading: `${title} is late`,
        paragraphs: [
          `${title} for ${project} was due on ${date}, and I haven’t seen a payment yet.`,
          'Is anything about it unclear? Reply to this email, and I’ll sort it out.',
          CROSSED,
        ],
      }),
    },
    {
      key: 'fortnight',
      days: 14,
      words: ({ title, project, date, when }) => ({
        subject: `${title} was due ${when}`,
        heading: `${title} is late`,
        paragraphs: [
          `${title} for ${project} was due on ${date}. Please pay it this week, or tell me when you can: we’ll find a way.`,
          CROSSED,
        ],
      }),
    },
  ],
};

/** The button or link of each. */
export const reminderActions: Record<ReminderKind, string> = {
  contract: 'Open the contract',
  change_order: 'Open the change order',
  review: 'Start your review',
  request: 'Send it now',
  undated_request: 'Send it now',
  message: 'Read the message',
  draft: 'Continue your brief',
  invoice: 'Open the invoice',
};

/** The words around a list of several reminders. */
export const severalReminders = (count: number): ReminderWords => ({
  subject: `${count} things are waiting for you`,
  heading: `${count} things are waiting for you`,
  paragraphs: ['Each of them takes a few minutes. What you’ve done meanwhile is off this list by itself.'],
});
