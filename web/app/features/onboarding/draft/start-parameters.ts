import { isOffered as isInOffer } from '@atelier/content/offer.ts';
import { LAST_STEP } from '@atelier/domain/onboarding/brief.ts';
import {
  FEATURE_IDS,
  type FeatureId,
  isFeatureId,
  parseFeatureList,
} from '@atelier/domain/onboarding/catalogue.ts';

/** The greeting of step 1, by the button that led here. */
export type StartIntent = 'brief' | 'configure' | 'quote';

/** The parameters in the address of the wizard. */
export interface StartParameters {
  /** What the studio offers of the selection in `features`, with what it needs; undefined if there is none. */
  features: FeatureId[] | undefined;
  /** The selection that `type` suggests, for an untouched brief. */
  suggested: FeatureId[] | undefined;
  /** Discards the local copy. */
  fresh: boolean;
  /** The linked step, from 1 to 7. */
  step: number | undefined;
  intent: StartIntent;
}

/** The values of `type` in links, and the feature each preselects. */
const FEATURE_OF_TYPE: Record<string, FeatureId> = {
  landing: 'lp',
  website: 'web',
  fullstack: 'web',
  'web-hosting': 'host',
  hosting: 'host',
  branding: 'brand',
  ecommerce: 'ecom',
  analytics: 'ga4',
};

function featureOfType(type: string): FeatureId | undefined {
  const key = type.trim().toLowerCase();
  if (isFeatureId(key)) return key;
  return Object.hasOwn(FEATURE_OF_TYPE, key) ? FEATURE_OF_TYPE[key] : undefined;
}

function parseFeatures(search: URLSearchParams, isOffered: (id: FeatureId) => boolean) {
  const list = search.get('features');
  const named = featureOfType(search.get('type') ?? '');
  const typed = named && isOffered(named) ? named : undefined;
  const selected = (ids: readonly FeatureId[]) =>
    FEATURE_IDS.filter((id) => isOffered(id) && (id === typed || ids.includes(id)));
  return {
    features: list === null ? undefined : selected(parseFeatureList(list)),
    suggested: typed && selected(parseFeatureList(null)),
  };
}

function parseStep(text: string | null): number | undefined {
  const step = /^\d$/.test(text ?? '') ? Number(text) : 0;
  return step >= 1 && step <= LAST_STEP ? step : undefined;
}

function parseIntent(search: URLSearchParams): StartIntent {
  if (search.get('intent') === 'quote') return 'quote';
  return search.get('configure') === '1' ? 'configure' : 'brief';
}

/**
 * Reads the query of the wizard (specification section 2); a malformed parameter counts as absent.
 */
export function parseStartParameters(
  search: URLSearchParams,
  isOffered: (id: FeatureId) => boolean = isInOffer,
): StartParameters {
  return {
    ...parseFeatures(search, isOffered),
    fresh: ['1', 'true'].includes((search.get('fresh') ?? '').trim().toLowerCase()),
    step: parseStep(search.get('step')),
    intent: parseIntent(search),
  };
}

/**
 * The query once the wizard is open: the step, without the consumed parameters. Kept, `fresh` would
 * discard the copy at every reload, and `features` would undo later choices.
 */
export function settledQuery(search: URLSearchParams, step: number): URLSearchParams {
  const settled = new URLSearchParams(search);
  for (const used of ['fresh', 'features', 'type']) settled.delete(used);
  settled.set('step', String(step));
  return settled;
}
