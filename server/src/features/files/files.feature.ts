import type { FileEvents } from '@atelier/domain/files/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type EventRules, mailOtherSide } from '../../core/projects/project-event.ts';
import { addFilesRoutes, bindClientUploads } from './client.routes.ts';
import { presentComment, presentFile } from './files.presenter.ts';
import { listProjectsOfSender } from './files.repository.ts';
import { type FilesDeps, FilesService } from './files.service.ts';
import { listProjectsOfReviewer } from './reviews.repository.ts';
import { addReviewRoutes } from './reviews.routes.ts';
import { type Reviews, type ReviewsDeps, ReviewsService } from './reviews.service.ts';
import { addStudioFilesRoutes, bindStudioUploads } from './studio.routes.ts';

export const fileTables = {
  project_files: { exportedAs: 'files' },
  file_comments: { exportedAs: 'fileComments' },
  file_approvals: { exportedAs: 'files' },
} as const satisfies FeatureTables;

export const fileEventRules: EventRules<FileEvents> = {
  file_added: { metrics: 'none', mails: mailOtherSide('file') },
  file_replaced: { metrics: 'none', mails: mailOtherSide('file') },
  file_deleted: { metrics: 'none', mails: 'none' },
  file_commented: { metrics: 'none', mails: mailOtherSide('file_comment') },
  file_approved: { metrics: 'none', mails: mailOtherSide('file_approval') },
};

const NO_REVIEWS: Reviews = new Map();

export interface FilesPorts extends FilesDeps, ReviewsDeps {
  /** The rounds of feedback that a contract includes for each deliverable. */
  roundsIncluded: number;
}

/** A project's files: the studio's deliverables with their reviews, and the client's own. */
export function createFiles(ports: FilesPorts) {
  const files = new FilesService(ports);
  const reviews = new ReviewsService(ports);
  const { db, storage, roundsIncluded } = ports;
  const sign = (key: string) => storage.signedDownload(key);
  const feature: Feature = {
    addRoutes(app) {
      addFilesRoutes(app, { files, reviews, storage, roundsIncluded });
      addStudioFilesRoutes(app, files);
      addReviewRoutes(app, reviews, sign);
    },
    bindUploads(bind) {
      bindClientUploads(bind, { files, reviews, storage });
      bindStudioUploads(bind, { files, reviews, storage });
    },
    personalData: [
      {
        name: 'files',
        listProjectIds: (accountId) => listProjectsOfSender(db, accountId),
        async *read({ projectIds, sharedProjectIds, accountId }) {
          for await (const { projectId, files: rows } of files.readAll(projectIds)) {
            const said = await reviews.readReviews(projectId, rows);
            for (const file of rows) yield { projectId, ...presentFile(file, said, sign) };
          }
          for await (const { projectId, files: rows } of files.readAll(sharedProjectIds)) {
            for (const versions of rows) {
              const [newest, ...older] = versions.filter((version) => version.account_id === accountId);
              if (newest) yield { projectId, ...presentFile([newest, ...older], NO_REVIEWS, sign) };
            }
          }
        },
      },
      {
        name: 'fileComments',
        listProjectIds: (accountId) => listProjectsOfReviewer(db, accountId),
        async *read({ projectIds, sharedProjectIds, accountId }) {
          const own = new Set(projectIds);
          for await (const { projectId, files: rows } of files.readAll([
            ...projectIds,
            ...sharedProjectIds,
          ])) {
            for (const { id, file_id: fileId, version } of rows.flat()) {
              for (const row of await reviews.listOf(id)) {
                if (!own.has(projectId) && row.author_id !== accountId) continue;
                yield { projectId, fileId, version, ...presentComment(row, accountId) };
              }
            }
          }
        },
      },
    ],
  };
  return { service: files, reviews, feature };
}
