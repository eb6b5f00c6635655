import type { LiveEvent, LiveKind } from '@atelier/domain/live/schema.ts';
import { contractLiveKeys } from '../../features/contracts/contracts.queries.ts';
import { fileLiveKeys } from '../../features/files/files.queries.ts';
import { messageLiveKeys } from '../../features/messages/messages.queries.ts';
import { milestoneLiveKeys } from '../../features/milestones/milestones.queries.ts';
import { projectLiveKeys } from '../../features/projects/projects.queries.ts';
import { adminKeys } from '../../lib/api/admin-keys.ts';
import { projectKeys } from '../../lib/api/project-keys.ts';
import type { QueryKeys } from '../../lib/live/live-keys.ts';

/** Everything that a live event can change. */
const EVERYTHING: QueryKeys = [
  projectKeys.every,
  projectKeys.unread,
  projectKeys.waiting,
  projectKeys.own,
  adminKeys.projects,
  adminKeys.enquiries,
  adminKeys.overview,
];

/** The query keys to refetch after each kind of event; those about a project by its id. */
const LIVE_KEYS: Record<LiveKind, QueryKeys | ((projectId: string) => QueryKeys)> = {
  ...projectLiveKeys,
  ...contractLiveKeys,
  ...milestoneLiveKeys,
  ...messageLiveKeys,
  ...fileLiveKeys,
  enquiry_received: [adminKeys.enquiries, adminKeys.overview],
  // The account is reloaded, and what it may see follows from that (see use-account-changes.ts).
  account_changed: [],
  resync: EVERYTHING,
};

/** The query keys to refetch after an event; without one, events may have been missed. */
export function queryKeysForEvent(event: LiveEvent | undefined): QueryKeys {
  const keys = LIVE_KEYS[event?.kind ?? 'resync'];
  if (typeof keys !== 'function') return keys;
  return event?.projectId ? keys(event.projectId) : EVERYTHING;
}
