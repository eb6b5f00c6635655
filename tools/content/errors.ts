import { parsePublicEmail } from '@atelier/domain/email-address.ts';
import { buildSize, formatSpan } from '@atelier/domain/onboarding/estimate.ts';
import { isWebLink } from '@atelier/domain/text.ts';
import { colorErrors } from './color-errors.ts';
import { choiceErrors, packageErrors, serviceErrors, unknownFeatures } from './offer-errors.ts';
import {
  descriptionErrors,
  doubles,
  isDay,
  pictureErrors,
  slugErrors,
  textErrors,
  tooLong,
  when,
  wideWordErrors,
  writtenErrors,
} from './rules.ts';
import type { Site } from './site.ts';

/** What is valid but may be a mistake, a sentence each. A build continues. */
export function findWarnings({ posts }: Site, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  return posts.flatMap(({ slug, published }) =>
    when(
      isDay(published) && published > today,
      `content/posts.ts, “${slug}”: its day, ${published}, is yet to come; it is shown already.`,
    ),
  );
}

/**
 * Everything missing or contradictory in the content, a sentence each with file and place. A build stops at the first
 * of them; empty when all is well.
 */
export function findErrors(site: Site): string[] {
  return [
    ...studioErrors(site),
    ...priceErrors(site),
    ...choiceErrors(site),
    ...packageErrors(site),
    ...serviceErrors(site),
    ...pageErrors(site),
    ...caseErrors(site),
    ...postErrors(site),
    ...testimonialErrors(site),
    ...questionErrors(site),
    ...pictureErrors(site),
    ...writtenErrors(site),
    ...textErrors('content/about.ts', site.about),
    ...personErrors(site),
    ...colorErrors(site),
    ...when(!isDay(site.legalChanged), `content/legal.ts: “${site.legalChanged}” is no day like 2026-11-02.`),
  ];
}

function isSecureOrigin(text: string): boolean {
  return isWebLink(text) && new URL(text).protocol === 'https:' && new URL(text).origin === text;
}

function studioErrors({ studio }: Site): string[] {
  const { name, tagline, description, url, email, phone, social } = studio;
  const file = 'content/studio.ts';
  return [
    ...textErrors(file, { name, tagline, description }),
    // What stands beside the menu's button in the header of a narrow phone.
    ...tooLong(`${file}: the name`, name, 24),
    // The title of the home page.
    ...tooLong(`${file}: the tagline`, tagline, 50),
    ...wideWordErrors(`${file}: the tagline`, tagline, 14),
    ...descriptionErrors(`${file}: the description`, description),
    ...when(
      parsePublicEmail(email) === undefined,
      `${file}: the email “${email}” is no address that mail reaches.`,
    ),
    ...when(!isSecureOrigin(url), `${file}: the url “${url}” is none like https://studio.example.`),
    ...when(
      phone !== '' && !/\d{3}/.test(phone.replace(/\D/g, '')),
      `${file}: “${phone}” cannot be dialled.`,
    ),
    ...social.flatMap((each) =>
      when(!isWebLink(each.url), `${file}: the link to ${each.name} is no web address: “${each.url}”.`),
    ),
  ];
}

function personErrors({ person: { signature, ...texts } }: Site): string[] {
  const file = 'content/person.ts';
  return [
    ...textErrors(file, texts),
    ...tooLong(`${file}: the biography`, texts.biography, 220),
    ...when(
      !/^(?:[Mm][MmLlHhVvCcSsQqTtAaZz\d\s,.-]*)?$/.test(signature),
      `${file}: the signature is no drawing: it takes the d of an SVG path, or nothing.`,
    ),
  ];
}

function priceErrors({ prices, claims }: Site): string[] {
  const file = 'content/prices.ts';
  const { carePerMonth, extraPage } = prices;
  const ranges = Object.entries({ ...prices.features, carePerMonth, extraPage });
  const isPrice = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
  const { landing } = prices.spans;
  return [
    ...ranges.flatMap(([name, { low, high }]) => [
      ...when(!isPrice(low) || !isPrice(high), `${file}: ${name} needs prices in whole dollars.`),
      ...when(high < low, `${file}: ${name} costs at least ${low} and at most ${high}, which is less.`),
    ]),
    ...Object.entries(prices.spans).flatMap(([name, { minDays, maxDays }]) =>
      when(maxDays < minDays, `${file}: ${name} takes ${minDays} days at least and ${maxDays} at most.`),
    ),
    ...when(
      claims.reservePercent + claims.launchPercent !== 100,
      'content/claims.ts: what is paid to reserve and at launch is not 100% together.',
    ),
    ...when(
      claims.fromFirstCall.maxDays <= landing.maxDays ||
        formatSpan(claims.fromFirstCall) === formatSpan(landing),
      'content/claims.ts: a landing page cannot be live as soon after the first call (fromFirstCall) as building it takes (content/prices.ts, spans.landing).',
    ),
    ...when(
      claims.rating.value.toFixed(1) !== claims.rating.text,
      'content/claims.ts: the rating in figures is not the one in words.',
    ),
  ];
}

