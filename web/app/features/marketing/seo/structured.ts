import type { CaseStudy } from '@atelier/content/cases.ts';
import type { Question } from '@atelier/content/faq.ts';
import { type PageFacts, pages } from '@atelier/content/pages.ts';
import { person } from '@atelier/content/person.ts';
import type { Post } from '@atelier/content/posts.ts';
import { serviceSections } from '@atelier/content/services.ts';
import { studio } from '@atelier/content/studio.ts';
import { absoluteUrl, cardPath } from '../../../lib/pages/page-meta.ts';

/* The pages as schema.org data. No ratings: search engines want none from the site itself. */

const organisationId = () => absoluteUrl('/#studio');
/** Includes the name, so that each page can be read alone. */
const byStudio = () => ({
  '@type': 'Organization',
  '@id': organisationId(),
  name: studio.name,
  url: absoluteUrl('/'),
});

/** The studio and its site. Not a LocalBusiness, which needs a street address. */
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

/** The breadcrumb: home, the pages between, the page. */
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
    author: { '@type': 'Person', name: person.name, url: absoluteUrl(pages.about.path) },
    publisher: byStudio(),
  };
}

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
