import { expect, it, test } from 'vitest';
import { NOTIFICATION_KINDS, NOTIFICATIONS } from './project-parts.ts';

test.each(NOTIFICATION_KINDS)('NOTIFICATIONS has the texts of the kind %s', (kind) => {
  const { about, isForDeciders: _, ...settings } = NOTIFICATIONS[kind];
  const words = [about, ...Object.values(settings)];
  // An invoice is always sent.
  if (!kind.startsWith('invoice_')) expect(words.length).toBeGreaterThan(1);
  expect(words.every((text) => text.length > 3)).toBe(true);
});

it('NOTIFICATIONS notifies each side of what the other side does', () => {
  const of = (side: 'client' | 'studio') => NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side]);
  const client = [
    'milestone_review',
    'milestone_stopped',
    'contract_sent',
    'change_order_sent',
    'request_sent',
    'request_asked_again',
  ];
  const studio = [
    ...['milestone_approved', 'milestone_changes', 'contract_accepted', 'contract_change'],
    'change_order_accepted',
    'change_order_declined',
    'invoice_due',
    'payment_mismatched',
    'person_joined',
    'request_answered',
    ...['file_approval', 'project_submitted'],
  ];
  const both = ['message', 'file', 'file_comment', 'payment_received', 'payment_refunded', 'contact_changed'];
  expect(of('client')).toEqual(expect.arrayContaining([...client, ...both]));
  expect(of('studio')).toEqual(expect.arrayContaining([...studio, ...both]));
  expect(of('client').filter((kind) => studio.includes(kind))).toEqual([]);
  expect(of('studio').filter((kind) => client.includes(kind))).toEqual([]);
});
