import { BRIEF_FIELDS, type Brief } from '@atelier/domain/onboarding/brief.ts';
import type { FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { furthestStep } from '@atelier/domain/onboarding/rules.ts';
import { type Prefill, resumeBrief } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { briefDifferences, briefMark } from './brief-differences.ts';
import { resumeLocalBrief, untouchedBrief } from './local-brief.ts';
import type { LocalCopy, LocalCopySync } from './local-copy.ts';
import type { StartParameters } from './start-parameters.ts';

export interface OpeningInput {
  /** The draft, else the newest project, else null; undefined without a reply. */
  project: Project | null | undefined;
  /** What the enquiry of an invited client says, for a new brief. */
  prefill?: Prefill | null | undefined;
  local: LocalCopy | undefined;
  sync: LocalCopySync | undefined;
  parameters: StartParameters;
  userId: string;
  /** The browser's time zone, the field's default. */
  timezone: string;
}

/** The state in which the wizard opens. */
export interface Opening {
  brief: Brief;
  step: number;
  /**
   * The draft that saves update, and the revision they are based on; undefined and 0 before the
   * first save.
   */
  id: string | undefined;
  revision: number;
  source: 'server' | 'device' | 'defaults';
  /** When the enquiry was written that the brief begins with; undefined if it doesn't. */
  prefilledFrom?: string | undefined;
  /** When the server last saved this draft, ISO-8601. */
  savedAt: string | undefined;
  /** Whether the server has replied. */
  isChecked: boolean;
  /** The device holds answers the server lacks: they are sent at once. */
  unsent: boolean;
  /** Fingerprints of saves without a reply when the copy was stored. */
  unanswered: readonly string[];
  /** The server's draft if it changed while this device held unsent answers: the client chooses. */
  newerDraft: Project | undefined;
  /** The selection in the address, if it differs from the draft's. */
  offeredFeatures: FeatureId[] | undefined;
}

/** The copy to use: the user's own, not submitted, and not discarded by `fresh`. */
function usableCopy({ local, sync, parameters, userId, project }: OpeningInput): LocalCopy | undefined {
  if (!local || parameters.fresh) return undefined;
  if (sync && sync.userId !== userId) return undefined;
  const submitted = project && project.status !== 'draft' && project.id === local.onboardingId;
  return submitted ? undefined : local;
}

function sameSelection(one: readonly FeatureId[], other: readonly FeatureId[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}

/**
 * The step to open: the linked one, else step 1 for a visitor who came to choose, else the last
 * one.
 */
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
  // The save arrived although its reply was lost: nothing is left to send.
  const unsent = kept !== undefined && briefMark(kept) !== arrived;
  const isKnown = copy?.onboardingId === draft.id && sync?.revision === draft.revision;
  // The server holds what this device sent: the reply was lost, or the page was left before it.
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

  // What the client has begun stays.
  const prefill = copy ? undefined : (input.prefill ?? undefined);
  const kept = copy
    ? resumeLocalBrief(copy.data, input.timezone)
    : resumeBrief({ ...untouchedBrief(input.timezone), ...prefill?.data }, input.timezone);
  const features = parameters.features ?? (copy ? kept.features : (parameters.suggested ?? kept.features));
  const brief = { ...kept, features };
  // Without a reply the draft may still exist: saves go to it under the known revision.
  const unknown = project === undefined && copy !== undefined;
  return {
    brief,
    step: openingStep(brief, copy?.step ?? 1, parameters),
    id: unknown ? copy.onboardingId : undefined,
    revision: unknown ? (sync?.revision ?? 0) : 0,
    source: copy ? 'device' : 'defaults',
    prefilledFrom: prefill?.writtenAt,
    savedAt: undefined,
    isChecked: project !== undefined,
    unsent: copy !== undefined && sync?.unsent === true,
    unanswered: (copy && sync?.unanswered) ?? [],
    newerDraft: undefined,
    offeredFeatures: undefined,
  };
}

/**
 * What an enquiry adds to a brief that opened before the server replied: answers that the client has left as
 * they were. A selection that a link brought stays.
 */
export function lateAnswers(
  prefill: Prefill,
  { opened, now, parameters }: { opened: Brief; now: Brief; parameters: StartParameters },
): Partial<Brief> {
  const known = resumeBrief({ ...opened, ...prefill.data }, opened.timezone);
  const kept = new Set<keyof Brief>(briefDifferences(opened, now).map(({ field }) => field));
  if (parameters.features ?? parameters.suggested) kept.add('features');
  const added = BRIEF_FIELDS.filter((field) => field in prefill.data && !kept.has(field));
  return Object.fromEntries(added.map((field) => [field, known[field]]));
}
