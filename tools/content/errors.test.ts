import { describe, expect, it, test } from 'vitest';

import { findErrors, findWarnings } from './errors.ts';
import { readSite, type Site } from './site.ts';

const site = readSite();

describe('findErrors', () => {
  it('accepts the real content', () => {
    expect(findErrors(site)).toEqual([]);
  });

  /** The site with something of it broken. */
  function broken(change: (site: Unlocked<Site>) => void): Site {
    const copy = structuredClone(site) as Unlocked<Site>;
    // A text of its own to break, whatever the owner has written.
    copy.pictures.push({ name: 'sample', alt: 'A sample picture with nothing to be seen.', widths: [480] });
    Object.assign(copy.pictureFiles, { 'sample-480.avif': 1, 'sample-480.webp': 1 });
    copy.posts.push({ ...SAMPLE_POST });
    copy.texts.push({ name: 'posts/sample', text: '## A place\n\nWords.' });
    copy.testimonials.push({ ...SAMPLE_VOICE });
    expect(findErrors(copy as unknown as Site)).toEqual([]);
    change(copy);
    return copy as unknown as Site;
  }

  type Unlocked<Value> = Value extends (...given: never[]) => unknown
    ? Value
    : Value extends object
      ? { -readonly [Name in keyof Value]: Unlocked<Value[Name]> }
      : Value extends string
        ? string
        : Value extends number
          ? number
          : Value;

  const SAMPLE_POST = {
    slug: 'sample',
    title: 'A sample',
    description:
      'A post that is in no list, to try the check of the content on: long enough for search engines.',
    published: '2000-01-01',
    topic: 'Samples',
    cover: 'sample',
  };
  const SAMPLE_VOICE = {
    ...{ key: 'sample', module: 'lp', name: 'Sample', role: 'Sample', company: 'Sample', quote: 'Sample.' },
    stats: [],
  };

  const text = (addition: string) => (copy: Unlocked<Site>) => {
    const sample = copy.texts.find(({ name }) => name === 'posts/sample');
    if (sample) sample.text += `\n\n${addition}\n`;
  };
  const post = (changes: Partial<typeof SAMPLE_POST>) => (copy: Unlocked<Site>) => {
    Object.assign(copy.posts.at(-1) ?? {}, changes);
  };
  const voice = (changes: Partial<typeof SAMPLE_VOICE>) => (copy: Unlocked<Site>) => {
    Object.assign(copy.testimonials.at(-1) ?? {}, changes);
  };
  const studio = (changes: Partial<Site['studio']>) => (copy: Unlocked<Site>) => {
    Object.assign(copy.studio, changes);
  };

  test.each<[string, (copy: Unlocked<Site>) => unknown, string]>([
    [
      'a word wider than a phone',
      studio({ tagline: 'Donaudampfschifffahrt' }),
      'content/studio.ts: the tagline: “Donaudampfschifffahrt” is wider than a phone',
    ],
    [
      'a signature that is a name',
      (copy) => Object.assign(copy.person, { signature: 'Alex' }),
      'content/person.ts: the signature is no drawing',
    ],
    [
      'a person without a role',
      (copy) => Object.assign(copy.person, { role: '' }),
      'content/person.ts, role is empty.',
    ],
    ['an empty text', voice({ quote: '' }), 'content/testimonials.ts, “sample”, quote is empty.'],
    [
      'an unfinished text',
      voice({ quote: 'Lorem ipsum dolor' }),
      'content/testimonials.ts, “sample”, quote is unfinished',
    ],
    [
      'a quote of 600 letters',
      voice({ quote: 'o'.repeat(600) }),
      '“sample”: the quote has 600 letters; at most 280',
    ],
    [
      'a feature that there is not',
      voice({ module: 'blog' }),
      '“sample”: there is no feature “blog”; there are web,',
    ],
    [
      'a slug twice',
      (copy) => copy.posts.push({ ...SAMPLE_POST }),
      'content/posts.ts: two posts have the slug “sample”',
    ],
    ...['a/b', 'Upper', 'für-alle', 'a--b', ''].map(
      (slug): [string, (copy: Unlocked<Site>) => unknown, string] => [
        `the slug “${slug}”`,
        post({ slug }),
        `content/posts.ts, “${slug}”: the slug may have small letters`,
      ],
    ),
    [
      'a title of 61 letters',
      post({ title: 'o'.repeat(61) }),
      '“sample”: the title has 61 letters; at most 60 fit.',
    ],
    ['a long description', post({ description: 'o'.repeat(161) }), 'has 161 letters; 70 to 160 are wanted'],
    ['a day that there is not', post({ published: '1999-02-30' }), '“sample”: “1999-02-30” is no day'],
    ['a day in words', post({ published: '1 May 1999' }), '“sample”: “1 May 1999” is no day'],
    [
      'an older post first',
      (copy) => copy.posts.push({ ...SAMPLE_POST, slug: 'new', published: '2000-01-02' }),
      'is newer than the one before it',
    ],
    [
      'a cover that there is not',
      post({ cover: 'gone' }),
      'content/posts.ts, “sample”: there is no picture “gone”',
    ],
    ['no text', (copy) => copy.texts.pop(), 'content/posts/sample.mdx is missing.'],
    [
      'a text too many',
      (copy) => copy.posts.pop(),
      'content/posts/sample.mdx belongs to no case, post or legal page.',
    ],
    [
      'a missing file',
      (copy) => delete copy.pictureFiles['sample-480.avif'],
      'content/pictures: sample-480.avif is missing.',
    ],
    [
      'a heavy file',
      (copy) => Object.assign(copy.pictureFiles, { 'sample-480.avif': 60_001 }),
      'weighs 60001 bytes',
    ],
    [
      'a file too many',
      (copy) => Object.assign(copy.pictureFiles, { 'x-480.avif': 1 }),
      'x-480.avif belongs to no picture',
    ],
    [
      'a picture without words',
      (copy) => Object.assign(copy.pictures.at(-1) ?? {}, { alt: '' }),
      '“sample”: alt has to be',
    ],
    [
      'a page that there is not',
      text('[x](/work/gone)'),
      'posts/sample.mdx: leads to /work/gone, and there is no such page.',
    ],
    [
      'a place that there is not',
      text('[x](/faq#gone)'),
      'leads to /faq#gone, and there is no such place on that page',
    ],
    ['a heading that there is not', text('[x](#gone)'), 'leads to #gone, and there is no such place'],
    ['an address without its beginning', text('[x](work/gone)'), '“work/gone” leads nowhere'],
    ['an address without encryption', text('[x](http://a.example)'), '“http://a.example” leads nowhere'],
    ['the own address', (copy) => text(`[x](${copy.studio.url}/work)`)(copy), '/work” without https://'],
    ['a script in a text', text('<script>go()</script>'), '<script> is nothing that a text may have'],
    ['a part that there is not', text('<Video id="1" />'), '<Video> is nothing that a text may have'],
    [
      'a picture in a text that there is not',
      text('<Figure name="gone" />'),
      'sample.mdx: there is no picture “gone”',
    ],
    ['a title in a text', text('# Title'), 'begin headings with ##'],
    [
      'an address that no mail reaches',
      studio({ email: 'me at home' }),
      'content/studio.ts: the email “me at home”',
    ],
    [
      'an address without https',
      studio({ url: 'http://studio.example' }),
      'the url “http://studio.example” is none like',
    ],
    ['half an address', studio({ url: 'studio.example' }), 'the url “studio.example” is none like'],
    ['a number that is none', studio({ phone: 'on request' }), '“on request” cannot be dialled'],
    ['a long name', studio({ name: 'o'.repeat(25) }), 'the name has 25 letters; at most 24 fit.'],
    [
      'a price in words',
      (copy) => Object.assign(copy.prices.features.lp, { low: '700' }),
      'content/prices.ts: lp needs prices',
    ],
    [
      'a price upside down',
      (copy) => Object.assign(copy.prices.features.lp, { low: 9e6 }),
      'content/prices.ts: lp costs at least',
    ],
    [
      'a part without a sentence',
      (copy) => Object.assign(copy.featureCopy.seo, { blurb: '' }),
      'features.ts, seo: has no blurb',
    ],
    [
      'two bullets',
      (copy) => copy.featureCopy.seo.bullets.pop(),
      'content/features.ts, seo: has 2 bullets, not three.',
    ],
    ['no questions', (copy) => copy.questionGroups.splice(0), 'content/faq.ts: there are no questions.'],
    ['a group of none', (copy) => copy.questionGroups.at(-1)?.questions.splice(0), 'has no questions.'],
    [
      'a launch before the build ends',
      (copy) => Object.assign(copy.claims.fromFirstCall, { maxDays: 1 }),
      'as soon after the first call',
    ],
    [
      'a package that costs no more than the one before it',
      (copy) => {
        for (const feature of Object.values(copy.prices.features))
          Object.assign(feature, { low: 1, high: 2 });
        Object.assign(copy.prices.features, { support: { low: 0, high: 0 } });
        const [first] = copy.packages;
        if (first) copy.packages.push({ ...first, key: 'again', featured: false });
      },
      'costs is no more than that of',
    ],
    [
      'a package without a range',
      (copy) => {
        for (const feature of Object.values(copy.prices.features))
          Object.assign(feature, { high: feature.low });
      },
      ' has no range, from ',
    ],
    [
      'care with a price of its own',
      (copy) => Object.assign(copy.prices.features.support, { low: 1, high: 2 }),
      'content/prices.ts: support is paid by the month',
    ],
    [
      'a larger build that takes less time',
      (copy) => Object.assign(copy.prices.spans.large, { minDays: 1 }),
      'content/prices.ts: spans.large is shorter than spans.site.',
    ],
    ['no offer', (copy) => copy.featureGroups.splice(0), 'content/offer.ts: no feature is offered'],
    [
      'an unknown feature in the offer',
      (copy) => copy.featureGroups[0]?.features.push('ga5' as 'ga4'),
      'content/offer.ts: there is no feature “ga5”; there are web, lp,',
    ],
    [
      'a feature offered twice',
      (copy) => copy.featureGroups.push(structuredClone(copy.featureGroups[0] ?? { name: '', features: [] })),
      'content/offer.ts: offers ',
    ],
    [
      'a group of no features',
      (copy) => copy.featureGroups.push({ name: 'Empty', features: [] }),
      'content/offer.ts: the group “Empty” has no features; delete it.',
    ],
    [
      'an offered feature without a service',
      (copy) => copy.serviceSections.splice(0, 1),
      ', which content/offer.ts offers.',
    ],
    [
      'an unknown feature in a package',
      (copy) => copy.packages[0]?.features.push('ga5' as 'ga4'),
      '”: there is no feature “ga5”; there are web, lp,',
    ],
    [
      'no packages',
      (copy) => copy.packages.splice(0),
      'content/packages.ts: there are 0 packages; one to three',
    ],
    [
      'a service shown by no case',
      (copy) => Object.assign(copy.serviceSections[0] ?? {}, { shownBy: 'gone' }),
      'shownBy names “gone”, and there is no such case',
    ],
    [
      'no featured package',
      (copy) => {
        for (const each of copy.packages) each.featured = false;
      },
      'content/packages.ts: 0 packages are featured',
    ],
    [
      'four products as customer databases',
      (copy) => copy.crmChoices.splice(1, 0, 'Notes'),
      'content/questions.ts: crm has to offer None, three products and Other.',
    ],
    [
      'a number that is missing in a text',
      (copy) => Object.assign(copy.calculated.processSteps[0] ?? {}, { title: 'Live in NaN days' }),
      'is unfinished: “Live in NaN days”.',
    ],
    [
      'a colour that cannot be read',
      (copy) => {
        copy.colors.tokensCss = copy.colors.tokensCss.replace(
          /--ink: light-dark\(#\w+/,
          '--ink: light-dark(#f0f0f0',
        );
      },
      'web/app/ui/styles/tokens.css: --ink on --paper, light theme, has a contrast of 1.',
    ],
    [
      'a colour that is not there',
      (copy) => {
        copy.colors.tokensCss = copy.colors.tokensCss.replace('--edge:', '--border:');
      },
      'web/app/ui/styles/tokens.css: --edge is missing',
    ],
    [
      'mails in another accent',
      (copy) => Object.assign(copy.colors.mailColors.dark, { onAccent: '#000000' }),
      'content/studio.ts: mailColors.dark.onAccent is #000000, and --on-accent of',
    ],
    [
      'a step of the process without its screen',
      (copy) => Object.assign(copy.calculated.processSteps[0]?.shows ?? {}, { picture: 'process-nothing' }),
      'content/process.ts, “Brief”: there is no picture “process-nothing”',
    ],
    [
      'a browser in another colour',
      (copy) => copy.colors.browserColors.reverse(),
      'web/app/lib/pages/page-meta.ts: the colours are not --paper',
    ],
    [
      'more than the price',
      (copy) => Object.assign(copy.claims, { launchPercent: 60 }),
      'is not 100% together',
    ],
  ])('names %s', (_, change, sentence) => {
    expect(findErrors(broken(change)).join('\n')).toContain(sentence);
  });

  it('accepts content without cases, posts and testimonials', () => {
    const copy = structuredClone(site) as Unlocked<Site>;
    const screens = copy.calculated.processSteps.map(({ shows }) => shows.picture);
    const kept = new Set<string>([copy.about.picture, 'portrait', ...screens]);
    const texts = copy.texts.filter(({ name }) => name.startsWith('legal/'));
    const pictures = copy.pictures.filter(({ name }) => kept.has(name));
    for (const section of copy.serviceSections) {
      delete section.shownBy;
      delete section.picture;
    }
    const files = Object.entries(copy.pictureFiles).filter(([name]) =>
      kept.has(name.replace(/-\d+\.\w+$/, '')),
    );
    Object.assign(copy, { cases: [], posts: [], testimonials: [], texts, pictures });
    expect(findErrors({ ...copy, pictureFiles: Object.fromEntries(files) } as Site)).toEqual([]);
  });

  it('warns of a post of tomorrow', () => {
    const copy = broken(post({ published: '1999-05-02' }));
    const warnings = (now: string) => findWarnings({ ...copy, posts: copy.posts.slice(-1) }, new Date(now));
    expect(warnings('1999-05-01T12:00:00Z')).toEqual([expect.stringContaining('1999-05-02, is yet to come')]);
    expect(warnings('1999-05-02T00:00:00Z')).toEqual([]);
  });
});
