import type { RecordHappening } from '../core/projects/happening.ts';
import { publishLive } from '../core/projects/live-events.ts';
import { ContractDraftsService } from '../features/portal/contract/contract-drafts.service.ts';
import { ContractsService } from '../features/portal/contract/contracts.service.ts';
import { FilesService } from '../features/portal/files/files.service.ts';
import { MessagesService } from '../features/portal/messages/messages.service.ts';
import { MilestonesService } from '../features/portal/milestones/milestones.service.ts';
import type { Platform } from '../platform/platform.ts';
import { contractPlan } from './first-drafts.ts';

export interface PortalDeps {
  platform: Platform;
  happened: RecordHappening;
  /** The most that can be sent, in bytes: of one file, and of all files of a project. */
  uploads: { maxBytes: number; projectMaxBytes: number };
}

/** What a client and the studio share about a project. */
export interface Portal {
  files: FilesService;
  messages: MessagesService;
  milestones: MilestonesService;
  contracts: ContractsService;
  contractDrafts: ContractDraftsService;
}

/** The parts of the portal; what one of them does on behalf of another. */
export function composePortal({ platform, happened, uploads }: PortalDeps): Portal {
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
    reasonGiven: (trx, { projectId, by, milestone, reason }) =>
      messages.postReason(trx, { projectId, by, milestoneTitle: milestone.title, reason }),
  });
  return {
    messages,
    milestones,
    files: new FilesService({
      db,
      clock,
      storage,
      happened,
      maxBytes: uploads.maxBytes,
      quotaBytes: uploads.projectMaxBytes,
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
