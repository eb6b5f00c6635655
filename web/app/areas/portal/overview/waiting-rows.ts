import { formatCents } from '@atelier/domain/money/rules.ts';
import type { Waiting } from '@atelier/domain/projects/schema.ts';
import {
  WAITING_RULES,
  type WaitingGroup,
  type WaitingItem,
  type WaitingKind,
  waitingAnchor,
} from '@atelier/domain/projects/waiting.ts';
import { formatDate } from '../../../lib/format.ts';
import { counted, MOST_ROWS, type WaitingRow } from './overview-cards.tsx';

interface WaitingWords {
  /** One of them: the row's title, and what to do about it. */
  row: (item: WaitingItem) => { title: string; detail: string };
  /** The rest of many, and where they are. */
  rest: [words: string, where: string];
  /** On the project's card. */
  badge: (count: number) => string;
}

const invoiceDetail = ({ title, amount }: WaitingItem) =>
  `${formatCents(amount ?? 0)} for “${title}”: pay it, or see how.`;
const dueWords = ({ at }: WaitingItem) => (at ? `Due ${formatDate(at)}. ` : '');

const WORDS: Record<Exclude<WaitingKind, 'message'>, WaitingWords> = {
  overdue_invoice: {
    row: (item) => ({
      title: `Invoice ${item.number} is overdue`,
      detail: `It was due ${formatDate(item.at ?? '')}. ${invoiceDetail(item)}`,
    }),
    rest: ['overdue invoices', 'They’re all in your invoices.'],
    badge: (count) => counted(count, 'overdue invoice'),
  },
  contract: {
    row: ({ number, at }) => ({
      title: number === '1' ? 'The contract' : 'A new version of the contract',
      detail: `Version ${number}, sent ${formatDate(at ?? '')}: read it, then accept it or ask for a change.`,
    }),
    rest: ['contracts', 'They’re all in the contract.'],
    badge: () => 'Contract to read',
  },
  change_order: {
    row: ({ number, title, at }) => ({
      title: `Change order ${number}: ${title}`,
      detail: `Sent ${formatDate(at ?? '')}: read it, then accept or decline it.`,
    }),
    rest: ['change orders', 'They’re all below the contract.'],
    badge: (count) => counted(count, 'change order'),
  },
  review: {
    row: ({ title, at }) => ({
      title: `Review “${title}”`,
      detail: `Ready since ${formatDate(at ?? '')}: approve it or say what should change.`,
    }),
    rest: ['milestones to review', 'They’re all in the plan.'],
    badge: (count) => `${count} to review`,
  },
  invoice: {
    row: (item) => ({ title: `Invoice ${item.number}`, detail: `${dueWords(item)}${invoiceDetail(item)}` }),
    rest: ['invoices to pay', 'They’re all in your invoices.'],
    badge: (count) => `${count} to pay`,
  },
  request: {
    row: (item) => ({
      title: `Bring: ${item.title}`,
      detail: `${dueWords(item)}Send text or files, or say that it’s done.`,
    }),
    rest: ['things to bring', 'They’re all in the list below.'],
    badge: (count) => `${count} to bring`,
  },
};

/** What waits for a client, as rows of the card: of many of one kind, the last row counts the rest. */
export function waitingRows(groups: readonly WaitingGroup[]): WaitingRow[] {
  return groups.flatMap(({ kind, count, items }) => {
    const { tab } = WAITING_RULES[kind];
    if (kind === 'message') {
      const title = counted(count, 'unread message');
      return [{ key: kind, title, detail: 'Read them, and reply right there.', tab }];
    }
    const { row, rest } = WORDS[kind];
    const shown = count > MOST_ROWS ? items.slice(0, MOST_ROWS - 1) : items;
    const rows = shown.map(
      (item): WaitingRow => ({ ...row(item), key: item.id, tab, anchor: waitingAnchor(item) }),
    );
    const left = count - shown.length;
    const next = items[shown.length];
    if (left === 0) return rows;
    const [words, where] = rest;
    return [
      ...rows,
      {
        key: `more ${kind}`,
        title: `${left} more ${words}`,
        detail: where,
        tab,
        anchor: next && waitingAnchor(next),
      },
    ];
  });
}

/** The same in a word for each kind, for the project's card. Messages have a mark of their own there. */
export const waitingBadges = ({ groups }: Waiting): { kind: WaitingKind; words: string }[] =>
  groups.flatMap(({ kind, count }) =>
    kind === 'message' ? [] : [{ kind, words: WORDS[kind].badge(count) }],
  );
