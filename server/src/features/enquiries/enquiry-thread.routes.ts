import { api } from '@atelier/domain/api.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { EnquiryThread } from '@atelier/domain/enquiries/schema.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { ProjectRow } from '../../core/projects/projects.table.ts';
import type { BindUpload } from '../../platform/http/upload.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentEnquiry, presentEnquiryFile, presentEnquiryMessages } from './enquiries.presenter.ts';
import type { EnquiriesService } from './enquiries.service.ts';
import type { EnquiryFilesService } from './enquiry-files.service.ts';
import type { EnquiryThreadService } from './enquiry-thread.service.ts';

export interface ThreadRoutesDeps extends Pick<Platform, 'storage'> {
  enquiries: EnquiriesService;
  thread: EnquiryThreadService;
  files: EnquiryFilesService;
  answersArriveHere: boolean;
  /** Why emails to an address come back; undefined if they don't. */
  findBounce(email: string): Promise<EnquiryThread['bounced'] | undefined>;
  /** The newest project of the account that an address belongs to. */
  findProjectOf(email: string): Promise<ProjectRow | undefined>;
}

/** The replies to an enquiry and the answers to them. */
export function addThreadRoutes(app: FastifyInstance, deps: ThreadRoutesDeps): void {
  const { enquiries, thread, files } = deps;

  bindAdminEndpoint(app, api.getEnquiryThread, ({ params, actor }) =>
    presentThread(deps, params.id, actor.accountId),
  );

  bindAdminEndpoint(app, api.replyToEnquiry, async ({ params, body, actor }) => {
    await thread.reply(params.id, actor.accountId, body);
    return {
      contact: presentEnquiry(await enquiries.getEnquiry(params.id)),
      thread: await presentThread(deps, params.id, actor.accountId),
    };
  });

  bindAdminEndpoint(app, api.deleteReplyFile, async ({ params }) => {
    await files.deleteWaiting(params.id, params.replyFileId);
    return { deleted: true as const };
  });
}

/** Binds the call that takes a file. */
export function bindReplyFiles(bind: BindUpload, { files, storage }: ThreadRoutesDeps): void {
  bind(api.uploadReplyFile, async ({ params, query, actor, announcedBytes, receive }) => {
    const owner = { enquiryId: params.id, accountId: actor.accountId, key: query.key ?? newId() };
    const file = await files.receive(owner, { announcedBytes, receive });
    return { file: presentEnquiryFile(file, (key) => storage.signedDownload(key)) };
  });
}

async function presentThread(
  { thread, files: replyFiles, storage, answersArriveHere, findBounce, findProjectOf }: ThreadRoutesDeps,
  enquiryId: string,
  accountId: string,
): Promise<EnquiryThread> {
  const { enquiry, messages, files } = await thread.read(enquiryId);
  const sign = (key: string) => storage.signedDownload(key);
  const project = await findProjectOf(enquiry.email);
  return {
    items: presentEnquiryMessages(messages, files, sign),
    unsent: files
      .filter((file) => file.message_id === null && file.account_id === accountId)
      .map((file) => presentEnquiryFile(file, sign)),
    maxFileBytes: replyFiles.maxReplyBytes,
    answersArriveHere,
    bounced: (await findBounce(comparableEmail(enquiry.email))) ?? null,
    project: project ? { id: project.id, name: projectName(project), status: project.status } : null,
  };
}
