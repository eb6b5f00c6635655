import { BRIEF, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { PACKAGES } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { textErrors, when } from './rules.ts';
import type { Site } from './site.ts';

/** The sizes of a build, from the smallest. */
const SIZES = ['care', 'additions', 'landing', 'site', 'large'] as const;

/** What is wrong with what packages cost, how long builds take, and the words around the packages. */
export function packageErrors(site: Site): string[] {
  const featured = Object.values(site.packageCopy).filter((copy) => copy.featured);
  const { crmChoices } = site;
  const none = BRIEF.crm.empty;
  return [
    ...priceErrors(site),
    ...spanErrors(site),
    ...PACKAGES.flatMap(({ key }) =>
      when(!site.packageCopy[key], `content/packages.ts: the package ${key} has no words.`),
    ),
    ...textErrors('content/packages.ts', site.packageCopy),
    ...when(
      featured.length !== 1,
      `content/packages.ts: ${featured.length} packages are featured; one has to be.`,
    ),
    ...when(
      crmChoices.length !== 5 || crmChoices.at(0) !== none || crmChoices.at(-1) !== 'Other',
      `content/questions.ts: crm has to offer ${none}, three products and Other.`,
    ),
    ...textErrors('what content/prices.ts and content/claims.ts make of the texts', site.calculated),
  ];
}

function priceErrors({ prices }: Site): string[] {
  const file = 'content/prices.ts';
  const { support } = prices.features;
  const estimates = PACKAGES.map(({ key, features }) => ({
    key,
    ...estimateBrief({ ...emptyBrief(), features: [...features] }, prices),
  }));
  return [
    ...estimates.flatMap(({ key, low, high }, place) => {
      const before = estimates[place - 1];
      return [
        ...when(!(low > 0), `${file}: the package ${key} costs nothing.`),
        ...when(!(low < high), `${file}: the package ${key} has no range, from ${low} to ${high}.`),
        ...when(
          before !== undefined && !(low > before.low),
          `${file}: the least that ${key} costs is no more than that of ${before?.key}, the package before it.`,
        ),
        ...when(
          before !== undefined && !(high > before.high),
          `${file}: the most that ${key} costs is no more than that of ${before?.key}, the package before it.`,
        ),
      ];
    }),
    ...when(
      support.low !== 0 || support.high !== 0,
      `${file}: support is paid by the month, so its price belongs in carePerMonth alone.`,
    ),
  ];
}

function spanErrors({ prices: { spans } }: Site): string[] {
  return SIZES.slice(1).flatMap((size, place) => {
    const before = SIZES[place] ?? 'care';
    return when(
      spans[size].minDays < spans[before].minDays || spans[size].maxDays < spans[before].maxDays,
      `content/prices.ts: spans.${size} is shorter than spans.${before}.`,
    );
  });
}
