import { LIVE_KINDS } from '@atelier/domain/live/schema.ts';
import { describe, expect, it } from 'vitest';
import { queryKeysForEvent } from './query-keys-for-event.ts';

const ID = '018f6f2c-7b1e-7a60-9b6e-3f9b1c2d4e5f';
const keysOf = (kind: (typeof LIVE_KINDS)[number], projectId: string | null = ID) =>
  queryKeysForEvent({ id: ID, kind, projectId }).map((key) => key.join('/'));

describe('queryKeysForEvent', () => {
  it.each([
    ['message_sent', [`project/${ID}/feedback`, 'unread', 'waiting', 'admin/projects/list']],
    ['messages_read', [`project/${ID}/feedback`, 'unread', 'waiting']],
    ['answer_noted', [`project/${ID}/feedback`, 'admin/overview']],
    ['milestone_moved', [`project/${ID}/milestones`, `project/${ID}/feedback`, 'unread', 'waiting']],
    ['milestones_published', [`project/${ID}/milestones`, `project/${ID}/activity`, 'waiting']],
    [
      'contract_accepted',
      [`project/${ID}/contract`, `project/${ID}/activity`, 'waiting', 'admin/acceptances'],
    ],
    ['invoice_sent', [`project/${ID}/invoices`, 'waiting', 'admin/money', 'admin/overview']],
    ['payment_received', [`project/${ID}/invoices`, 'waiting', 'admin/money']],
    ['milestone_changed', ['admin/money']],
    ['project_archived', ['admin/money']],
    ['project_deleted', ['admin/money']],
    [
      'file_added',
      [`project/${ID}/files`, `project/${ID}/activity`, 'admin/projects/list', 'admin/projects/board'],
    ],
    ['file_comments_changed', [`project/${ID}/files`, 'admin/overview']],
    ['notes_changed', ['admin/notes']],
    ['todos_changed', ['admin/todos']],
    ['enquiry_received', ['admin/enquiries', 'admin/overview']],
    ['calls_changed', ['admin/calls']],
    ['mail_arrived', ['admin/mails/list']],
    [
      'project_deleted',
      ['unread', 'waiting', 'my-projects/submitted', 'admin/projects/list', 'admin/overview'],
    ],
    ['project_archived', [`project/${ID}`, 'waiting', 'my-projects', 'admin/projects']],
    ['person_invited', [`project/${ID}/overview/people`]],
    ['person_removed', [`project/${ID}`, 'my-projects', 'waiting']],
    ['projects_changed', ['my-projects', 'unread', 'waiting']],
  ] as const)('refetches what %s changes: %j', (kind, keys) => {
    expect(keysOf(kind)).toEqual(expect.arrayContaining([...keys]));
  });

  it.each([
    ['without an event', undefined],
    ['after a resync', 'resync'],
    ['when the event of a project names none', 'file_added'],
  ] as const)('refetches everything that an event can change %s', (_case, missed) => {
    const all = missed ? keysOf(missed, null) : queryKeysForEvent(undefined).map((key) => key.join('/'));
    for (const kind of LIVE_KINDS) {
      for (const key of keysOf(kind)) {
        const isRefetched = all.some((each) => key === each || key.startsWith(`${each}/`));
        expect(isRefetched, `${key} of ${kind}`).toBe(true);
      }
    }
  });

  it('requests nothing of a deleted project', () => {
    for (const key of keysOf('project_deleted')) {
      expect(key).not.toContain(ID);
      for (const whole of [`project/${ID}`, `my-projects/one/${ID}`, `admin/projects/one/${ID}`]) {
        expect(whole.startsWith(`${key}/`), `${key} would request ${whole}`).toBe(false);
      }
    }
  });

  it('leaves the queries alone when the account changes', () => {
    expect(keysOf('account_changed', null)).toEqual([]);
  });

  it('knows the queries of every other kind', () => {
    for (const kind of LIVE_KINDS) {
      if (kind === 'account_changed') continue;
      expect(keysOf(kind).length, kind).toBeGreaterThan(0);
    }
  });
});
