import { FEATURE_IDS, PACKAGES } from '@atelier/domain/catalogue.ts';
import { buildSize } from '@atelier/domain/estimate.ts';
import { describe, expect, it, test } from 'vitest';
import { about } from './about.ts';
import { cases } from './cases.ts';
import { claims } from './claims.ts';
import { homeQuestions, questionGroups } from './faq.ts';
import { legalChanged } from './legal.ts';
import { packageOffers } from './package-offers.ts';
import { accountPages, pages } from './pages.ts';
import { posts } from './posts.ts';
import { prices } from './prices.ts';
import { afterLaunch, processSteps, workingRules } from './process.ts';
import { serviceAnchors } from './service-anchors.ts';
import { serviceCards, serviceSections } from './services.ts';
import { testimonials } from './testimonials.ts';

const unique = (list: readonly unknown[]) => expect(new Set(list).size).toBe(list.length);
const questions = questionGroups.flatMap((group) => group.questions);

/** Every text in a value, however deep. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

describe('what the site promises', () => {
  it('says the rating in figures as in words', () => {
    expect(claims.rating.value.toFixed(1)).toBe(claims.rating.text);
  });

  it('gives every package the span of its size', () => {
    const { landing, site, large } = claims.timelines;
    expect(packageOffers.map(({ key, takes }) => [key, takes])).toEqual([
      ['launch', landing],
      ['grow', site],
      ['pro', large],
    ]);
  });
});

describe('services', () => {
  it('have a section for every anchor, in the order of the menus', () => {
    expect(serviceSections.map(({ anchor }) => anchor)).toEqual(Object.keys(serviceAnchors));
  });

  it('explain every feature of the catalogue once', () => {
    const explained = serviceSections.flatMap(({ features }) => features);
    expect([...explained].sort()).toEqual([...FEATURE_IDS].sort());
  });

  it('come in ten kinds with three points each', () => {
    expect(serviceCards).toHaveLength(10);
    unique(serviceCards.map(({ key }) => key));
    unique(serviceCards.map(({ text }) => text));
    for (const { bullets } of serviceCards) expect(bullets).toHaveLength(3);
  });
});

describe('pages', () => {
  const all = Object.values({ ...pages, ...accountPages });

  it('have addresses, titles and descriptions of their own', () => {
    unique(all.map(({ path }) => path));
    unique(all.map(({ title }) => title));
    unique(all.map(({ description }) => description));
  });

  test.each(all.map((page) => [page.path, page] as const))('%s fits where it is shown', (_, page) => {
    expect(page.title.length).toBeLessThanOrEqual(50);
    expect(page.description.length).toBeGreaterThanOrEqual(70);
    expect(page.description.length).toBeLessThanOrEqual(160);
  });
});

describe('case studies', () => {
  it('have addresses of their own', () => unique(cases.map(({ slug }) => slug)));

  test.each(cases.map((study) => [study.slug, study] as const))('%s agrees with itself', (_, study) => {
    expect(study.summary.length).toBeGreaterThanOrEqual(70);
    expect(study.summary.length).toBeLessThanOrEqual(160);
    const { minDays, maxDays } = prices.spans[buildSize(study.features)];
    expect(study.took.days, 'takes what its size takes').toBeGreaterThanOrEqual(minDays);
    expect(study.took.days, 'takes what its size takes').toBeLessThanOrEqual(maxDays);
    const begun = PACKAGES.find(({ key }) => key === study.package);
    const inPackage = study.features.filter((id) => begun?.features.some((feature) => feature === id));
    expect(inPackage, 'is made of its package').toHaveLength(study.features.length);
    expect(testimonials.find(({ key }) => key === study.testimonial)?.company).toBe(study.client);
  });
});

describe('posts', () => {
  it('have addresses of their own and come newest first', () => {
    unique(posts.map(({ slug }) => slug));
    const days = posts.map(({ published }) => published);
    expect(days).toEqual([...days].sort().reverse());
  });

  test.each(posts.map((post) => [post.slug, post] as const))('%s fits where it is shown', (_, post) => {
    expect(post.title.length).toBeLessThanOrEqual(60);
    expect(post.description.length).toBeGreaterThanOrEqual(70);
    expect(post.description.length).toBeLessThanOrEqual(160);
    expect(new Date(`${post.published}T00:00:00Z`).toISOString()).toContain(post.published);
  });
});

describe('words', () => {
  it('answer each question once, and enough of them at home', () => {
    unique(questions.map(({ key }) => key));
    unique(questions.map(({ question }) => question));
    expect(homeQuestions.length).toBeGreaterThanOrEqual(4);
    for (const { question, answer } of questions) {
      expect(question).toMatch(/\?$/);
      expect(answer.length).toBeGreaterThan(0);
    }
  });

  it('let every client speak once', () => {
    unique(testimonials.map(({ key }) => key));
    unique(testimonials.map(({ quote }) => quote));
  });

  it('leave nothing empty, unfinished or unresolved', () => {
    const content = { about, cases, questionGroups, packageOffers, pages, accountPages, posts, processSteps };
    const more = { afterLaunch, workingRules, serviceSections, testimonials, claims };
    for (const text of textsIn([content, more])) {
      expect(text.trim(), 'a text').toBe(text);
      expect(text).not.toBe('');
      expect(text).not.toMatch(/undefined|NaN|\[object|lorem|todo|\$\{/i);
    }
  });

  it('say when the legal pages changed', () => {
    expect(new Date(`${legalChanged}T00:00:00Z`).toISOString()).toContain(legalChanged);
  });
});
