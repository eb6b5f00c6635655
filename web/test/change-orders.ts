import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import { idOf } from './contracts.ts';

/** The studio's draft of a change: $900 more, three days and a milestone. */
export const draftOrder: StudioChangeOrder = {
  _id: idOf(51),
  id: idOf(51),
  number: 1,
  status: 'draft',
  title: 'A small shop',
  reason: 'You asked for it.',
  terms: {
    lines: [
      { id: idOf(61), title: 'Shop', detail: 'Twenty products', price: 1_000 },
      { id: idOf(62), title: 'Without the newsletter', detail: '', price: -100 },
    ],
    payments: [
      {
        id: idOf(71),
        label: 'when this change is accepted',
        percent: 40,
        due: 'acceptance',
        milestoneId: null,
        date: null,
      },
      { id: idOf(72), label: 'in spring', percent: 60, due: 'date', milestoneId: null, date: '2027-04-01' },
    ],
    days: 3,
    milestones: [{ id: idOf(81), title: 'Shop', description: 'Ready to sell.', due: '2027-05-01' }],
  },
  total: 900,
  url: null,
  hash: null,
  sentAt: null,
  endedAt: null,
  answer: '',
  acceptedName: null,
  recordUrl: null,
  messageId: null,
  missingLetters: '',
  revision: 2,
  createdAt: '2026-11-20T09:00:00.000Z',
};

/** It, as it was sent. */
export const sentOrder: StudioChangeOrder = {
  ...draftOrder,
  status: 'sent',
  url: 'https://files.example/change.pdf',
  hash: 'b'.repeat(64),
  sentAt: '2026-11-20T10:00:00.000Z',
  revision: 3,
};
