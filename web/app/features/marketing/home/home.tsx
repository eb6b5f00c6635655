import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { pageMeta } from '../../../lib/page-meta.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { studioData } from '../seo/structured.ts';
import { Hero } from './hero.tsx';
import { facts, quotes } from './home.content.ts';
import { HomeQuestions } from './home-questions.tsx';
import { Packages } from './packages.tsx';
import { ProcessTimeline } from './process-timeline.tsx';
import { ServiceCards } from './service-cards.tsx';
import { Testimonials } from './testimonials.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => pageMeta(facts);

/** The home page, its sections in the order of specification section 2. The foot of the page is the site's. */
export default function Home() {
  return (
    <>
      <Hero />
      <ServiceCards />
      <ProcessTimeline />
      <Packages />
      <HomeQuestions />
      {quotes.length > 0 && <Testimonials />}
      {/* Questions and services are told once, on the pages that are about them. */}
      <StructuredData data={import.meta.env.SSR ? studioData() : undefined} />
    </>
  );
}
