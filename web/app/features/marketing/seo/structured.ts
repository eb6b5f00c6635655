import type { CaseStudy } from '@atelier/content/cases.ts';
import type { Question } from '@atelier/content/faq.ts';
import { type PageFacts, pages } from '@atelier/content/pages.ts';
import type { Post } from '@atelier/content/posts.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import { absoluteUrl, cardPath } from '../../../lib/pages/page-meta.ts';

/*
 * What the pages are, in the words of schema.org. No ratings: a site's praise of itself is not for search engines.
 */

const organisationId = () => absoluteUrl('/#studio');
/** With its name, so that a page can be read without the others. */
const byStudio = () => ({
  '@type': 'Organization',
  '@id': organisationId(),
  name: studio.name,
  url: absoluteUrl('/'),
});

/** The studio and its site. Not a local business: that one has a door in a street. */
export function studioData(): object[] {
  return [
    {
      '@type': 'Organization',
      '@id': organisationId(),
      name: studio.name,
      slogan: studio.tagline,
      description: studio.description,
      url: absoluteUrl('/'),
      email: studio.email,
      ...(studio.phone ? { telephone: studio.phone } : {}),
      logo: absoluteUrl('/icon-512.png'),
      image: absoluteUrl(cardPath('/')),
      knowsAbout: serviceSections.map(({ label }) => label),
      sameAs: studio.social.map(({ url }) => url),
    },
    {
      '@type': 'WebSite',
      '@id': absoluteUrl('/#site'),
      name: studio.name,
      url: absoluteUrl('/'),
      inLanguage: 'en',
      publisher: { '@id': organisationId() },
    },
  ];
}

/** Where a page stands: home, the pages between, itself. */
export function breadcrumbData(trail: readonly Pick<PageFacts, 'path' | 'label'>[]): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [pages.home, ...trail].map(({ path, label }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: absoluteUrl(path),
    })),
  };
}

/** Everything that the studio sells. */
export function servicesData(): object[] {
  return serviceSections.map(({ anchor, label, text }) => ({
    '@type': 'Service',
    '@id': absoluteUrl(`/services#${anchor}`),
    name: label,
    description: text,
    url: absoluteUrl(`/services#${anchor}`),
    provider: byStudio(),
  }));
}

/** Questions with their answers, as they stand on the page. */
export function questionsData(questions: readonly Question[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer.join(' ') },
    })),
  };
}

/** A post. */
export function postData({ slug, title, description, published, topic }: Post): object {
  const path = `/blog/${slug}`;
  return {
    '@type': 'BlogPosting',
    headline: title,
    description,
    datePublished: published,
    articleSection: topic,
    image: absoluteUrl(cardPath(path)),
    mainEntityOfPage: absoluteUrl(path),
    author: byStudio(),
    publisher: byStudio(),
  };
}

/** A case study. */
export function caseData({ slug, client, title, summary, year }: CaseStudy): object {
  const path = `/work/${slug}`;
  return {
    '@type': 'CreativeWork',
    name: `${client}: ${title}`,
    description: summary,
    dateCreated: String(year),
    image: absoluteUrl(cardPath(path)),
    url: absoluteUrl(path),
    creator: byStudio(),
  };
}
