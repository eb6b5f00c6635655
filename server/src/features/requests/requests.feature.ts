import type { RequestEvents } from '@atelier/domain/requests/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { type AnswerFilesDeps, AnswerFilesService } from './answer-files.service.ts';
import { addRequestRoutes, bindAnswerFiles, type RequestRoutesDeps } from './client.routes.ts';
import { presentRequest } from './requests.presenter.ts';
import { listProjectsOfAnswerer } from './requests.repository.ts';
import { type RequestsDeps, RequestsService } from './requests.service.ts';
import { addStudioRequestRoutes, type StudioRequestRoutesDeps } from './studio.routes.ts';

export const requestTables = {
  requests: { exportedAs: 'requests' },
  request_answers: { exportedAs: 'requests' },
  request_files: { exportedAs: 'requests' },
} as const satisfies FeatureTables;

export const requestEventRules: EventRules<RequestEvents> = {
  request_sent: { metrics: 'none', mails: () => [{ kind: 'request_sent', side: 'client' }] },
  request_changed: { metrics: 'none', mails: 'none' },
  request_answered: { metrics: 'none', mails: () => [{ kind: 'request_answered', side: 'studio' }] },
  request_accepted: { metrics: 'none', mails: 'none' },
  request_asked_again: { metrics: 'none', mails: () => [{ kind: 'request_asked_again', side: 'client' }] },
  request_withdrawn: { metrics: 'none', mails: 'none' },
};

export interface RequestsPorts
  extends Omit<RequestsDeps, 'files'>,
    AnswerFilesDeps,
    Pick<RequestRoutesDeps, 'listVisibleMilestones'>,
    Pick<StudioRequestRoutesDeps, 'suggest'> {}

/** What clients are asked to bring. */
export function createRequests(ports: RequestsPorts) {
  const files = new AnswerFilesService(ports);
  const requests = new RequestsService({ ...ports, files });
  const sign = (key: string) => ports.storage.signedDownload(key);
  const feature: Feature = {
    addRoutes(app) {
      addRequestRoutes(app, { ...ports, requests, files, sign });
      addStudioRequestRoutes(app, { ...ports, requests, sign });
    },
    bindUploads(bind) {
      bindAnswerFiles(bind, { files, sign });
    },
    addJobs(jobs) {
      jobs.add({
        name: 'requests.delete-unsent-files',
        everySeconds: 3_600,
        run: () => files.deleteForgotten(),
      });
    },
    personalData: [
      {
        name: 'requests',
        listProjectIds: (accountId) => listProjectsOfAnswerer(ports.db, accountId),
        async *read({ accountId, projectIds, sharedProjectIds }) {
          const present = { sign, seesMilestone: () => false };
          for (const projectId of projectIds) {
            for (const whole of await requests.list(projectId)) {
              yield { projectId, ...presentRequest(whole, present) };
            }
          }
          // Of colleagues' projects, what the account itself has answered, and to what.
          for (const projectId of sharedProjectIds) {
            for (const { row, answers } of await requests.list(projectId)) {
              const own = answers.filter((answer) => answer.row.account_id === accountId);
              if (own.length === 0) continue;
              yield { projectId, ...presentRequest({ row, answers: own }, present), instructions: '' };
            }
          }
        },
      },
    ],
  };
  return { service: requests, files, feature };
}
