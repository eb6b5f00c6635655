import { publishLive } from '../core/projects/live-events.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import { isMessageRead, listMessagesById } from '../features/messages/messages.repository.ts';
import type { MessagesDeps } from '../features/messages/messages.service.ts';
import type { MilestonesDeps } from '../features/milestones/milestone-changes.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import type { MilestoneRow } from '../features/milestones/milestones.table.ts';
import type { PortalNotifications, PortalPorts } from '../features/notifications/portal-notifications.ts';
import type { Db } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';

/** The live events of messages that are not project events: the reader's own, and the studio's. */
export function messagePorts({
  events,
}: Pick<Platform, 'events'>): Pick<MessagesDeps, 'messagesRead' | 'answerNoted'> {
  return {
    messagesRead: (trx, { projectId, accountId }) =>
      publishLive(trx, events, { projectId, kind: 'messages_read', onlyFor: accountId }),
    answerNoted: (trx, projectId) =>
      publishLive(trx, events, { projectId, kind: 'answer_noted', studioOnly: true }),
  };
}

/** Withdraws the effects of a milestone's move: its mail and, if it published the milestone, its record. */
export function undoMoveOf(
  { events }: Pick<Platform, 'events'>,
  activity: ActivityService,
  notifications: () => PortalNotifications,
): MilestonesDeps['moveUndone'] {
  return async (trx, { projectId, moveId, isHidden }) => {
    if (isHidden) {
      await activity.hideFromClient(trx, moveId);
      // Only the studio sees the undo's record, but the client's open pages must drop the milestone.
      await publishLive(trx, events, { projectId, kind: 'milestone_undone' });
    }
    return notifications().withdraw(trx, moveId);
  };
}

/** The plan in a contract: what the client sees of it, or the whole plan while they see none. */
export function contractPlan(milestones: readonly MilestoneRow[]): MilestoneRow[] {
  const planned = milestones.filter(({ status }) => status !== 'cancelled');
  const published = planned.filter((milestone) => milestone.published === 1);
  return published.length > 0 ? published : planned;
}

/** What mails about events need from messages, milestones and contracts. */
export function eventMailPorts(
  db: Db,
  { contracts, milestones }: { contracts: ContractsService; milestones: MilestonesService },
): Omit<PortalPorts, 'isLooking'> {
  return {
    listContractDocuments: async (projectId) =>
      (await contracts.acceptedDocument(projectId))?.attachments ?? [],
    standingOfMove: (trx, move) => milestones.standingOfMove(trx, move),
    isMessageRead: (projectId, side, id) =>
      isMessageRead(db, projectId, side === 'studio' ? 'owner' : 'client', id),
    listMessages: async (projectId, ids) =>
      (await listMessagesById(db, projectId, ids)).map(({ author_name: authorName, body }) => ({
        authorName,
        body,
      })),
  };
}
