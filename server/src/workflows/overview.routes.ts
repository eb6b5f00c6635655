import { api } from '@atelier/domain/api.ts';
import { CONTACT_PREVIEW_LENGTH } from '@atelier/domain/enquiries/rules.ts';
import {
  FAILED_MAILS_DAYS,
  OVERVIEW_MONTHS,
  projectTitle,
  QUIET_DRAFT_DAYS,
  WAITING_LIMIT,
} from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import { readMetrics } from '../core/metrics/monthly-metrics.repository.ts';
import type { ProjectsService } from '../core/projects/projects.service.ts';
import type { ContractsService } from '../features/contracts/contracts.service.ts';
import type { EnquiriesService } from '../features/enquiries/enquiries.service.ts';
import type { MessagesService } from '../features/messages/messages.service.ts';
import type { MilestoneAcross } from '../features/milestones/milestones.repository.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { isoIn } from '../platform/clock.ts';
import { listFailedMails } from '../platform/mail/outbox.repository.ts';
import type { Platform } from '../platform/platform.ts';

export interface OverviewServices {
  platform: Pick<Platform, 'db' | 'clock'>;
  enquiries: EnquiriesService;
  contracts: ContractsService;
  messages: MessagesService;
  milestones: MilestonesService;
  projects: ProjectsService;
}

const FAILED_MAILS_SHOWN = 3;

/**
 * The owner's first screen: what needs them, and how the studio is doing. Each part is one short index
 * walk.
 */
export function addOverviewRoutes(app: FastifyInstance, services: OverviewServices): void {
  const { platform, enquiries: inbox, contracts, messages, milestones, projects } = services;
  bindAdminEndpoint(app, api.getOverview, async () => {
    const [
      enquiries,
      answers,
      proposals,
      changes,
      contractChanges,
      reviews,
      sent,
      overdue,
      drafts,
      failedMails,
      months,
    ] = await Promise.all([
      inbox.listEnquiries({ page: 1, limit: WAITING_LIMIT, status: 'new' }),
      messages.listUnanswered(WAITING_LIMIT),
      contracts.listByStatus('draft', WAITING_LIMIT),
      milestones.listByStatus('needs_changes', WAITING_LIMIT),
      contracts.listByStatus('change_requested', WAITING_LIMIT),
      milestones.listByStatus('in_review', WAITING_LIMIT),
      contracts.listByStatus('sent', WAITING_LIMIT),
      milestones.listOverdue(WAITING_LIMIT),
      projects.listQuietDrafts(QUIET_DRAFT_DAYS, WAITING_LIMIT),
      listFailedMails(platform.db, {
        since: isoIn(platform.clock, -FAILED_MAILS_DAYS * 24 * 3_600),
        limit: FAILED_MAILS_SHOWN,
      }),
      readMetrics(platform.db, platform.clock, OVERVIEW_MONTHS),
    ]);
    return {
      waiting: {
        enquiries: {
          total: enquiries.total,
          items: enquiries.enquiries.map((row) => ({
            id: row.id,
            name: row.name,
            preview: previewOf(row.message),
            since: row.created_at,
          })),
        },
        answers: answers.map((row) => ({
          ...presentWaiting(row),
          preview: previewOf(row.body),
          upTo: row.message_id,
        })),
        proposals: proposals.map(presentWaiting),
        changes: changes.map(presentWaitingMilestone),
        contractChanges: contractChanges.map(presentWaiting),
        reviews: reviews.map(presentWaitingMilestone),
        contracts: sent.map(presentWaiting),
        overdue: overdue.map(presentWaitingMilestone),
        quietDrafts: drafts.map((row) => presentWaiting({ ...row, since: row.updated_at })),
      },
      failedMails: {
        total: failedMails.total,
        items: failedMails.mails.map(({ id, recipient, subject, finished_at }) => ({
          id,
          to: recipient,
          subject,
          since: finished_at ?? '',
        })),
      },
      months,
    };
  });
}

/** The beginning of a text, on one line. */
const previewOf = (text: string) => truncate(text.replace(/\s+/g, ' '), CONTACT_PREVIEW_LENGTH);

function presentWaiting(row: { id: string; company: string; email: string; since: string }) {
  return { projectId: row.id, project: projectTitle(row), since: row.since };
}

function presentWaitingMilestone(row: MilestoneAcross) {
  return {
    projectId: row.project_id,
    project: projectTitle(row),
    since: row.status_at,
    milestoneId: row.id,
    title: row.title,
    status: row.status,
    due: row.due,
  };
}
