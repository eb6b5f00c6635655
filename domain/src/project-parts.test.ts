import { expect, it, test } from 'vitest';
import { NOTIFICATION_KINDS, NOTIFICATIONS } from './project-parts.ts';

test.each(NOTIFICATION_KINDS)('NOTIFICATIONS has the texts of the kind %s', (kind) => {
  const { about, ...settings } = NOTIFICATIONS[kind];
  const words = [about, ...Object.values(settings)];
  expect(words.length).toBeGreaterThan(1);
  expect(words.every((text) => text.length > 3)).toBe(true);
});

it('NOTIFICATIONS notifies each side of what the other side does', () => {
  const of = (side: 'client' | 'studio') => NOTIFICATION_KINDS.filter((kind) => NOTIFICATIONS[kind][side]);
  expect(of('client')).toEqual(
    expect.arrayContaining(['message', 'milestone_review', 'contract_sent', 'file']),
  );
  expect(of('client')).not.toContain('milestone_approved');
  expect(of('studio')).toEqual(
    expect.arrayContaining(['message', 'milestone_approved', 'project_submitted']),
  );
  expect(of('studio')).not.toContain('contract_sent');
});
