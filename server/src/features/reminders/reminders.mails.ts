import { dateInWords } from '@atelier/content/brief-summary.ts';
import {
  type ReminderWords,
  reminderActions,
  severalReminders,
  type WordedStep,
} from '@atelier/content/reminders.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { REMINDER_CHOICES, type ReminderNotificationKind } from '@atelier/domain/reminders/notifications.ts';
import { dayDistance } from '@atelier/domain/reminders/rules.ts';
import { MAX_MAILED_ITEMS, moreParagraphs } from '../../core/projects/event-mail.ts';
import type { MailContent, MailLink } from '../../platform/mail/layout.ts';
import type { ReminderSubject } from './reminded-thing.ts';

/** A reminder that goes out on a day. */
export interface DueReminder {
  subject: ReminderSubject;
  step: WordedStep;
  /** The client's day. */
  day: string;
}

/** The choice that a reminder follows; null for one that is always sent. */
export const choiceOf = ({ subject }: DueReminder): ReminderNotificationKind | null =>
  REMINDER_CHOICES[subject.thing.kind];

/** The mail to one person: a letter about one thing, or a list of several. */
export function composeReminders(
  publicUrl: string,
  reminders: readonly [DueReminder, ...DueReminder[]],
  {
    links,
    unsubscribe,
  }: {
    /** Those that answer without a sign-in. */
    links: ReadonlyMap<DueReminder, MailLink>;
    unsubscribe: (kind: ReminderNotificationKind) => MailContent['unsubscribe'];
  },
): MailContent {
  const choices = [...new Set(reminders.flatMap((reminder) => choiceOf(reminder) ?? []))];
  const [choice] = choices;
  const offer = {
    // One link ends one kind; where there are several, people choose among them.
    unsubscribe: choice && choices.length === 1 ? unsubscribe(choice) : undefined,
    ...(choices.length > 1
      ? { footnote: `Choose which reminders you get in your profile: ${publicUrl}${PAGES.profile}` }
      : {}),
  };
  const [first, ...others] = reminders;
  const url = ({ subject: { thing, waiting } }: DueReminder) => `${publicUrl}${thing.pathOf(waiting)}`;
  if (others.length === 0) {
    const words = wordsOf(first);
    return {
      ...words,
      preview: words.paragraphs[0] ?? words.heading,
      facts: factsOf(first),
      action: { label: reminderActions[first.subject.thing.kind], url: url(first) },
      alternative: links.get(first),
      ...offer,
    };
  }
  const words = severalReminders(reminders.length);
  const listed = reminders.slice(0, MAX_MAILED_ITEMS).map((reminder) => ({
    title: wordsOf(reminder).subject,
    facts: factsOf(reminder),
    label: reminderActions[reminder.subject.thing.kind],
    url: url(reminder),
    alternative: links.get(reminder),
  }));
  const [link] = links.values();
  return {
    ...words,
    preview: listed.map(({ title }) => title).join(', '),
    items: listed,
    closing: [
      ...moreParagraphs(reminders.length, 'reminder'),
      ...(link ? [`About the links without a sign-in: ${link.note}`] : []),
    ],
    ...offer,
  };
}

function wordsOf({ subject, step, day }: DueReminder): ReminderWords {
  const { waiting, project, dates } = subject;
  return step.words({
    title: waiting.title,
    project,
    date: dateInWords(dates.on),
    when: dayDistance(day, dates.on),
    amount: waiting.amount === undefined ? '' : formatCents(waiting.amount),
  });
}

function factsOf({ subject: { waiting, dates } }: DueReminder): [string, string][] {
  if (waiting.amount === undefined) return [];
  return [
    ['Amount', formatCents(waiting.amount)],
    ['Due', dateInWords(dates.on)],
  ];
}
