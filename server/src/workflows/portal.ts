import type { AuditedItem } from '@atelier/domain/audit/schema.ts';
import { publishLive } from '../core/projects/live-events.ts';
import type { RecordHappening } from '../core/projects/project-event.ts';
import { ContractDraftsService } from '../features/contracts/contract-drafts.service.ts';
import { ContractsService } from '../features/contracts/contracts.service.ts';
import { findFile } from '../features/files/files.repository.ts';
import { FilesService } from '../features/files/files.service.ts';
import { MessagesService } from '../features/messages/messages.service.ts';
import type { MilestonesDeps } from '../features/milestones/milestone-changes.ts';
import { findMilestone } from '../features/milestones/milestones.repository.ts';
import { MilestonesService } from '../features/milestones/milestones.service.ts';
import type { Platform } from '../platform/platform.ts';
import { contractPlan } from './first-drafts.ts';

export interface PortalDeps extends Pick<MilestonesDeps, 'moveUndone'> {
  platform: Platform;
  happened: RecordHappening;
  /**
   * Upload limits in bytes: one file, all files of a project, and everything that one client sends.
   */
  uploads: { maxBytes: number; projectMaxBytes: number; accountMaxBytes: number };
}

/** What a client and the studio share about a project. */
export interface Portal {
  files: FilesService;
  messages: MessagesService;
  milestones: MilestonesService;
  contracts: ContractsService;
  contractDrafts: ContractDraftsService;
  /**
   * The title of a milestone or file of a project; undefined for a missing one, and for a message.
   */
  findItemTitle(projectId: string, item: Omit<AuditedItem, 'title'>): Promise<string | undefined>;
}

/** The parts of the portal; what one of them does on behalf of another. */
export function composePortal({ platform, happened, moveUndone, uploads }: PortalDeps): Portal {
  const { db, clock, storage, events } = platform;
  const messages = new MessagesService({
    db,
    clock,
    happened,
    messagesRead: (trx, { projectId, accountId }) =>
      publishLive(trx, events, { projectId, kind: 'messages_read', onlyFor: accountId }),
    answerNoted: (trx, projectId) =>
      publishLive(trx, events, { projectId, kind: 'answer_noted', studioOnly: true }),
  });
  const milestones = new MilestonesService({
    db,
    clock,
    happened,
    moveUndone,
    reasonGiven: (trx, { projectId, by, milestone, reason }) =>
      messages.postReason(trx, { projectId, by, milestoneTitle: milestone.title, reason }),
  });
  return {
    findItemTitle: async (projectId, { kind, id }) => {
      if (kind === 'milestone') return (await findMilestone(db, projectId, id))?.title;
      return kind === 'file' ? (await findFile(db, projectId, id))?.[0].name : undefined;
    },
    messages,
    milestones,
    files: new FilesService({
      db,
      clock,
      storage,
      happened,
      maxBytes: uploads.maxBytes,
      quotaBytes: uploads.projectMaxBytes,
      accountQuotaBytes: uploads.accountMaxBytes,
    }),
    contracts: new ContractsService({ db, clock, storage, happened }),
    contractDrafts: new ContractDraftsService({
      db,
      clock,
      storage,
      happened,
      listMilestones: async (projectId) => contractPlan(await milestones.listAll(projectId)),
    }),
  };
}
