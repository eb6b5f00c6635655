import { api } from '@atelier/domain/api.ts';
import type { FastifyInstance } from 'fastify';
import { projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import type { BindUpload } from '../../platform/http/upload.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { presentFile } from './files.presenter.ts';
import type { FilesService } from './files.service.ts';
import type { ReviewsService } from './reviews.service.ts';

export interface FilesRoutesDeps {
  files: FilesService;
  reviews: ReviewsService;
  storage: Pick<Storage, 'signedDownload'>;
}

/** A project's files on both sides, and the client's actions; the studio's are under `admin`. */
export function addFilesRoutes(
  app: FastifyInstance,
  { files, reviews, storage, roundsIncluded }: FilesRoutesDeps & { roundsIncluded: number },
): void {
  const sign = (key: string) => storage.signedDownload(key);

  bindEndpoint(app, api.listFiles, async (call) => {
    const { projectId } = call.project;
    const { files: rows, limits } = await files.list(projectId, projectActor(call));
    const said = await reviews.readReviews(projectId, rows);
    return { items: rows.map((file) => presentFile(file, said, sign)), limits, roundsIncluded };
  });

  bindEndpoint(app, api.deleteOwnFile, async (call) => {
    const { id: projectId, fileId } = call.params;
    await files.delete({ projectId, fileId, by: projectActor(call) });
    return { deleted: true as const };
  });
}

/** The endpoint with which the client sends a file. */
export function bindClientUploads(bind: BindUpload, { files, reviews, storage }: FilesRoutesDeps): void {
  const sign = (key: string) => storage.signedDownload(key);

  bind(api.sendFile, async (call) => {
    const target = { projectId: call.params.id, by: projectActor(call), key: call.query.key };
    const file = await files.add(target, call);
    return { file: presentFile(file, await reviews.readReviews(target.projectId, [file]), sign) };
  });
}
