import { type Brief, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { furthestStep } from '@atelier/domain/onboarding/rules.ts';
import { resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { briefMark } from './brief-differences.ts';
import { type LocalCopy, type LocalCopySync, resumeLocalBrief } from './local-copy.ts';
import type { StartParameters } from './start-parameters.ts';

/** Everything that decides what the wizard opens with. */
export interface OpeningInput {
  /** The server's answer: the draft, else the newest project, else null; undefined when it did not answer. */
  project: Project | null | undefined;
  /** What this device kept, if anything. */
  local: LocalCopy | undefined;
  sync: LocalCopySync | undefined;
  parameters: StartParameters;
  userId: string;
  /** The browser's time zone, the default of that field. */
  timezone: string;
}

/** What the wizard opens with. */
export interface Opening {
  brief: Brief;
  step: number;
  /** The server's draft that saves go to, and the revision this copy is based on; none and 0 before the first save. */
  id: string | undefined;
  revision: number;
  source: 'server' | 'device' | 'defaults';
  /** When the server last saved this draft, ISO-8601. */
  savedAt: string | undefined;
  /** Whether the server has answered. */
  isChecked: boolean;
  /** The device kept answers that the server has not got: they are sent at once. */
  unsent: boolean;
  /** Marks of the saves whose replies had not come when this device kept its copy. */
  unanswered: readonly string[];
  /** The server's draft where it moved on while this device kept answers of its own: the person chooses. */
  newerDraft: Project | undefined;
  /** A selection that the address asked for while the draft's own stands. */
  offeredFeatures: FeatureId[] | undefined;
}

/** The copy that may be used: this person's own, not yet submitted, and not discarded by `fresh`. */
function usableCopy({ local, sync, parameters, userId, project }: OpeningInput): LocalCopy | undefined {
  if (!local || parameters.fresh) return undefined;
  if (sync && sync.userId !== userId) return undefined;
  const submitted = project && project.status !== 'draft' && project.id === local.onboardingId;
  return submitted ? undefined : local;
}

function sameSelection(one: readonly FeatureId[], other: readonly FeatureId[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/** The step to open: the one linked to, else step 1 for those who came to choose, else where they left off. */
function openingStep(brief: Brief, saved: number, parameters: StartParameters): number {
  const choosing = parameters.features !== undefined || parameters.intent !== 'brief';
  const wanted = parameters.step ?? (choosing ? 1 : saved);
  return Math.min(Math.max(1, wanted), furthestStep(brief));
}

function openServerDraft(draft: Project, copy: LocalCopy | undefined, input: OpeningInput): Opening {
  const { parameters, sync } = input;
  const kept = copy && sync?.unsent ? resumeLocalBrief(copy.data, input.timezone) : undefined;
  const unanswered = sync?.unanswered ?? [];
  const arrived = briefMark(draft.data);
  // A save whose reply was lost did arrive: there is nothing left to send.
  const unsent = kept !== undefined && briefMark(kept) !== arrived;
  const isKnown = copy?.onboardingId === draft.id && sync?.revision === draft.revision;
  // What the server has is what this device sent: the reply was lost, or the page was left before it came.
  const continues = isKnown || unanswered.includes(arrived);
  const brief = unsent ? kept : resumeBrief(draft.data, draft.data.timezone);
  const offered = parameters.features;
  return {
    brief,
    step: openingStep(brief, copy && unsent ? copy.step : draft.step, parameters),
    id: draft.id,
    revision: draft.revision,
    source: unsent ? 'device' : 'server',
    savedAt: draft.updatedAt,
    isChecked: true,
    unsent,
    unanswered: unsent ? unanswered : [],
    newerDraft: unsent && !continues ? draft : undefined,
    offeredFeatures: offered && !sameSelection(offered, brief.features) ? offered : undefined,
  };
}

/**
 * What the wizard opens with, by the stated precedence: the server's draft, then this device's copy, then the
 * defaults (specification section 4). Answers that this device kept because a save did not get through are
 * part of the server's draft that is still on its way: they continue it where it is still the revision that
 * they were made on, and where it has moved on the person is asked.
 */
export function resolveOpening(input: OpeningInput): Opening {
  const { project, parameters, sync } = input;
  const copy = usableCopy(input);
  if (project?.status === 'draft') return openServerDraft(project, copy, input);

  const kept = copy ? resumeLocalBrief(copy.data, input.timezone) : emptyBrief(input.timezone);
  const features = parameters.features ?? (copy ? kept.features : (parameters.suggested ?? kept.features));
  const brief = { ...kept, features };
  // Without an answer the draft may still be there: saves go to it under the revision that was known.
  const unknown = project === undefined && copy !== undefined;
  return {
    brief,
    step: openingStep(brief, copy?.step ?? 1, parameters),
    id: unknown ? copy.onboardingId : undefined,
    revision: unknown ? (sync?.revision ?? 0) : 0,
    source: copy ? 'device' : 'defaults',
    savedAt: undefined,
    isChecked: project !== undefined,
    unsent: copy !== undefined && sync?.unsent === true,
    unanswered: (copy && sync?.unanswered) ?? [],
    newerDraft: undefined,
    offeredFeatures: undefined,
  };
}
