import { LIVE_KINDS } from '@atelier/domain/live/schema.ts';
import { expect, it, test } from 'vitest';
import { queryKeysForEvent } from './query-keys-for-event.ts';

const ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
const keysOf = (kind: (typeof LIVE_KINDS)[number], projectId: string | null = ID) =>
  queryKeysForEvent({ id: ID, kind, projectId }).map((key) => key.join('/'));

test.each([
  ['message_sent', [`project/${ID}/feedback`, 'unread']],
  ['messages_read', [`project/${ID}/feedback`, 'unread']],
  ['answer_noted', [`project/${ID}/feedback`, 'admin/overview']],
  ['milestone_moved', [`project/${ID}/milestones`, `project/${ID}/feedback`, 'unread', 'waiting']],
  ['contract_accepted', [`project/${ID}/contract`, `project/${ID}/activity`, 'waiting', 'admin/acceptances']],
  ['file_added', [`project/${ID}/files`, `project/${ID}/activity`]],
  ['enquiry_received', ['admin/enquiries', 'admin/overview']],
  [
    'project_deleted',
    ['unread', 'waiting', 'my-projects/submitted', 'admin/projects/list', 'admin/overview'],
  ],
  ['project_archived', [`project/${ID}`, 'waiting', 'my-projects', 'admin/projects']],
] as const)('%s is seen in %j', (kind, keys) => {
  expect(keysOf(kind)).toEqual(expect.arrayContaining([...keys]));
});

test.each([undefined, 'resync'] as const)('after %s everything is asked for again', (kind) => {
  const keys = kind ? keysOf(kind, null) : queryKeysForEvent(undefined).map((key) => key.join('/'));
  expect(keys).toEqual([
    'project',
    'unread',
    'waiting',
    'my-projects',
    'admin/projects',
    'admin/enquiries',
    'admin/overview',
  ]);
});

it('asks for nothing of a project that is gone', () => {
  for (const key of keysOf('project_deleted')) {
    expect(key).not.toContain(ID);
    for (const whole of [`project/${ID}`, `my-projects/one/${ID}`, `admin/projects/one/${ID}`]) {
      expect(whole.startsWith(`${key}/`), `${key} would ask for ${whole}`).toBe(false);
    }
  }
});

it('knows where every kind is seen', () => {
  for (const kind of LIVE_KINDS) {
    if (kind === 'account_changed') continue;
    expect(keysOf(kind).length, kind).toBeGreaterThan(1);
  }
});
