import { contractWords } from '@atelier/content/contract-terms.ts';
import { planTerms } from '@atelier/content/milestone-plan.ts';
import { prices } from '@atelier/content/prices.ts';
import { suggestLines, suggestTerms } from '@atelier/domain/contracts/suggested-terms.ts';
import { contractPlan } from '@atelier/domain/milestones/rules.ts';
import {
  type SuggestedMilestone,
  suggestContractTotal,
  suggestMilestones,
} from '@atelier/domain/onboarding/suggestions.ts';
import type { MailPorts } from '../core/feature.ts';
import type { RecordEvent } from '../core/projects/project-event.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { nameProject, parseBrief, parseEstimate } from '../core/projects/stored-brief.ts';
import type { ContractDraftsService } from '../features/contracts/contract-drafts.service.ts';
import type { PlannedMilestone } from '../features/contracts/document/contract-document.ts';
import type { MilestonesService } from '../features/milestones/milestones.service.ts';
import type { OnboardingDeps } from '../features/onboarding/onboarding.service.ts';
import { newId } from '../platform/ids.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import { announceBrief } from './brief.mails.ts';

export interface BriefSubmissionDeps {
  recordEvent: RecordEvent;
  mails: MailPorts & { secret: ServerSecret };
  milestones: MilestonesService;
  contractDrafts: ContractDraftsService;
}

/**
 * What onboarding needs from the other features: a submitted brief gets a draft plan, a draft contract and
 * mails.
 */
export function briefSubmission(
  deps: BriefSubmissionDeps,
): Pick<OnboardingDeps, 'prices' | 'projectSubmitted'> {
  const { recordEvent, mails, milestones, contractDrafts } = deps;
  return {
    prices,
    projectSubmitted: async (trx, project, address) => {
      const plan = await milestones.storeSuggested(trx, project.id, suggestPlan(project));
      await contractDrafts.storeSuggested(trx, project.id, suggestContract(project, contractPlan(plan)));
      await recordEvent(trx, {
        projectId: project.id,
        kind: 'project_submitted',
        by: { accountId: project.user_id, email: project.email, side: 'client', address },
        detail: {},
      });
      await announceBrief(mails, trx, {
        id: project.id,
        name: nameProject(project),
        brief: parseBrief(project),
        estimate: parseEstimate(project),
        clientEmail: project.email,
      });
    },
  };
}

/** A project's first milestones: drafts, for the studio to change and publish. */
function suggestPlan(project: ProjectRow): SuggestedMilestone[] {
  const estimate = parseEstimate(project);
  return estimate
    ? suggestMilestones(parseBrief(project), estimate, project.submitted_at ?? project.updated_at, planTerms)
    : [];
}

/** A contract's first draft, for the studio to change and send. */
function suggestContract(project: ProjectRow, milestones: readonly PlannedMilestone[]) {
  const estimate = parseEstimate(project);
  const brief = parseBrief(project);
  const total = estimate ? suggestContractTotal(estimate, brief) : null;
  const lines = suggestLines(brief, prices, { total, words: contractWords, newId });
  return { total, terms: suggestTerms({ lines, milestones, words: contractWords, newId }) };
}
