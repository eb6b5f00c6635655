/** What a reminder's words can name. */
export interface ReminderFacts {
  /** "Invoice 2026-0007". */
  invoice: string;
  /** What is left to pay: "$4,500.00". */
  amount: string;
  /** The due date: "January 31, 2030". */
  due: string;
  project: string;
}

interface ReminderWords {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

/** The last sentence of each: nobody likes to be reminded of what they have just done. */
const CROSSED = 'If your payment is already on its way, thank you: nothing more is needed.';

/**
 * Your words to a client whose invoice is due: three days before, on the day, and one and two weeks after it. They stop by
 * themselves once the invoice is paid. Below them each has the amount, the date, and a link to the portal.
 */
export const invoiceReminders: Record<
  'before' | 'due' | 'week' | 'fortnight',
  (facts: ReminderFacts) => ReminderWords
> = {
  before: ({ invoice, due, project }) => ({
    subject: `${invoice} is due in three days`,
    heading: 'A small reminder',
    paragraphs: [`${invoice} for ${project} is due on ${due}.`, CROSSED],
  }),
  due: ({ invoice, project }) => ({
    subject: `${invoice} is due today`,
    heading: `${invoice} is due today`,
    paragraphs: [
      `This is the invoice for ${project}. How to pay it is in the portal, with the reference to use.`,
      CROSSED,
    ],
  }),
  week: ({ invoice, due, project }) => ({
    subject: `${invoice} was due a week ago`,
    heading: `${invoice} is a week late`,
    paragraphs: [
      `${invoice} for ${project} was due on ${due}, and I haven’t seen a payment yet.`,
      'Is anything about it unclear? Reply to this email, and I’ll sort it out.',
      CROSSED,
    ],
  }),
  fortnight: ({ invoice, due, project }) => ({
    subject: `${invoice} was due two weeks ago`,
    heading: `${invoice} is two weeks late`,
    paragraphs: [
      `${invoice} for ${project} was due on ${due}. Please pay it this week, or tell me when you can: we’ll find a way.`,
      CROSSED,
    ],
  }),
};
