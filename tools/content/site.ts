import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { about } from '@atelier/content/about.ts';
import { cases } from '@atelier/content/cases.ts';
import { claims, fromFirstCall } from '@atelier/content/claims.ts';
import { questionGroups } from '@atelier/content/faq.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { legalChanged } from '@atelier/content/legal.ts';
import { featureGroups, featureNames } from '@atelier/content/offer.ts';
import { packageOffers } from '@atelier/content/package-offers.ts';
import { type Package, packages } from '@atelier/content/packages.ts';
import { accountPages, pages } from '@atelier/content/pages.ts';
import { person } from '@atelier/content/person.ts';
import { pictures, pictureWidths } from '@atelier/content/pictures.ts';
import { posts } from '@atelier/content/posts.ts';
import { prices } from '@atelier/content/prices.ts';
import { afterLaunch, processSteps, workingRules } from '@atelier/content/process.ts';
import { questions } from '@atelier/content/questions.ts';
import { serviceCards, serviceSections } from '@atelier/content/services.ts';
import { mailColors, studio } from '@atelier/content/studio.ts';
import { testimonials } from '@atelier/content/testimonials.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'content');

/** A text of the site: `cases/oddspoke` and what is in its file. */
export interface SiteText {
  name: string;
  text: string;
}

function readTexts(): SiteText[] {
  return ['cases', 'posts', 'legal'].flatMap((kind) =>
    readdirSync(join(folder, kind), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.mdx'))
      .map((file) => ({
        name: `${kind}/${file.slice(0, -'.mdx'.length)}`,
        text: readFileSync(join(folder, kind, file), 'utf8'),
      })),
  );
}

/** The files of the pictures by their names, with what they weigh. */
function readPictureFiles(): Record<string, number> {
  const names = readdirSync(join(folder, 'pictures'));
  return Object.fromEntries(names.map((name) => [name, statSync(join(folder, 'pictures', name)).size]));
}

/** The colours of pages, of what browsers paint around them, and of mails. */
function readColors() {
  const browserColors = readFileSync(join(root, 'web/app/lib/pages/page-meta.ts'), 'utf8');
  return {
    tokensCss: readFileSync(join(root, 'web/app/ui/styles/tokens.css'), 'utf8'),
    browserColors: browserColors.match(/#\w{6}/g) ?? [],
    mailColors: mailColors as Record<'light' | 'dark', Record<string, string>>,
  };
}

/** Everything in `content/` that its check looks at, as plain values: what a check is tried on may be changed. */
export function readSite() {
  const widths = (name: string) => pictureWidths(name as keyof typeof pictures);
  return {
    studio: { ...studio, social: [...studio.social] } as Studio,
    claims: { ...claims.payment, rating: claims.rating, fromFirstCall } as Claims,
    about: about as About,
    ...{ prices, legalChanged, featureCopy, questionGroups, serviceSections, serviceCards },
    ...{ cases, posts, testimonials, person, featureGroups, featureNames },
    packages: packages as readonly Package[],
    crmChoices: [...questions.crm.offered],
    /** Texts with numbers that are filled in. */
    calculated: { packageOffers, processSteps, afterLaunch, workingRules },
    colors: readColors(),
    pages: Object.values({ ...pages, ...accountPages }),
    pictures: Object.entries(pictures).map(([name, { alt }]) => ({ name, alt, widths: widths(name) })),
    pictureFiles: readPictureFiles(),
    texts: readTexts(),
  };
}

interface About {
  picture: string;
}

interface Claims {
  reservePercent: number;
  launchPercent: number;
  rating: { value: number; text: string };
  /** In days. */
  fromFirstCall: { minDays: number; maxDays: number };
}

interface Studio {
  name: string;
  tagline: string;
  description: string;
  url: string;
  email: string;
  phone: string;
  social: { name: string; url: string }[];
}

export type Site = ReturnType<typeof readSite>;
