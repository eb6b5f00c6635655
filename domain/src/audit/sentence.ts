import { formatCents } from '../money/rules.ts';
import { formatUsd } from '../onboarding/estimate.ts';

/** A short fact of an admin's action: the chosen value, or a list's length. */
export type AuditedFact = string | number | boolean | null;

/** What an admin's action can be about. */
export const AUDITED_SUBJECTS = ['project', 'enquiry', 'user'] as const;
export type AuditedSubjectKind = (typeof AUDITED_SUBJECTS)[number];

/** The kind of the subject that `:id` in an endpoint's path is; undefined for a path that doesn't tell. */
export function subjectKindOf(path: string): AuditedSubjectKind | undefined {
  if (path.startsWith('/admin/users/')) return 'user';
  if (/^\/(admin\/)?(projects|portal)\//.test(path)) return 'project';
  return path.startsWith('/contact/') ? 'enquiry' : undefined;
}

/** The verbs of the audit, in the past tense and as the infinitive that a refused attempt reads with. */
const VERBS = {
  added: 'add',
  archived: 'archive',
  cancelled: 'cancel',
  changed: 'change',
  'commented on': 'comment on',
  confirmed: 'confirm',
  deleted: 'delete',
  delivered: 'deliver',
  disabled: 'disable',
  edited: 'edit',
  enabled: 'enable',
  exported: 'export',
  invited: 'invite',
  marked: 'mark',
  moved: 'move',
  published: 'publish',
  removed: 'remove',
  renamed: 'rename',
  renewed: 'renew',
  reordered: 'reorder',
  replaced: 'replace',
  restored: 'restore',
  retried: 'retry',
  sent: 'send',
  signed: 'sign',
  undid: 'undo',
  uploaded: 'upload',
  wrote: 'write',
} as const;
type Verb = keyof typeof VERBS;

/**
 * What an admin did, after their name: it begins with one of the verbs. `{subject}`, `{item}` and the name of a kept fact
 * stand for their words; a part in brackets is left out when what it names isn't known.
 */
export type AuditSentence = `${Verb} ${string}`;

/** A piece of a sentence. One that names something leads to it. */
export interface AuditPart {
  text: string;
  names: 'subject' | 'item' | null;
}

/** Facts whose value alone says nothing. */
const VALUE_WORDS: Record<string, Record<string, string>> = {
  resolved: { true: 'resolved', false: 'open' },
  done: { true: 'done', false: 'open' },
  answer: { needed: 'in need of an answer', not_needed: 'in no need of an answer' },
};

/** What kept numbers are in: the amounts of invoices and payments in cents, a contract's total in dollars. */
const MONEY: Record<string, (value: number) => string> = { amount: formatCents, total: formatUsd };

/** A kept fact in words: `past_due` is "past due", and 100000 an amount of "$1,000.00". */
export function factWords(name: string, value: AuditedFact): string {
  const money = MONEY[name];
  if (money && typeof value === 'number') return money(value);
  return VALUE_WORDS[name]?.[String(value)] ?? String(value).replaceAll('_', ' ');
}

/** The names of what a sentence has in braces. */
export function namesIn(says: string): string[] {
  return [...says.matchAll(/\{(\w{1,40})\}/g)].flatMap(([, name]) => name ?? []);
}

export interface AuditWords {
  subject: string | undefined;
  item: string | undefined;
  facts: Readonly<Record<string, AuditedFact>>;
  /** True for an action that was refused or never ended: it was tried. */
  isAttempt: boolean;
}

/** A sentence in its parts, without the actor's name and without a full stop: "sent the contract of Acme to the client". */
export function auditParts(says: string, words: AuditWords): AuditPart[] {
  const sentence = says.replaceAll(/\[([^[\]]{1,200})\]/g, (_, part: string) =>
    namesIn(part).every((name) => wordsFor(name, words) !== undefined) ? part : '',
  );
  return (words.isAttempt ? asAttempt(sentence) : sentence)
    .split(/(\{\w{1,40}\})/)
    .filter((text) => text !== '')
    .map((text): AuditPart => {
      const [name] = namesIn(text);
      if (name === undefined) return { text, names: null };
      const names = name === 'subject' || name === 'item' ? name : null;
      return { text: wordsFor(name, words) ?? `the ${name}`, names };
    });
}

/** The facts that a sentence doesn't say. */
export function unsaidFacts(says: string, facts: AuditWords['facts']): Record<string, AuditedFact> {
  const said = namesIn(says);
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !said.includes(name)));
}

function wordsFor(name: string, { subject, item, facts }: AuditWords): string | undefined {
  if (name === 'subject') return subject;
  if (name === 'item') return item;
  const value = facts[name];
  return value === undefined || value === null || value === '' ? undefined : factWords(name, value);
}

function asAttempt(says: string): string {
  const verb = Object.entries(VERBS).find(([past]) => says.startsWith(`${past} `));
  return verb ? `tried to ${verb[1]}${says.slice(verb[0].length)}` : `tried: ${says}`;
}
