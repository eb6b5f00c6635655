import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { BindUpload } from '../../platform/http/upload.ts';
import type { SignDownload } from '../../platform/storage/storage.ts';
import type { AnswerFilesService } from './answer-files.service.ts';
import { presentAnswerFile, presentRequest } from './requests.presenter.ts';
import type { RequestsService } from './requests.service.ts';

export interface RequestRoutesDeps {
  requests: RequestsService;
  files: AnswerFilesService;
  sign: SignDownload;
  /** The ids of the milestones that a project's client sees. */
  listVisibleMilestones(projectId: string): Promise<string[]>;
}

/** What the client's side of a project is asked to bring. */
export function addRequestRoutes(
  app: FastifyInstance,
  { requests, files, sign, listVisibleMilestones }: RequestRoutesDeps,
): void {
  const seen = async (projectId: string, accountId: string) => {
    const whole = (await requests.list(projectId)).filter(({ row }) => row.status !== 'withdrawn');
    const hasMilestones = whole.some(({ row }) => row.milestone_id !== null);
    const visible = new Set(hasMilestones ? await listVisibleMilestones(projectId) : []);
    const unsent = await requests.listUnsent(projectId, accountId);
    return {
      items: whole.map((each) => presentRequest(each, { sign, seesMilestone: (id) => visible.has(id) })),
      unsent: unsent.map((file) => ({ requestId: file.request_id, file: presentAnswerFile(file, sign) })),
      maxFileBytes: files.maxBytes,
    };
  };

  bindEndpoint(app, api.listRequests, ({ project, actor }) => seen(project.projectId, actor.accountId));

  bindEndpoint(app, api.answerRequest, async (call) => {
    await requests.answer(actOf(call), call.body);
    return seen(call.params.id, call.actor.accountId);
  });

  bindEndpoint(app, api.deleteAnswerFile, async (call) => {
    await files.deleteUnsent(actOf(call), call.params.answerFileId);
    return { deleted: true as const };
  });
}

export function bindAnswerFiles(
  bind: BindUpload,
  { files, sign }: Pick<RequestRoutesDeps, 'files' | 'sign'>,
): void {
  bind(api.uploadAnswerFile, async (call) => ({
    file: presentAnswerFile(await files.upload(actOf(call), call.query.key, call), sign),
  }));
}

/** The request that a call is about. */
export function actOf(
  call: Parameters<typeof projectActor>[0] & { params: { id: string; requestId: string } },
) {
  return { projectId: call.params.id, requestId: call.params.requestId, by: projectActor(call) };
}
