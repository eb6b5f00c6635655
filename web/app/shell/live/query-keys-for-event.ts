import type { LiveEvent } from '@atelier/domain/live/schema.ts';
import { unreadKey } from '../../features/messages/messages.queries.ts';
import { myProjectsKey, projectKey, waitingKey } from '../../features/projects/projects.queries.ts';
import { adminKeys } from '../../lib/api/admin-keys.ts';

/** Which parts of a project an event is about, by the first word of its kind. */
const SLICES: Record<string, readonly string[]> = {
  contract: ['contract', 'overview', 'activity'],
  // A reason for wanting changes is a message too.
  milestone: ['milestones', 'feedback', 'overview', 'activity'],
  milestones: ['milestones', 'overview', 'activity'],
  message: ['feedback', 'overview', 'activity'],
  messages: ['feedback', 'overview'],
  answer: ['feedback', 'overview'],
  file: ['files', 'overview', 'activity'],
};
/** Kinds after which a count of unread messages may be another. */
const UNREAD = ['message', 'messages', 'milestone'];
/** Kinds after which something else may wait for a client. */
const WAITING = ['contract', 'milestone', 'milestones'];
const LISTS: readonly (readonly string[])[] = [myProjectsKey, adminKeys.projects];
/** The lists without the projects themselves. */
const LISTS_ALONE: readonly (readonly string[])[] = [
  [...myProjectsKey, 'submitted'],
  ...['list', 'board', 'palette'].map((list) => [...adminKeys.projects, list]),
];
/** Whatever happens may be what the owner's overview names. */
const ALWAYS = [adminKeys.overview];

type Key = readonly unknown[];

/** Everything that is to be asked for again after an event; after `undefined` or a `resync`, all that may have changed. */
export function queryKeysForEvent(event: LiveEvent | undefined): Key[] {
  // Who may see what is decided again once the account is known (see live-updates.ts).
  if (event?.kind === 'account_changed') return [];
  if (event?.kind === 'enquiry_received') return [adminKeys.enquiries, ...ALWAYS];
  if (!event?.projectId)
    return [['project'], unreadKey, waitingKey, ...LISTS, adminKeys.enquiries, ...ALWAYS];
  // What is gone is asked for no more.
  if (event.kind === 'project_deleted') {
    return [unreadKey, waitingKey, ...LISTS_ALONE, adminKeys.acceptances, ...ALWAYS];
  }
  const [subject = ''] = event.kind.split('_');
  const slices = SLICES[subject];
  // What happened to the project itself may show anywhere.
  if (!slices) return [projectKey(event.projectId), unreadKey, waitingKey, ...LISTS, ...ALWAYS];
  const keys: Key[] = slices.map((slice) => [...projectKey(event.projectId ?? ''), slice]);
  if (UNREAD.includes(subject)) keys.push(unreadKey);
  if (WAITING.includes(subject)) keys.push(waitingKey);
  if (subject === 'contract') keys.push(adminKeys.acceptances);
  return [...keys, ...ALWAYS];
}
