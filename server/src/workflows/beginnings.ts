import { prices } from '@atelier/content/prices.ts';
import { addToFigures } from '../core/metrics/monthly-metrics.repository.ts';
import { publishToStudio } from '../core/projects/live-events.ts';
import type { RecordHappening } from '../core/projects/project-event.ts';
import { parseBrief, parseEstimate } from '../core/projects/stored-brief.ts';
import { ContactService } from '../features/enquiries/enquiries.service.ts';
import type { NotificationsService } from '../features/notifications/notifications.service.ts';
import { OnboardingService } from '../features/onboarding/onboarding.service.ts';
import type { Platform } from '../platform/platform.ts';
import { suggestPlan, suggestTotal } from './first-drafts.ts';
import type { Portal } from './portal.ts';

/** What follows an enquiry: it is told and counted. */
export function composeContact(
  { db, clock, events }: Platform,
  notifications: NotificationsService,
): ContactService {
  return new ContactService({
    db,
    clock,
    enquiryReceived: async (trx, enquiry) => {
      await publishToStudio(trx, events, 'enquiry_received');
      await notifications.announceEnquiry(trx, enquiry);
      addToFigures(trx, clock, { enquiries: 1 });
    },
    enquirerInvited: (trx, enquiry, note) => notifications.inviteEnquirer(trx, enquiry, note),
  });
}

export interface OnboardingDeps {
  platform: Platform;
  happened: RecordHappening;
  notifications: NotificationsService;
  portal: Pick<Portal, 'milestones' | 'contractDrafts'>;
}

/** What follows a brief: drafts of a plan and of a contract, and news of it. */
export function composeOnboarding(deps: OnboardingDeps): OnboardingService {
  const { happened, notifications, portal } = deps;
  const { db, clock } = deps.platform;
  return new OnboardingService({
    db,
    clock,
    prices,
    projectSubmitted: async (trx, project, address) => {
      await portal.milestones.storeSuggested(trx, project.id, suggestPlan(project));
      await portal.contractDrafts.storeSuggested(trx, project.id, { total: suggestTotal(project) });
      await happened(trx, {
        projectId: project.id,
        kind: 'project_submitted',
        by: { accountId: project.user_id, email: project.email, side: 'client', address },
      });
      await notifications.announceProject(trx, {
        id: project.id,
        brief: parseBrief(project),
        estimate: parseEstimate(project),
        clientEmail: project.email,
      });
    },
  });
}
