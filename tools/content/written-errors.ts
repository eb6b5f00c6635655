import { PAGES } from '@atelier/domain/pages.ts';
import { headingId } from '@atelier/domain/text.ts';
import { when } from './rules.ts';
import type { Site, SiteText } from './site.ts';

/** What a picture's file may weigh at most, in bytes. */
const PICTURE_BUDGET = 60_000;

/** Behind a sign-in. */
const SIGNED_IN = [PAGES.profile, PAGES.start, PAGES.portal];

const figuresIn = (text: string) =>
  [...text.matchAll(/<Figure\s[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) => name);

/** What is wrong with the pictures: described, there in every width and format, light, and shown. */
export function pictureErrors({ pictures, pictureFiles, cases, posts, about, texts }: Site): string[] {
  const file = 'content/pictures.ts';
  const names = new Set<string>(pictures.map(({ name }) => name));
  const expected = pictures.flatMap(({ name, widths }) =>
    widths.flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
  );
  const shown = [
    { by: 'content/about.ts', name: about.picture },
    ...cases.map(({ slug, cover }) => ({ by: `content/cases.ts, “${slug}”`, name: cover as string })),
    ...posts.map(({ slug, cover }) => ({ by: `content/posts.ts, “${slug}”`, name: cover as string })),
    ...texts.flatMap(({ name, text }) =>
      figuresIn(text).map((figure) => ({ by: `content/${name}.mdx`, name: figure })),
    ),
  ];
  return [
    ...shown.flatMap(({ by, name }) =>
      when(!names.has(name), `${by}: there is no picture “${name}” in ${file}.`),
    ),
    ...pictures.flatMap(({ name, alt }) => [
      ...when(
        !/^\p{Lu}.{20,}\.$/su.test(alt),
        `${file}, “${name}”: alt has to be a sentence for those who do not see it, with a full stop.`,
      ),
      ...when(!shown.some((each) => each.name === name), `${file}, “${name}”: is shown nowhere.`),
    ]),
    ...expected.flatMap((name) => {
      const weight = pictureFiles[name];
      if (weight === undefined) return [`content/pictures: ${name} is missing.`];
      return when(
        weight > PICTURE_BUDGET,
        `content/pictures: ${name} weighs ${weight} bytes, more than ${PICTURE_BUDGET}.`,
      );
    }),
    ...Object.keys(pictureFiles).flatMap((name) =>
      when(!expected.includes(name), `content/pictures: ${name} belongs to no picture of ${file}.`),
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
function anchorsOf({ pages, texts, serviceAnchors, questionGroups }: Site): Map<string, readonly string[]> {
  const headings = ({ text }: SiteText) =>
    [...text.matchAll(/^#{2,4} (.+)$/gm)].map(([, words = '']) => headingId(words));
  return new Map<string, readonly string[]>([
    ...SIGNED_IN.map((path) => [path, []] as const),
    ...pages.map(({ path }) => [path, []] as const),
    [PAGES.services, Object.keys(serviceAnchors)],
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
