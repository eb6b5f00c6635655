import type { LiveEvent, LiveKind } from '@atelier/domain/live/schema.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { newId } from '../../platform/ids.ts';
import { listClientIds } from './project-members.repository.ts';

/** The topic of the studio's open pages. */
export const STUDIO_TOPIC = 'studio';
/** The topic of an account's open pages. */
export const accountTopic = (accountId: string) => `account ${accountId}`;

/** A change in a project that open pages receive. */
export interface LiveNews {
  projectId: string;
  kind: LiveKind;
  /** True for changes hidden from the client. */
  studioOnly?: boolean | undefined;
  /** The only account that receives it; by default everyone who may see the project. */
  onlyFor?: string;
}

/** Notifies the open pages that may see a project of a change in it, once the transaction commits. */
export async function publishLive(trx: Trx, events: EventBus, news: LiveNews): Promise<void> {
  const { projectId, kind, studioOnly, onlyFor } = news;
  const topics =
    onlyFor !== undefined
      ? [accountTopic(onlyFor)]
      : [...(studioOnly ? [] : (await listClientIds(trx, projectId)).map(accountTopic)), STUDIO_TOPIC];
  await events.publish(trx, {
    topics,
    event: createLiveEvent(kind, projectId),
  });
}

/** Notifies the open pages of some accounts that other projects are open to them, once the transaction commits. */
export async function publishProjectsChanged(
  trx: Trx,
  events: EventBus,
  accountIds: readonly string[],
): Promise<void> {
  const topics = accountIds.map(accountTopic);
  if (topics.length > 0) await events.publish(trx, { topics, event: createLiveEvent('projects_changed') });
}

/** Notifies the open pages of one account that it has changed, once the transaction commits. */
export async function publishToAccount(trx: Trx, events: EventBus, accountId: string): Promise<void> {
  await events.publish(trx, {
    topics: [accountTopic(accountId)],
    event: createLiveEvent('account_changed'),
  });
}

/** Notifies the studio's open pages of a change outside any project, or hidden from its client, once the transaction commits. */
export async function publishToStudio(trx: Trx, events: EventBus, kind: LiveKind): Promise<void> {
  await events.publish(trx, { topics: [STUDIO_TOPIC], event: createLiveEvent(kind) });
}

export function createLiveEvent(kind: LiveKind, projectId: string | null = null): LiveEvent {
  return { id: newId(), kind, projectId };
}
