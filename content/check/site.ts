import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { about } from '../about.ts';
import { cases } from '../cases.ts';
import { claims, fromFirstCall } from '../claims.ts';
import { questionGroups } from '../faq.ts';
import { featureCopy } from '../features.ts';
import { legalChanged } from '../legal.ts';
import { accountPages, pages } from '../pages.ts';
import { pictures, pictureWidths } from '../pictures.ts';
import { posts } from '../posts.ts';
import { prices } from '../prices.ts';
import { serviceAnchors } from '../service-anchors.ts';
import { serviceSections } from '../services.ts';
import { studio } from '../studio.ts';
import { testimonials } from '../testimonials.ts';

const folder = join(import.meta.dirname, '..');

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

/** Everything in `content/` that its check looks at, as plain values: what a check is tried on may be changed. */
export function readSite() {
  const widths = (name: string) => pictureWidths(name as keyof typeof pictures);
  return {
    studio: { ...studio, social: [...studio.social] } as Studio,
    claims: { ...claims.payment, rating: claims.rating, fromFirstCall } as Claims,
    about: about as About,
    ...{ prices, legalChanged, featureCopy, questionGroups, serviceSections, serviceAnchors },
    ...{ cases, posts, testimonials },
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
