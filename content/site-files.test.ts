import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { cases } from './cases.ts';
import { questionGroups } from './faq.ts';
import { accountPages, pages } from './pages.ts';
import { type PictureName, pictures, pictureWidths } from './pictures.ts';
import { posts } from './posts.ts';
import { serviceAnchors } from './service-anchors.ts';

const folder = import.meta.dirname;
const BUDGET = 60_000;
const textFolders = ['cases', 'posts', 'legal'] as const;

const slugsIn = (name: string) =>
  readdirSync(join(folder, name))
    .map((file) => file.replace(/\.mdx$/, ''))
    .sort();

const texts = textFolders.flatMap((name) =>
  slugsIn(name).map((slug) => ({
    name: `${name}/${slug}`,
    text: readFileSync(join(folder, name, `${slug}.mdx`), 'utf8'),
  })),
);

/** Where a link within the site may lead. */
const addresses = new Set([
  ...Object.values({ ...pages, ...accountPages }).map(({ path }) => path),
  ...Object.keys(serviceAnchors).map((anchor) => `${pages.services.path}#${anchor}`),
  ...cases.map(({ slug }) => `/work/${slug}`),
  ...posts.map(({ slug }) => `/blog/${slug}`),
  // Behind a sign-in.
  '/profile',
  '/start',
  '/client-portal',
]);

const figuresIn = (text: string) =>
  [...text.matchAll(/<Figure name="([^"]*)"/g)].map(([, name = '']) => name);

describe('texts', () => {
  it('are there for every case, every post and both legal pages, and for nothing else', () => {
    expect(slugsIn('cases')).toEqual(cases.map(({ slug }) => slug).sort());
    expect(slugsIn('posts')).toEqual(posts.map(({ slug }) => slug).sort());
    expect(slugsIn('legal')).toEqual(['privacy', 'terms']);
  });

  test.each(texts)('$name uses parts and pictures that there are', ({ text }) => {
    const parts = [...text.matchAll(/<([A-Z]\w*)/g)].map(([, part]) => part);
    expect(parts.filter((part) => part !== 'Figure')).toEqual([]);
    for (const figure of figuresIn(text)) expect(Object.keys(pictures)).toContain(figure);
    expect(text, 'the page brings its own h1').not.toMatch(/^# /m);
  });

  test.each(texts)('$name leads to pages that there are', ({ text }) => {
    const links = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !addresses.has(link))).toEqual([]);
  });

  it('show pictures in every case study', () => {
    for (const { slug } of cases) {
      const found = texts.find(({ name }) => name === `cases/${slug}`);
      expect(figuresIn(found?.text ?? '').length, slug).toBeGreaterThan(0);
    }
  });
});

describe('answers', () => {
  it('lead to pages that there are', () => {
    const links = questionGroups.flatMap(({ questions }) => questions.flatMap(({ link }) => link?.to ?? []));
    expect(links.filter((link) => !addresses.has(link))).toEqual([]);
  });
});

describe('pictures', () => {
  const names = Object.keys(pictures) as PictureName[];
  const expected = names.flatMap((name) =>
    pictureWidths(name).flatMap((width) => [`${name}-${width}.avif`, `${name}-${width}.webp`]),
  );

  it('lie there in every width and format, and no others do', () => {
    expect(readdirSync(join(folder, 'pictures')).sort()).toEqual([...expected].sort());
  });

  test.each(expected)('%s weighs little', (file) => {
    const path = join(folder, 'pictures', file);
    expect(existsSync(path) ? statSync(path).size : 0).toBeLessThanOrEqual(BUDGET);
  });

  test.each(names)('%s is described in a sentence', (name) => {
    expect(pictures[name].alt).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('are each shown somewhere', () => {
    const inTexts = texts.flatMap(({ text }) => figuresIn(text));
    const covers = [...cases, ...posts].map(({ cover }) => cover);
    // The page about the studio names its own.
    const shown = new Set<string>([...inTexts, ...covers, 'studio-desk']);
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });
});
