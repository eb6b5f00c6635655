import { PAGES } from '@atelier/domain/pages.ts';
import { headingId } from '@atelier/domain/text.ts';
import type { Site, SiteText } from './site.ts';

/** Rules that several parts of the content share. Each gives sentences: nothing where all is well. */

/** The sentence, if it is true. */
export const when = (isWrong: boolean, sentence: string): string[] => (isWrong ? [sentence] : []);

/** The values of a list that come more than once, each once. */
export function doubles(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}

const letters = (text: string) => [...text].length;

/** Says that a text is longer than what it is shown in. */
export function tooLong(what: string, text: string, most: number): string[] {
  return when(letters(text) > most, `${what} has ${letters(text)} letters; at most ${most} fit.`);
}

/** Says which words of a heading are wider than a phone: they would be cut off. */
export function wideWordErrors(what: string, heading: string, most: number): string[] {
  return heading
    .split(/[\s\u00ad/–—-]+/)
    .flatMap((word) =>
      when(
        letters(word) > most,
        `${what}: “${word}” is wider than a phone. Put soft hyphens (\\u00ad) in it, or take another word.`,
      ),
    );
}

/** Search engines show a description of this length whole, and think little of a shorter one. */
export function descriptionErrors(what: string, text: string): string[] {
  const count = letters(text);
  return when(count < 70 || count > 160, `${what} has ${count} letters; 70 to 160 are wanted.`);
}

/** Says that a part of an address holds what addresses do not: small letters, figures and single hyphens are good. */
export function slugErrors(what: string, slug: string): string[] {
  return when(
    !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug),
    `${what}: the slug may have small letters a to z, figures and single hyphens alone.`,
  );
}

/** Whether the text is a day of the calendar, "2026-11-02". */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Says which texts in a value, however deep, are empty, unfinished or have a gap. */
export function textErrors(what: string, value: unknown): string[] {
  if (typeof value === 'string') {
    return [
      ...when(value.trim() === '', `${what} is empty.`),
      ...when(value !== '' && value.trim() !== value, `${what} begins or ends with a space.`),
      ...when(
        /\b(undefined|NaN|lorem|todo)\b|\[object|\$\{/i.test(value),
        `${what} is unfinished: “${value.slice(0, 60)}”.`,
      ),
    ];
  }
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => textErrors(`${what}, ${labelOf(name, part)}`, part));
}

/** How a part of a list or an object is called: by its own key where it has one, else by its place. */
function labelOf(name: string, part: unknown): string {
  if (!/^\d+$/.test(name)) return name;
  const named = part && typeof part === 'object' ? (part as Record<string, unknown>) : {};
  const own = named.key ?? named.slug ?? named.anchor ?? named.path;
  return typeof own === 'string' ? `“${own}”` : `number ${Number(name) + 1}`;
}

/** What a picture's file may weigh at most, in bytes. */
const PICTURE_BUDGET = 60_000;

/** Behind a sign-in. */
const SIGNED_IN = [PAGES.profile, PAGES.start, PAGES.portal];

const figuresIn = (text: string) =>
  [...text.matchAll(/<Figure\s[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) => name);

/** What is wrong with the pictures: described, there in every width and format, light, and shown. */
export function pictureErrors({
  pictures,
  pictureFiles,
  cases,
  posts,
  about,
  serviceSections,
  calculated: { processSteps },
  texts,
}: Site): string[] {
  const file = 'content/pictures.ts';
  const names = new Set<string>(pictures.map(({ name }) => name));
  const expected = pictures.flatMap(({ name, widths }) =>
    widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
  );
  const shown = [
    { by: 'content/about.ts', name: about.picture },
    { by: 'content/person.ts', name: 'portrait' },
    ...cases.map(({ slug, cover }) => ({ by: `content/cases.ts, “${slug}”`, name: cover as string })),
    ...posts.map(({ slug, cover }) => ({ by: `content/posts.ts, “${slug}”`, name: cover as string })),
    ...serviceSections.flatMap(({ anchor, shownBy, picture }) =>
      shownBy && picture ? [{ by: `content/services.ts, “${anchor}”`, name: picture as string }] : [],
    ),
    ...processSteps.map(({ title, shows }) => ({
      by: `content/process.ts, “${title}”`,
      name: shows.picture as string,
    })),
    ...texts.flatMap(({ name, text }) =>
      figuresIn(text).map((figure) => ({ by: `content/${name}.mdx`, name: figure })),
    ),
  ];
  const strays = Object.keys(pictureFiles).filter((name) => !expected.includes(name));
  const pictureOf = (name: string) => name.replace(/-\d+\.\w+$/, '');
  return [
    ...shown.flatMap(({ by, name }) =>
      when(!names.has(name), `${by}: there is no picture “${name}” in ${file}.`),
    ),
    ...pictures.flatMap(({ name, alt }) => [
      ...when(
        !/^\p{Lu}.{20,}\.$/su.test(alt),
        `${file}, “${name}”: alt has to be a sentence for those who do not see it, with a full stop.`,
      ),
      ...when(
        !shown.some((each) => each.name === name),
        `${file}, “${name}”: is shown nowhere; delete it, and its files.`,
      ),
    ]),
    ...expected.flatMap((name) => {
      const weight = pictureFiles[name];
      if (weight === undefined) return [`content/pictures: ${name} is missing.`];
      return when(
        weight > PICTURE_BUDGET,
        `content/pictures: ${name} weighs ${weight} bytes, more than ${PICTURE_BUDGET}.`,
      );
    }),
    ...Object.entries(Object.groupBy(strays, pictureOf)).map(
      ([name, files = []]) =>
        `content/pictures: ${files.length === 1 ? `${files[0]} belongs` : `the ${files.length} files ${name}-* belong`} to no picture of ${file}.`,
    ),
  ];
}

/** What is wrong with the texts: one for each case and post, made of what texts may have, leading to what there is. */
export function writtenErrors(site: Site): string[] {
  const { texts, cases, posts, questionGroups, studio } = site;
  const wanted = [
    ...cases.map(({ slug }) => `cases/${slug}`),
    ...posts.map(({ slug }) => `posts/${slug}`),
    'legal/privacy',
    'legal/terms',
  ];
  const anchors = anchorsOf(site);
  return [
    ...wanted.flatMap((name) =>
      when(!texts.some((each) => each.name === name), `content/${name}.mdx is missing.`),
    ),
    ...texts.flatMap(({ name, text }) => [
      ...when(!wanted.includes(name), `content/${name}.mdx belongs to no case, post or legal page.`),
      ...proseErrors(`content/${name}.mdx`, text),
      ...when(
        name.startsWith('cases/') && figuresIn(text).length === 0,
        `content/${name}.mdx: a case study shows at least one picture (<Figure name="…" />).`,
      ),
      ...linksIn(text).flatMap((link) =>
        linkErrors(`content/${name}.mdx`, link, anchors, studio.url, addressOf(name)),
      ),
    ]),
    ...questionGroups.flatMap(({ questions }) =>
      questions.flatMap(({ key, link }) =>
        link ? linkErrors(`content/faq.ts, “${key}”`, link.to, anchors, studio.url) : [],
      ),
    ),
  ];
}

/** Without code, in which anything may stand. */
const withoutCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');

function proseErrors(file: string, text: string): string[] {
  const prose = withoutCode(text);
  const parts = [...prose.matchAll(/<\/?([A-Za-z][\w-]*)/g)].map(([, part = '']) => part);
  const foreign = [...new Set(parts.filter((part) => part !== 'Figure'))];
  return [
    ...foreign.map(
      (part) => `${file}: <${part}> is nothing that a text may have; Markdown and <Figure /> are.`,
    ),
    ...when(/^# /m.test(prose), `${file}: begin headings with ##, the page brings its own title.`),
  ];
}

const linksIn = (text: string) =>
  [...withoutCode(text).matchAll(/\]\(([^)\s]*)[^)]*\)/g)].map(([, link = '']) => link);

