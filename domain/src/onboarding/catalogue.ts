/**
 * The feature catalogue and the packages (specification section 3 and 5): ids, names and groups. What a
 * studio offers of it, its sales texts and its prices belong to the owner and are in `content/`.
 */

import type { PageAddress } from '../pages.ts';

export const FEATURE_GROUPS = [
  { name: 'Build & Brand', features: ['web', 'lp', 'forms', 'brand', 'host'] },
  { name: 'Measure & Learn', features: ['ga4', 'leads', 'heat'] },
  { name: 'Grow & Convert', features: ['seo', 'ecom', 'ai', 'boost', 'email'] },
  { name: 'Care', features: ['support'] },
] as const;

export type FeatureId = (typeof FEATURE_GROUPS)[number]['features'][number];

export const FEATURE_IDS: readonly FeatureId[] = FEATURE_GROUPS.flatMap((group) => [...group.features]);

/** The feature in every preselection (it may still be cleared). */
export const ALWAYS_SUGGESTED: FeatureId = 'support';

/** Display names. `ads` can be shown but is in no group and can't be chosen. */
export const FEATURE_NAMES: Record<FeatureId | 'ads', string> = {
  web: 'Website Dev',
  lp: 'Landing Pages',
  forms: 'Forms + Spam Protection',
  brand: 'Branding',
  host: 'Hosting + SSL + Speed Pass',
  ga4: 'Analytics + Tag Manager',
  leads: 'Lead Storage + Portal',
  heat: 'Heatmaps & CRO',
  seo: 'SEO',
  ecom: 'E-commerce',
  ai: 'AI Assistants & Personalization',
  boost: 'Conversion Boosters',
  email: 'Email & Automation',
  support: 'Ongoing Support & Care',
  ads: 'Google Ads (PPC)',
};

/** A feature's name, or the id itself if an old record has one that is no longer in the catalogue. */
export function featureName(id: string): string {
  return Object.hasOwn(FEATURE_NAMES, id) ? FEATURE_NAMES[id as FeatureId] : id;
}

/** True if the text is the id of a feature that can be chosen. */
export function isFeatureId(text: string): text is FeatureId {
  return (FEATURE_IDS as readonly string[]).includes(text);
}

export const PACKAGES = [
  {
    key: 'launch',
    name: 'Launch',
    sub: 'Landing Page',
    features: ['lp', 'brand', 'forms', 'ga4', 'seo', 'host', 'leads', 'heat', 'support'],
  },
  {
    key: 'grow',
    name: 'Grow',
    sub: 'Website',
    features: ['web', 'brand', 'forms', 'heat', 'ga4', 'host', 'leads', 'seo', 'boost', 'support'],
  },
  {
    key: 'pro',
    name: 'Pro',
    sub: 'All-In Website',
    features: [
      'web',
      'seo',
      'ga4',
      'forms',
      'heat',
      'boost',
      'host',
      'leads',
      'email',
      'brand',
      'ecom',
      'ai',
      'support',
    ],
  },
] as const satisfies readonly { key: string; name: string; sub: string; features: readonly FeatureId[] }[];

type CataloguePackage = (typeof PACKAGES)[number];

/** A package of the catalogue by its key. */
export function cataloguePackage<Key extends CataloguePackage['key']>(
  key: Key,
): Extract<CataloguePackage, { key: Key }>;
export function cataloguePackage(key: string): CataloguePackage | undefined {
  return PACKAGES.find((each) => each.key === key);
}

/** The link of a package's button, or of "configure your own" without features (specification section 2). */
export function startUrl(features: readonly FeatureId[] = [ALWAYS_SUGGESTED]): PageAddress {
  return `/start?configure=1&fresh=1&features=${features.join(',')}`;
}

/**
 * The selection of a `features` query parameter: known ids in the catalogue's order, and always support
 * (specification section 5). Absent or empty gives the default selection, support alone.
 */
export function parseFeatureList(list: string | null | undefined): FeatureId[] {
  const wanted = new Set((list ?? '').split(',').map((id) => id.trim().toLowerCase()));
  wanted.add(ALWAYS_SUGGESTED);
  return FEATURE_IDS.filter((id) => wanted.has(id));
}
