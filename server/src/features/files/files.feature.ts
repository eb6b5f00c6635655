import type { FileEvents } from '@atelier/domain/files/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type EventRules, mailOtherSide } from '../../core/projects/project-event.ts';
import { addFilesRoutes, bindClientUploads } from './client.routes.ts';
import { type FilesDeps, FilesService } from './files.service.ts';
import { addStudioFilesRoutes, bindStudioUploads } from './studio.routes.ts';

export const fileTables = {
  project_files: { exportedAs: 'files' },
} as const satisfies FeatureTables;

export const fileEventRules: EventRules<FileEvents> = {
  file_added: { metrics: 'none', mails: mailOtherSide('file') },
  file_replaced: { metrics: 'none', mails: mailOtherSide('file') },
  file_deleted: { metrics: 'none', mails: 'none' },
};

/** A project's files: the studio's deliverables, and the client's own. */
export function createFiles(ports: FilesDeps) {
  const files = new FilesService(ports);
  const { storage } = ports;
  const feature: Feature = {
    addRoutes(app) {
      addFilesRoutes(app, { files, storage });
      addStudioFilesRoutes(app, files);
    },
    bindUploads(bind) {
      bindClientUploads(bind, { files, storage });
      bindStudioUploads(bind, { files, storage });
    },
    personalData: [
      {
        name: 'files',
        read: ({ projectIds }) => files.readAll(projectIds, (key) => storage.signedDownload(key)),
      },
    ],
  };
  return { service: files, feature };
}
