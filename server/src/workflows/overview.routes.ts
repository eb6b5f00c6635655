import { api } from '@atelier/domain/api.ts';
import { CONTACT_PREVIEW_LENGTH } from '@atelier/domain/enquiries/rules.ts';
import { isMilestoneOpen, MILESTONE_STATUSES } from '@atelier/domain/milestones/rules.ts';
import {
  FAILED_MAILS_DAYS,
  OVERVIEW_MONTHS,
  projectName,
  QUIET_DRAFT_DAYS,
  WAITING_LIMIT,
} from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import { readListCount } from '../core/lists/list-counts.repository.ts';
import { readMetrics } from '../core/metrics/monthly-metrics.repository.ts';
import { listDraftsChangedBefore } from '../core/projects/projects.repository.ts';
import { listContractsByStatus } from '../features/contracts/contracts.repository.ts';
import type { EnquiriesService } from '../features/enquiries/enquiries.service.ts';
import type { EnquiryRow } from '../features/enquiries/enquiries.table.ts';
import { findNewestAnswer } from '../features/enquiries/enquiry-messages.repository.ts';
import { listUnanswered } from '../features/messages/unanswered.repository.ts';
import {
  listMilestonesByStatus,
  listMilestonesDueBefore,
  type MilestoneAcross,
} from '../features/milestones/milestones.repository.ts';
import { listAnsweredRequests } from '../features/requests/requests.repository.ts';
import { isoIn, isoNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';
import { listFailedMails } from '../platform/mail/unsent-mails.repository.ts';
import type { Platform } from '../platform/platform.ts';

const FAILED_MAILS_SHOWN = 3;

/** The owner’s first screen: what needs them, and how the studio is doing. Each part is one short index walk. */
export function addOverviewRoutes(
  app: FastifyInstance,
  { db, clock, inbox }: Pick<Platform, 'db' | 'clock'> & { inbox: EnquiriesService },
): void {
  const daysAgo = (days: number) => isoIn(clock, -days * 24 * 3_600);
  bindAdminEndpoint(app, api.getOverview, async () => {
    const [
      enquiries,
      answers,
      requests,
      proposals,
      changes,
      contractChanges,
      reviews,
      sent,
      overdue,
      drafts,
      failedMails,
      months,
      activeProjects,
    ] = await Promise.all([
      inbox.listEnquiries({ page: 1, limit: WAITING_LIMIT, status: 'new' }),
      listUnanswered(db, WAITING_LIMIT),
      listAnsweredRequests(db, WAITING_LIMIT),
      listContractsByStatus(db, 'draft', WAITING_LIMIT),
      listMilestonesByStatus(db, 'needs_changes', WAITING_LIMIT),
      listContractsByStatus(db, 'change_requested', WAITING_LIMIT),
      listMilestonesByStatus(db, 'in_review', WAITING_LIMIT),
      listContractsByStatus(db, 'sent', WAITING_LIMIT),
      listOverdue(db, isoNow(clock).slice(0, 10)),
      listDraftsChangedBefore(db, daysAgo(QUIET_DRAFT_DAYS), WAITING_LIMIT),
      listFailedMails(db, { since: daysAgo(FAILED_MAILS_DAYS), limit: FAILED_MAILS_SHOWN }),
      readMetrics(db, clock, OVERVIEW_MONTHS),
      readListCount(db, ['projects.submitted']),
    ]);
    return {
      activeProjects,
      waiting: {
        enquiries: {
          total: enquiries.total,
          items: await Promise.all(enquiries.enquiries.map((row) => presentEnquiry(db, row))),
        },
        answers: answers.map((row) => ({
          ...presentWaiting(row),
          preview: previewOf(row.body),
          upTo: row.message_id,
        })),
        requests: requests.map((row) => ({
          projectId: row.project_id,
          project: projectName({ ...row, title: row.project_title }),
          since: row.status_at,
          requestId: row.id,
          title: row.title,
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

/** With the visitor's answer where that is what waits. */
async function presentEnquiry(db: Db, row: EnquiryRow) {
  const answer = row.answered_at === null ? undefined : await findNewestAnswer(db, row.id);
  return {
    id: row.id,
    name: row.name,
    preview: previewOf(answer?.body ?? row.message),
    since: answer?.created_at ?? row.created_at,
  };
}

/** The milestones of open projects that are due before today and neither approved nor cancelled. */
async function listOverdue(db: Db, today: string): Promise<MilestoneAcross[]> {
  const open = MILESTONE_STATUSES.filter(isMilestoneOpen);
  // Status by status, because each is a walk along its own part of the index.
  const lists = await Promise.all(
    open.map((status) => listMilestonesDueBefore(db, status, today, WAITING_LIMIT)),
  );
  return lists
    .flat()
    .sort((a, b) => ((a.due ?? '') < (b.due ?? '') ? -1 : 1))
    .slice(0, WAITING_LIMIT);
}

/** The beginning of a text, on one line. */
const previewOf = (text: string) => truncate(text.replace(/\s+/g, ' '), CONTACT_PREVIEW_LENGTH);

function presentWaiting(row: Parameters<typeof projectName>[0] & { id: string; since: string }) {
  return { projectId: row.id, project: projectName(row), since: row.since };
}

function presentWaitingMilestone(row: MilestoneAcross) {
  return {
    projectId: row.project_id,
    project: projectName({ ...row, title: row.project_title }),
    since: row.status_at,
    milestoneId: row.id,
    title: row.title,
    status: row.status,
    due: row.due,
  };
}
