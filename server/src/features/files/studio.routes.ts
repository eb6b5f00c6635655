import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import type { BindUpload } from '../../platform/http/upload.ts';
import type { FilesRoutesDeps } from './client.routes.ts';
import { presentFile } from './files.presenter.ts';
import type { FilesService } from './files.service.ts';
import type { FileRows } from './files.table.ts';

/** The studio's actions on any project's files. */
export function addStudioFilesRoutes(app: FastifyInstance, files: FilesService): void {
  bindAdminEndpoint(app, api.deleteFile, async ({ params, ...call }) => {
    await files.delete({ projectId: params.id, fileId: params.fileId, by: projectActor(call) });
    return { deleted: true as const };
  });
}

/** The endpoints with which the studio delivers. The table opens them to admins only. */
export function bindStudioUploads(bind: BindUpload, { files, reviews, storage }: FilesRoutesDeps): void {
  const present = async (projectId: string, file: FileRows) =>
    presentFile(file, await reviews.readReviews(projectId, [file]), (key) => storage.signedDownload(key));

  bind(api.sendFileAsStudio, async (call) => {
    const target = { projectId: call.params.id, by: projectActor(call), key: call.query.key };
    const added = await files.add(target, call);
    call.nameItem({ kind: 'file', id: added[0].file_id, title: added[0].name });
    return { file: await present(target.projectId, added) };
  });

  bind(api.replaceFile, async (call) => {
    const { id: projectId, fileId } = call.params;
    const target = { projectId, fileId, by: projectActor(call), key: call.query.key };
    return { file: await present(projectId, await files.add(target, call)) };
  });
}
