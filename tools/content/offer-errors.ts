import { BRIEF, emptyBrief } from '@atelier/domain/onboarding/brief.ts';
import { FEATURE_IDS, type FeatureId } from '@atelier/domain/onboarding/catalogue.ts';
import { estimateBrief } from '@atelier/domain/onboarding/estimate.ts';
import { doubles, slugErrors, textErrors, when } from './rules.ts';
import type { Site } from './site.ts';

/* What is wrong with what the studio offers: features, packages, services, and what they cost. */

/** The sizes of a build, from the smallest. */
const SIZES = ['care', 'additions', 'landing', 'site', 'large'] as const;

/** Says which of the ids are no features of the catalogue. */
export function unknownFeatures(place: string, ids: readonly string[]): string[] {
  const known: readonly string[] = FEATURE_IDS;
  return ids.flatMap((id) =>
    when(!known.includes(id), `${place}: there is no feature “${id}”; there are ${known.join(', ')}.`),
  );
}

const isOffered = ({ featureGroups }: Site, id: FeatureId) =>
  featureGroups.some(({ features }) => features.includes(id));

/** What is wrong with the choice of features. */
export function choiceErrors({ featureGroups, featureNames }: Site): string[] {
  const file = 'content/offer.ts';
  const offered = featureGroups.flatMap(({ features }) => features);
  return [
    ...when(offered.length === 0, `${file}: no feature is offered; one has to be.`),
    ...unknownFeatures(file, [...offered, ...Object.keys(featureNames)]),
    ...doubles(offered).map((id) => `${file}: offers ${id} twice.`),
    ...featureGroups.flatMap(({ name, features }) =>
      when(features.length === 0, `${file}: the group “${name}” has no features; delete it.`),
    ),
    ...textErrors(file, { featureGroups, featureNames }),
  ];
}

/** As many as the comparison has columns for. */
const MOST_PACKAGES = 3;

/** What is wrong with what packages cost, how long builds take, and the words around the packages. */
export function packageErrors(site: Site): string[] {
  const { packages, crmChoices } = site;
  const file = 'content/packages.ts';
  const featured = packages.filter((each) => each.featured);
  const none = BRIEF.crm.empty;
  return [
    ...packagePriceErrors(site),
    ...spanErrors(site),
    ...when(
      packages.length === 0 || packages.length > MOST_PACKAGES,
      `${file}: there are ${packages.length} packages; one to three are wanted.`,
    ),
    ...doubles(packages.map(({ key }) => key)).map((key) => `${file}: two packages have the key “${key}”.`),
    ...packages.flatMap(({ key, features }) => unknownFeatures(`${file}, “${key}”`, features)),
    ...textErrors(file, packages),
    ...when(featured.length !== 1, `${file}: ${featured.length} packages are featured; one has to be.`),
    ...when(
      crmChoices.length !== 5 || crmChoices.at(0) !== none || crmChoices.at(-1) !== 'Other',
      `content/questions.ts: crm has to offer ${none}, three products and Other.`,
    ),
    ...textErrors('what content/prices.ts and content/claims.ts make of the texts', site.calculated),
  ];
}

function packagePriceErrors(site: Site): string[] {
  const { prices, packages } = site;
  const file = 'content/prices.ts';
  const { support } = prices.features;
  const estimates = packages.map(({ key, features }) => ({
    key,
    ...estimateBrief({ ...emptyBrief(), features: features.filter((id) => isOffered(site, id)) }, prices),
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

/** What is wrong with the services, and the words of their features. */
export function serviceErrors(site: Site): string[] {
  const { featureCopy, serviceSections, serviceCards, cases } = site;
  const slugs = cases.map(({ slug }) => slug);
  const explained = serviceSections.flatMap(({ features }) => features);
  const services = 'content/services.ts';
  return [
    ...FEATURE_IDS.flatMap((id) => {
      const copy: Partial<typeof featureCopy.web> = featureCopy[id] ?? {};
      const place = `content/features.ts, ${id}`;
      return [
        ...when(!copy.blurb, `${place}: has no blurb.`),
        ...when(copy.bullets?.length !== 3, `${place}: has ${copy.bullets?.length ?? 0} bullets, not three.`),
        ...textErrors(place, copy),
        ...when(
          isOffered(site, id) && !explained.includes(id),
          `${services}: no section explains ${id}, which content/offer.ts offers.`,
        ),
      ];
    }),
    ...doubles(explained).map((id) => `${services}: two sections explain ${id}.`),
    ...textErrors(services, serviceSections),
    ...doubles(serviceSections.map(({ anchor }) => anchor)).map(
      (anchor) => `${services}: two sections have the anchor “${anchor}”.`,
    ),
    ...when(serviceCards.length === 0, `${services}: no card is of a feature that content/offer.ts offers.`),
    ...doubles(serviceCards.map(({ key }) => key)).map(
      (key) => `${services}: two cards have the key “${key}”.`,
    ),
    ...serviceSections.flatMap(({ anchor, shownBy }) => [
      ...slugErrors(`${services}, “${anchor}”`, anchor),
      ...when(
        Boolean(shownBy) && !slugs.includes(shownBy ?? ''),
        `${services}, “${anchor}”: shownBy names “${shownBy}”, and there is no such case${slugs.length > 0 ? `; there are ${slugs.join(', ')}` : ': delete it'}.`,
      ),
    ]),
  ];
}
