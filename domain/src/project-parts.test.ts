import { expect, it, test } from 'vitest';
import { NOTIFICATION_KINDS, NOTIFICATIONS } from './project-parts.ts';

test.each(NOTIFICATION_KINDS)('%s has words for whoever gets it', (kind) => {
  const { about, ...settings } = NOTIFICATIONS[kind];
  const words = [about, ...Object.values(settings)];
  expect(words.length).toBeGreaterThan(1);
  expect(words.every((text) => text.length > 3)).toBe(true);
});

it('gives the client what the studio does, and the studio what the client does', () => {
  const of = (side: 'client' | 'studio') => NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side]);
  expect(of('client')).toEqual(['message', 'milestone_review', 'milestone_stopped', 'contract_sent', 'file']);
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