function pageErrors({ pages }: Site): string[] {
  const file = 'content/pages.ts';
  const twice = (what: 'path' | 'title' | 'description') =>
    doubles(pages.map((page) => page[what])).map((text) => `${file}: two pages have the ${what} “${text}”.`);
  return [
    ...textErrors(file, pages),
    ...(['path', 'title', 'description'] as const).flatMap(twice),
    // Those of the home page stand in studio.ts.
    ...pages
      .slice(1)
      .flatMap(({ path, title, description }) => [
        ...tooLong(`${file}, ${path}: the title`, title, 50),
        ...wideWordErrors(`${file}, ${path}: the title`, title, 17),
        ...descriptionErrors(`${file}, ${path}: the description`, description),
      ]),
  ];
}

function caseErrors({ cases, testimonials, prices, packages }: Site): string[] {
  const file = 'content/cases.ts';
  return [
    ...doubles(cases.map(({ slug }) => slug)).map((slug) => `${file}: two cases have the slug “${slug}”.`),
    ...textErrors(file, cases),
    ...cases.flatMap((study) => {
      const place = `${file}, “${study.slug}”`;
      const begun = packages.find(({ key }) => key === study.package);
      const { minDays, maxDays } = prices.spans[buildSize(study.features)];
      const said = testimonials.find(({ key }) => key === study.testimonial);
      return [
        ...slugErrors(place, study.slug),
        ...tooLong(`${place}: the title`, study.title, 60),
        ...wideWordErrors(`${place}: the title`, study.title, 17),
        ...descriptionErrors(`${place}: the summary`, study.summary),
        ...when(
          study.package !== undefined && !begun,
          `${place}: there is no package “${study.package}”; there are ${packages.map(({ key }) => key).join(', ')}.`,
        ),
        ...unknownFeatures(place, study.features),
        ...study.features.flatMap((id) =>
          when(
            begun?.features.every((feature) => feature !== id) ?? false,
            `${place}: ${id} is not in the package ${study.package} that it began with.`,
          ),
        ),
        ...when(
          study.took.days < minDays || study.took.days > maxDays,
          `${place}: took ${study.took.days} days; by content/prices.ts work of this size takes ${minDays} to ${maxDays}.`,
        ),
        ...when(
          study.testimonial !== undefined && said?.company !== study.client,
          `${place}: the testimonial “${study.testimonial}” is none by ${study.client}.`,
        ),
      ];
    }),
  ];
}

function postErrors({ posts }: Site): string[] {
  const file = 'content/posts.ts';
  return [
    ...doubles(posts.map(({ slug }) => slug)).map((slug) => `${file}: two posts have the slug “${slug}”.`),
    ...textErrors(file, posts),
    ...posts.flatMap(({ slug, title, description, published }, position) => [
      ...slugErrors(`${file}, “${slug}”`, slug),
      ...tooLong(`${file}, “${slug}”: the title`, title, 60),
      ...wideWordErrors(`${file}, “${slug}”: the title`, title, 17),
      ...descriptionErrors(`${file}, “${slug}”: the description`, description),
      ...when(!isDay(published), `${file}, “${slug}”: “${published}” is no day like 2026-11-02.`),
      ...when(
        published > (posts[position - 1]?.published ?? published),
        `${file}, “${slug}”: is newer than the one before it; the newest comes first.`,
      ),
    ]),
  ];
}

function testimonialErrors({ testimonials }: Site): string[] {
  const file = 'content/testimonials.ts';
  return [
    ...doubles(testimonials.map(({ key }) => key)).map((key) => `${file}: two have the key “${key}”.`),
    ...doubles(testimonials.map(({ quote }) => quote)).map((quote) => `${file}: two say “${quote}”.`),
    ...textErrors(file, testimonials),
    ...testimonials.flatMap(({ key, quote, module }) => [
      // Set large, on a phone half a screen.
      ...tooLong(`${file}, “${key}”: the quote`, quote, 280),
      ...unknownFeatures(`${file}, “${key}”`, [module]),
    ]),
  ];
}

function questionErrors({ questionGroups }: Site): string[] {
  const file = 'content/faq.ts';
  const questions = questionGroups.flatMap((group) => group.questions);
  return [
    ...when(questions.length === 0, `${file}: there are no questions.`),
    ...when(
      questions.filter(({ onHome }) => onHome).length < 4,
      `${file}: at least four questions have to be marked onHome for the home page.`,
    ),
    ...textErrors(file, questionGroups),
    ...doubles(questions.map(({ key }) => key)).map((key) => `${file}: two questions have the key “${key}”.`),
    ...doubles(questions.map(({ question }) => question)).map((text) => `${file}: asks twice “${text}”`),
    ...doubles(questionGroups.map(({ key }) => key)).map((key) => `${file}: two groups are called “${key}”.`),
    ...questionGroups.flatMap((group) =>
      when(group.questions.length === 0, `${file}, “${group.key}”: has no questions.`),
    ),
    ...questions.flatMap(({ key, question, answer }) => [
      ...when(!question.endsWith('?'), `${file}, “${key}”: the question ends without a question mark.`),
      ...when(answer.length === 0, `${file}, “${key}”: has no answer.`),
    ]),
  ];
}
