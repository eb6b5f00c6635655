import type { MailPorts } from '../core/feature.ts';
import { publishLive } from '../core/projects/live-events.ts';
import type { ProjectsDeps } from '../core/projects/projects.service.ts';
import { deleteUnacceptedChangeOrders } from '../features/change-orders/change-orders.repository.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { FilesService } from '../features/files/files.service.ts';
import { deleteInvoiceDrafts } from '../features/invoices/invoices.repository.ts';
import type { MailInService } from '../features/mail-in/mail-in.service.ts';
import type { MessageFilesService } from '../features/messages/message-files.service.ts';
import { listMemberAccounts } from '../features/people/people.repository.ts';
import type { AnswerFilesService } from '../features/requests/answer-files.service.ts';
import type { Platform } from '../platform/platform.ts';
import { announceProjectDeleted } from './deletion.mails.ts';

export interface ProjectDeletionDeps {
  events: Platform['events'];
  mails: MailPorts;
  contracts: ContractsService;
  files: FilesService;
  messageFiles: MessageFilesService;
  requestFiles: AnswerFilesService;
  mailIn: MailInService;
}

/** Ends what the features keep of a project before its row is deleted, and says so to both sides. */
export function projectDeletion(deps: ProjectDeletionDeps): ProjectsDeps['deleting'] {
  const { events, mails, contracts, files, messageFiles, requestFiles, mailIn } = deps;
  return async (trx, project, deletion) => {
    await contracts.releaseProject(trx, project.id, deletion?.confirmation);
    await deleteInvoiceDrafts(trx, project.id);
    await deleteUnacceptedChangeOrders(trx, project.id);
    await files.projectDeleting(trx, project.id);
    await messageFiles.projectDeleting(trx, project.id);
    await requestFiles.projectDeleting(trx, project.id);
    await mailIn.projectDeleting(trx, project.id);
    await publishLive(trx, events, { projectId: project.id, kind: 'project_deleted' });
    await announceProjectDeleted(mails, trx, {
      project,
      side: deletion?.by.side,
      isRecorded: await contracts.isAccepted(trx, project.id),
      colleagues: (await listMemberAccounts(trx, project.id)).map(({ email }) => email),
    });
  };
}
