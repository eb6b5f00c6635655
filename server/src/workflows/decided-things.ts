import { placePath } from '@atelier/domain/projects/places.ts';
import { listCurrentVersions } from '../features/files/files.repository.ts';
import type { InvoicePlanService } from '../features/invoices/invoice-plan.service.ts';
import type { DecidedThing, DecidedThings } from '../features/mail-decisions/decided-thing.ts';
import { milestonePreview } from '../features/milestones/milestone-preview.ts';
import { findMilestone } from '../features/milestones/milestones.repository.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import { findRequest, listAnswers } from '../features/requests/requests.repository.ts';
import type { RequestsService } from '../features/requests/requests.service.ts';
import { hashSecret } from '../platform/link-secret.ts';
import { approvalMakesDue } from './payment-plan.ts';

export interface DecidedThingsDeps {
  milestones: MilestonesService;
  requests: RequestsService;
  plan: InvoicePlanService;
}

/** What links of mails answer, as the portal does. */
export function decidedThings(deps: DecidedThingsDeps): DecidedThings {
  return { review: reviews(deps), request: requestsDone(deps) };
}

function reviews({ milestones, plan }: DecidedThingsDeps): DecidedThing {
  return {
    role: 'decides',
    find: async (db, { projectId, subjectId }) => {
      const row = await findMilestone(db, projectId, subjectId);
      if (row?.status !== 'in_review' || row.published === 0) return undefined;
      const preview = milestonePreview(row);
      const files = await listCurrentVersions(db, projectId, preview?.fileIds ?? []);
      return {
        revision: row.revision,
        title: row.title,
        text: row.description,
        due: row.due,
        note: row.reason,
        previewLink: preview?.link ?? null,
        fileNames: files.map(({ name }) => name),
        // Another version of a file is another thing to approve.
        shown: hashSecret(files.map(({ id }) => id).join(' ')),
      };
    },
    needsSignIn: (db, { projectId, subjectId }) =>
      approvalMakesDue(db, plan, { projectId, milestoneId: subjectId }),
    pathOf: ({ projectId, subjectId }) =>
      placePath('client', projectId, { what: 'milestone', id: subjectId }),
    answer: async (trx, by, { projectId, subjectId, revision, answer, words }) => {
      await milestones.setStatusWithin(
        trx,
        { id: projectId, milestoneId: subjectId, by },
        { status: answer === 'approve' ? 'approved' : 'needs_changes', reason: words, revision },
      );
    },
  };
}

function requestsDone({ requests }: DecidedThingsDeps): DecidedThing {
  return {
    // As in the portal: the person who has the logo is rarely the one who decides.
    role: 'follows',
    find: async (db, { projectId, subjectId }) => {
      const row = await findRequest(db, projectId, subjectId);
      if (row?.status !== 'open') return undefined;
      const last = (await listAnswers(db, [row.id])).at(-1);
      return {
        revision: row.revision,
        title: row.title,
        text: row.instructions,
        due: row.due,
        note: last?.reason ?? null,
        previewLink: null,
        fileNames: [],
        shown: '',
      };
    },
    needsSignIn: async () => false,
    pathOf: ({ projectId, subjectId }) => placePath('client', projectId, { what: 'request', id: subjectId }),
    answer: (trx, by, { projectId, subjectId, linkId, revision, words }) =>
      requests.answerWithin(
        trx,
        { projectId, requestId: subjectId, by },
        { body: words, files: [], key: linkId, revision },
      ),
  };
}
