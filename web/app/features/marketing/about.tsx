import { about } from '@atelier/content/about.ts';
import { pages } from '@atelier/content/pages.ts';
import { person } from '@atelier/content/person.ts';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { metaOf } from '../../lib/pages/page-meta-by-key.ts';
import { Portrait } from '../../ui/portrait.tsx';
import { StructuredData } from '../../ui/structured-data.tsx';
import { Closing } from './components/closing.tsx';
import { PageHero } from './components/page-hero.tsx';
import { Picture } from './components/picture.tsx';
import { SampleNote } from './components/sample-note.tsx';
import { Signature } from './components/signature.tsx';
import { breadcrumbData, studioData } from './seo/structured.ts';

export const handle: PublicPageHandle = { comesAlive: 'on-touch' };

export const meta = () => metaOf('about');

/** /about: the studio, its principles, what it declines, and how this site was made. */
export default function About() {
  const { picture, lead, opening, story, principles, declines, colophon } = about;
  return (
    <>
      <PageHero label={pages.about.label} title={`${pages.about.title}.`}>
        {lead}
      </PageHero>
      <div className="mx-auto max-w-page px-5 sm:px-8">
        <Picture
          name={picture}
          isFirst
          sizes="(min-width: 78rem) clamp(74rem, 72vw, 88rem), calc(100vw - 2.5rem)"
          className="h-auto w-full rounded-md"
        />
        <div className="grid gap-x-10 gap-y-8 py-16 sm:py-24 lg:grid-cols-12">
          <p className="font-display text-2xl font-medium tracking-tight text-pretty lg:col-span-7">
            {opening}
          </p>
          <div className="grid content-start gap-5 text-lg text-ink-soft lg:col-span-5">
            {story.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
      <section aria-labelledby="person" className="border-t border-rule">
        <div className="mx-auto grid max-w-page items-center gap-x-10 gap-y-6 px-5 py-16 sm:grid-cols-[auto_1fr] sm:px-8 sm:py-20">
          <Portrait sizes="14rem" className="size-40 sm:size-56" />
          <div className="grid max-w-measure gap-3">
            <h2 id="person" className="text-3xl tracking-[-0.03em]">
              {person.name}
            </h2>
            <p className="text-lg">{person.biography}</p>
            <p className="text-ink-soft">
              {person.role}. Next free start: {person.nextStart}.
            </p>
            <Signature />
          </div>
        </div>
      </section>
      <section aria-labelledby="principles" className="border-t border-rule">
        <div className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
          <h2 id="principles" className="text-3xl tracking-[-0.03em]">
            What I stand by
          </h2>
          <ol className="mt-10 grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
            {principles.map(({ title, text }) => (
              <li key={title} className="border-t-2 border-ink pt-4">
                <h3 className="text-lg">{title}</h3>
                <p className="mt-2 text-ink-soft">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section aria-labelledby="declines" className="bg-accent-soft text-on-accent-soft">
        <div className="mx-auto grid max-w-page gap-x-10 gap-y-8 px-5 py-20 sm:px-8 sm:py-28 lg:grid-cols-12">
          <div className="lg:col-span-5">
            <h2 id="declines" className="text-3xl tracking-[-0.03em]">
              {declines.title}
            </h2>
            <p className="mt-4 max-w-measure text-lg">{declines.text}</p>
          </div>
          <ul className="font-display text-xl font-medium tracking-tight lg:col-span-7">
            {declines.items.map((item) => (
              <li key={item} className="border-t border-current/25 py-4 last:border-b">
                {item}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <section aria-labelledby="colophon" className="mx-auto max-w-page px-5 py-20 sm:px-8 sm:py-28">
        <h2 id="colophon" className="text-3xl tracking-[-0.03em]">
          {colophon.title}
        </h2>
        <p className="mt-3 max-w-measure text-lg text-ink-soft">{colophon.text}</p>
        <dl className="mt-10 grid gap-x-10 sm:grid-cols-2">
          {colophon.facts.map(({ title, text }) => (
            <div
              key={title}
              className="grid gap-x-6 gap-y-1 border-t border-rule py-5 lg:grid-cols-[9rem_1fr]"
            >
              <dt className="font-semibold">{title}</dt>
              <dd className="text-ink-soft">{text}</dd>
            </div>
          ))}
        </dl>
        <SampleNote className="mt-12" />
      </section>
      <Closing />
      <StructuredData
        data={import.meta.env.SSR ? [breadcrumbData([pages.about]), ...studioData()] : undefined}
      />
    </>
  );
}
