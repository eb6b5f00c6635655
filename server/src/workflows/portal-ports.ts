import { publishLive } from '../core/projects/live-events.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import type { ChangeOrdersService } from '../features/change-orders/change-orders.service.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { FilesDeps } from '../features/files/files.service.ts';
import type { ReviewsDeps } from '../features/files/reviews.service.ts';
import type { InvoicesService } from '../features/invoices/invoices.service.ts';
import {
  listFilesOf,
  measureMessageFiles,
  measureMessageFilesOf,
} from '../features/messages/message-files.repository.ts';
import { isMessageRead, listMessagesById } from '../features/messages/messages.repository.ts';
import type { MessagesDeps } from '../features/messages/messages.service.ts';
import type { MilestonesDeps } from '../features/milestones/milestone-changes.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import type { PortalNotifications, PortalPorts } from '../features/notifications/portal-notifications.ts';
import { measureRequestFiles, measureRequestFilesOf } from '../features/requests/request-files.repository.ts';
import type { Db } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';

/**
 * What follows from messages beside their own event: live events for the reader's other pages and for the studio, and
 * what records and mails say of a message that was edited or deleted.
 */
export function messagePorts(
  { events }: Pick<Platform, 'events'>,
  activity: ActivityService,
  notifications: () => PortalNotifications,
): Pick<MessagesDeps, 'messagesRead' | 'answerNoted' | 'takeBackMail' | 'messageEdited' | 'messageDeleted'> {
  return {
    messagesRead: (trx, { projectId, accountId }) =>
      publishLive(trx, events, { projectId, kind: 'messages_read', onlyFor: accountId }),
    answerNoted: (trx, projectId) =>
      publishLive(trx, events, { projectId, kind: 'answer_noted', studioOnly: true }),
    takeBackMail: async (trx, messageId) => (await notifications().withdraw(trx, messageId)) > 0,
    messageEdited: async (trx, { projectId, id, title }) => {
      await activity.renameSubject(trx, id, title);
      await notifications().renameSubject(trx, id, title);
      await publishLive(trx, events, { projectId, kind: 'messages_changed' });
    },
    messageDeleted: async (trx, { projectId, id, hasGone }) => {
      if (hasGone) await activity.delete(trx, id);
      else await activity.renameSubject(trx, id, '');
      await publishLive(trx, events, { projectId, kind: 'messages_changed' });
    },
  };
}

/** How much room the attachments of messages and of answers take, which count like files. */
export const attachmentRoom: FilesDeps['attachments'] = {
  measure: async (db, projectId) => {
    const ofMessages = await measureMessageFiles(db, projectId);
    const ofRequests = await measureRequestFiles(db, projectId);
    return {
      bytes: ofMessages.bytes + ofRequests.bytes,
      count: ofMessages.count + ofRequests.count,
    };
  },
  measureSentBy: async (db, accountId) =>
    (await measureMessageFilesOf(db, accountId)) + (await measureRequestFilesOf(db, accountId)),
};

/** The live event of changed comments, which no project has in its activity. */
export function filePorts({ events }: Pick<Platform, 'events'>): Pick<ReviewsDeps, 'commentsChanged'> {
  return {
    commentsChanged: (trx, projectId) =>
      publishLive(trx, events, { projectId, kind: 'file_comments_changed' }),
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

/** What mails about events need from messages, milestones and contracts. */
export function eventMailPorts(
  db: Db,
  {
    contracts,
    milestones,
    invoices,
    changeOrders,
  }: {
    contracts: ContractsService;
    milestones: MilestonesService;
    invoices: InvoicesService;
    changeOrders: ChangeOrdersService;
  },
): Omit<PortalPorts, 'isLooking'> {
  return {
    listDocuments: async ({ kind, projectId, subjectId }) => {
      if (kind === 'contract_accepted')
        return (await contracts.acceptedDocument(projectId))?.attachments ?? [];
      if (kind === 'change_order_accepted') return changeOrders.acceptedDocuments(projectId, subjectId);
      return kind === 'invoice_sent' || kind === 'invoice_credited'
        ? invoices.sentDocument(projectId, subjectId)
        : [];
    },
    standingOfMove: (trx, move) => milestones.standingOfMove(trx, move),
    isMessageRead: (projectId, reader, id) => isMessageRead(db, projectId, reader, id),
    listMessages: async (projectId, ids) => {
      const files = Map.groupBy(await listFilesOf(db, ids), ({ message_id }) => message_id);
      return (await listMessagesById(db, projectId, ids)).map(({ id, author_name: authorName, body }) => ({
        authorName,
        body,
        fileNames: files.get(id)?.map(({ name }) => name) ?? [],
      }));
    },
  };
}
