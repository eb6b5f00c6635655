import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { SignDownload } from '../../platform/storage/storage.ts';
import { presentComment, presentFile } from './files.presenter.ts';
import type { ReviewsService } from './reviews.service.ts';

/** Comments on a project's deliverables, for both sides, and the client's approval. */
export function addReviewRoutes(app: FastifyInstance, reviews: ReviewsService, sign: SignDownload): void {
  bindEndpoint(app, api.listFileComments, async ({ actor, params }) => {
    const rows = await reviews.list(params.id, params.fileId, params.version);
    return { items: rows.map((row) => presentComment(row, actor.accountId)) };
  });

  bindEndpoint(app, api.addFileComment, async (call) => {
    const { id: projectId, fileId, version } = call.params;
    const row = await reviews.add({ projectId, fileId, version, by: projectActor(call) }, call.body);
    return { comment: presentComment(row, call.actor.accountId) };
  });

  bindEndpoint(app, api.editFileComment, async (call) => {
    const row = await reviews.edit(commentAct(call), call.body.body);
    return { comment: presentComment(row, call.actor.accountId) };
  });

  bindEndpoint(app, api.resolveFileComment, async (call) => {
    const row = await reviews.resolve(commentAct(call), call.body.resolved);
    return { comment: presentComment(row, call.actor.accountId) };
  });

  bindEndpoint(app, api.deleteFileComment, async (call) => {
    await reviews.delete(commentAct(call));
    return { deleted: true as const };
  });

  bindEndpoint(app, api.approveFile, async (call) => {
    const { id: projectId, fileId } = call.params;
    const act = { projectId, fileId, by: projectActor(call) };
    const file = await reviews.approve(act, call.body.version);
    return { file: presentFile(file, await reviews.readReviews(projectId, [file]), sign) };
  });
}

/** A call on one comment. */
function commentAct({
  params,
  ...call
}: Parameters<typeof projectActor>[0] & { params: { id: string; fileId: string; commentId: string } }) {
  const { id: projectId, fileId, commentId } = params;
  return { projectId, fileId, commentId, by: projectActor(call) };
}