/** "posts/x" is at /blog/x. */
const addressOf = (name: string) =>
  `/${name
    .replace(/^legal\//, '')
    .replace(/^posts/, 'blog')
    .replace(/^cases/, 'work')}`;

/** Every address within the site with the anchors that it has. */
function anchorsOf({ pages, texts, serviceSections, questionGroups }: Site): Map<string, readonly string[]> {
  const headings = ({ text }: SiteText) =>
    [...text.matchAll(/^#{2,4} (.+)$/gm)].map(([, words = '']) => headingId(words));
  return new Map<string, readonly string[]>([
    ...SIGNED_IN.map((path) => [path, []] as const),
    ...pages.map(({ path }) => [path, []] as const),
    [PAGES.services, serviceSections.map(({ anchor }) => anchor)],
    [PAGES.faq, questionGroups.map(({ key }) => key)],
    ...texts.map((text) => [addressOf(text.name), headings(text)] as const),
  ]);
}

function linkErrors(
  place: string,
  link: string,
  anchors: Map<string, readonly string[]>,
  url: string,
  own = '',
): string[] {
  if (/^(https:\/\/|mailto:|tel:)/.test(link)) {
    return when(
      link.startsWith(`${url}/`),
      `${place}: write “${link}” without ${url}, so that it leads there from anywhere.`,
    );
  }
  if (!/^[/#]/.test(link)) return [`${place}: “${link}” leads nowhere: write /page, #heading or https://….`];
  const [path = '', anchor] = link.split('#');
  const known = anchors.get(path || own);
  if (!known) return [`${place}: leads to ${link}, and there is no such page.`];
  return when(
    anchor !== undefined && !known.includes(anchor),
    `${place}: leads to ${link}, and there is no such place on that page.`,
  );
}
