import type { LiveEvent, LiveKind } from '@atelier/domain/live/schema.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { newId } from '../../platform/ids.ts';
import { findProjectOwner } from './projects.repository.ts';

/** What the studio's open pages listen to. */
export const STUDIO_TOPIC = 'studio';
/** What the open pages of an account listen to. */
export const accountTopic = (accountId: string) => `account ${accountId}`;

/** Something in a project that open pages are to hear of. */
export interface LiveNews {
  projectId: string;
  kind: LiveKind;
  /** True for what the client has no part in. */
  studioOnly?: boolean | undefined;
  /** The one account that it is for; everybody who may see the project unless given. */
  onlyFor?: string;
}

/** Tells the open pages that may see a project of something in it, if the transaction is committed. */
export async function publishLive(trx: Trx, events: EventBus, news: LiveNews): Promise<void> {
  const { projectId, kind, studioOnly, onlyFor } = news;
  const clientId = await findProjectOwner(trx, projectId);
  if (!clientId) return;
  const topics = [...(studioOnly ? [] : [accountTopic(clientId)]), STUDIO_TOPIC];
  await events.publish(trx, {
    topics: onlyFor === undefined ? topics : [accountTopic(onlyFor)],
    event: createLiveEvent(kind, projectId),
  });
}

/** Notifies the open pages of one account that it has changed, once the transaction commits. */
export async function publishToAccount(trx: Trx, events: EventBus, accountId: string): Promise<void> {
  await events.publish(trx, {
    topics: [accountTopic(accountId)],
    event: createLiveEvent('account_changed'),
  });
}

/** Tells the studio's open pages of something that belongs to no project, if the transaction is committed. */
export async function publishToStudio(trx: Trx, events: EventBus, kind: LiveKind): Promise<void> {
  await events.publish(trx, { topics: [STUDIO_TOPIC], event: createLiveEvent(kind) });
}

export function createLiveEvent(kind: LiveKind, projectId: string | null = null): LiveEvent {
  return { id: newId(), kind, projectId };
}
