import { expect, it, test } from 'vitest';
import { NOTIFICATION_KINDS, NOTIFICATIONS, notificationSubject } from './notifications.ts';

test.each(NOTIFICATION_KINDS)('%s has words for whoever gets it', (kind) => {
  const words = Object.values(NOTIFICATIONS[kind]);
  expect(words.length).toBeGreaterThan(0);
  for (const { label, about } of words) expect([label, about].every((text) => text.length > 3)).toBe(true);
  expect(notificationSubject(kind)).toBe(words[0]?.about);
});

it('gives the client what the studio does, and the studio what the client does', () => {
  const of = (side: 'client' | 'studio') => NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side]);
  expect(of('client')).toEqual(['message', 'milestone_review', 'contract_sent', 'file']);
  expect(of('studio')).toEqual([
    'message',
    'milestone_approved',
    'milestone_changes',
    'contract_accepted',
    'contract_change',
    'file',
    'project_submitted',
  ]);
});
