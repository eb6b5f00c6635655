import { pages } from '@atelier/content/pages.ts';
import { serviceSections } from '@atelier/content/services.ts';
import type { PublicPageHandle } from '../../../../paint-first/handle.ts';
import { metaOf } from '../../../lib/page-meta-by-key.ts';
import { StructuredData } from '../../../ui/structured-data.tsx';
import { Closing } from '../components/closing.tsx';
import { PageHero } from '../components/page-hero.tsx';
import { SectionIndex } from '../components/section-index.tsx';
import { breadcrumbData, servicesData } from '../seo/structured.ts';
import { ServiceSectionView } from './service-section.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('services');

/** Everything that the studio sells, section by section, with its price (specification section 2: the anchors). */
export default function Services() {
  return (
    <>
      <PageHero label={pages.services.label} title="What each part is, and what it costs.">
        Take one, or several. Each section says when it’s worth it, and when to save your money.
      </PageHero>
      <div className="mx-auto max-w-page gap-x-10 px-5 sm:px-8 lg:grid lg:grid-cols-12">
        <SectionIndex
          label="Services"
          sections={serviceSections.map(({ anchor, label }) => ({ anchor, label }))}
          className="lg:col-span-3"
        />
        <div className="lg:col-span-9">
          {serviceSections.map((section, position) => (
            <ServiceSectionView key={section.anchor} section={section} position={position} />
          ))}
        </div>
      </div>
      <Closing />
      <StructuredData
        data={import.meta.env.SSR ? [breadcrumbData([pages.services]), ...servicesData()] : undefined}
      />
    </>
  );
}
