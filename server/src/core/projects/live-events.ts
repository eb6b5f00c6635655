import type { LiveKind } from '@atelier/domain/live/schema.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { EventBus } from '../../platform/events/event-bus.ts';
import { newId } from '../../platform/ids.ts';
import { findProjectOwner } from './projects.repository.ts';

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
  await events.publish(trx, {
    id: newId(),
    kind,
    projectId,
    clientId,
    ...(studioOnly && { studioOnly }),
    ...(onlyFor !== undefined && { onlyFor }),
  });
}

/** Notifies the open pages of one account that it has changed, once the transaction commits. */
export async function publishToAccount(trx: Trx, events: EventBus, accountId: string): Promise<void> {
  const event = { kind: 'account_changed', projectId: null, clientId: null, onlyFor: accountId } as const;
  await events.publish(trx, { id: newId(), ...event });
}

/** Tells the studio's open pages of something that belongs to no project, if the transaction is committed. */
export async function publishToStudio(trx: Trx, events: EventBus, kind: LiveKind): Promise<void> {
  await events.publish(trx, { id: newId(), kind, projectId: null, clientId: null });
}
