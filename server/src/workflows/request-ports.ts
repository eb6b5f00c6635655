import { planTerms } from '@atelier/content/milestone-plan.ts';
import { requestTemplates } from '@atelier/content/requests.ts';
import { suggestRequests } from '@atelier/domain/requests/rules.ts';
import { getProject } from '../core/projects/project-lookup.ts';
import { parseBrief } from '../core/projects/stored-brief.ts';
import { findMilestone, listMilestones } from '../features/milestones/milestones.repository.ts';
import type { PortalNotifications } from '../features/notifications/portal-notifications.ts';
import type { RequestsPorts } from '../features/requests/requests.feature.ts';
import { isoNow } from '../platform/clock.ts';
import type { Platform } from '../platform/platform.ts';

/** What requests need from briefs and milestones, and what their mails say while they wait. */
export function requestPorts(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  notifications: () => PortalNotifications,
): Pick<RequestsPorts, 'isMilestone' | 'listVisibleMilestones' | 'suggest' | 'rewordMail'> {
  return {
    rewordMail: async (trx, requestId, words) => {
      if (words) await notifications().renameSubject(trx, requestId, words.title, words.detail);
      else await notifications().withdraw(trx, requestId);
    },
    isMilestone: async (from, projectId, id) => (await findMilestone(from, projectId, id)) !== undefined,
    listVisibleMilestones: async (projectId) =>
      (await listMilestones(db, projectId)).filter(({ published }) => published === 1).map(({ id }) => id),
    suggest: async (projectId, asked) => {
      const project = await getProject(db, projectId);
      if (project.status !== 'submitted') return [];
      return suggestRequests(parseBrief(project), {
        templates: requestTemplates,
        stageTitle: (stage) => planTerms.stages[stage].title,
        milestones: await listMilestones(db, projectId),
        asked,
        today: isoNow(clock).slice(0, 10),
      });
    },
  };
}
