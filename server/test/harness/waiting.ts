import { api } from '@atelier/domain/api.ts';
import type { WaitingKind } from '@atelier/domain/projects/waiting.ts';
import type { TestUser } from './test-app.ts';

/** How much of each kind waits for a person in some projects, in the order of the reply. */
export async function waitingOf(
  person: TestUser,
  ...ids: string[]
): Promise<{ projectId: string; waiting: [WaitingKind, number][] }[]> {
  const { items } = (await person.call(api.listWaiting, { query: { projects: ids.join() } })).body;
  return items.map(({ projectId, groups }) => ({
    projectId,
    waiting: groups.map(({ kind, count }) => [kind, count]),
  }));
}

/** The same of messages alone. */
export async function unreadOf(person: TestUser, ...ids: string[]) {
  return (await waitingOf(person, ...ids)).flatMap(({ projectId, waiting }) =>
    waiting.flatMap(([kind, unread]) => (kind === 'message' ? [{ projectId, unread }] : [])),
  );
}
