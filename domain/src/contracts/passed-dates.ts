import { isMilestoneOpen, type MilestoneStatus } from '../milestones/rules.ts';
import type { PaymentDueKind } from './terms.ts';

/** A date of a contract or of its plan, by its name. */
export interface NamedDate {
  name: string;
  day: string;
}

/** Terms as they are stored or typed: what is no day yet doesn't count. */
interface DatedTerms {
  start: string | null;
  finish: string | null;
  plan: { parts: readonly { label: string; due: PaymentDueKind; date: string | null }[] };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The dates of a contract that have passed before it is sent: its client would find work late that nobody could begin. */
export function passedDates(
  { start, finish, plan }: DatedTerms,
  milestones: readonly { title: string; due: string | null; status: MilestoneStatus }[],
  today: string,
): NamedDate[] {
  const named = [
    { name: 'Work begins', day: start },
    ...milestones.flatMap(({ title, due, status }) =>
      isMilestoneOpen(status) ? { name: `“${title}”`, day: due } : [],
    ),
    ...plan.parts.map(({ label, due, date }) => ({
      name: `The payment ${label}`,
      day: due === 'date' ? date : null,
    })),
    { name: 'Work is finished', day: finish },
  ];
  return named.flatMap(({ name, day }) =>
    day !== null && DAY.test(day) && day < today ? { name, day } : [],
  );
}
