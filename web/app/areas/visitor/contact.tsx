import { callOffer } from '@atelier/content/calls.ts';
import { claims } from '@atelier/content/claims.ts';
import { person } from '@atelier/content/person.ts';
import { studio } from '@atelier/content/studio.ts';
import type { PublicPageHandle } from '../../../paint-first/handle.ts';
import { EnquiryForm } from '../../features/enquiries/enquiry-form.tsx';
import { metaOf } from '../../lib/pages/page-meta-by-key.ts';
import { ENQUIRY_KEY } from '../../lib/storage/local-store.ts';
import { EmailText, telLink } from '../../ui/contact-links.tsx';
import { Portrait } from '../../ui/portrait.tsx';
import { CallButton, useCallOffer } from './call-offer.tsx';

export const handle: PublicPageHandle = { comesAlive: 'on-touch-if-fresh', restores: ENQUIRY_KEY };

export const meta = () => metaOf('contact');

const next = [
  { title: 'I read it myself', text: 'No sales team, no ticket numbers.' },
  {
    title: `You’ll hear from me ${studio.replyTime}`,
    text: 'With an answer, or with a question or two.',
  },
  {
    title: 'A call, if you like',
    text: `A ${claims.introCall.text} call is free, and shows whether I’m the right fit.`,
  },
];

/** /contact. Prerendered; the code that sends is loaded when the form is first touched, and that of calls once the page is alive. */
export default function Contact() {
  const { offered, Scheduler, isLoading, open } = useCallOffer();
  return (
    <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-5 py-12 sm:px-8 sm:py-20 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <header className="grid gap-3 lg:col-span-2">
        <p className="font-semibold text-accent">Contact</p>
        <h1 className="text-4xl font-bold tracking-[-0.04em]">Tell me what you need.</h1>
        <p className="text-lg text-ink-soft">You’ll get an answer {studio.replyTime}.</p>
        <CallButton
          isOffered={offered !== undefined}
          isOpen={Scheduler !== undefined}
          isLoading={isLoading}
          onOpen={open}
        />
      </header>
      <div className="grid grid-cols-1 content-start gap-10">
        {Scheduler && offered && <Scheduler offered={offered} />}
        <div className="rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8">
          {Scheduler && offered && <h2 className="mb-5 text-xl">{callOffer.instead}</h2>}
          <EnquiryForm />
        </div>
      </div>
      <aside className="grid content-start gap-8">
        <section aria-label="Who answers" className="flex items-center gap-4">
          <Portrait sizes="5rem" isDecoration className="size-20" />
          <div>
            <p className="font-semibold">{person.name}</p>
            <p className="text-sm text-ink-soft">{person.role}</p>
            <p className="text-sm text-ink-soft">Next free start: {person.nextStart}.</p>
          </div>
        </section>
        <section className="grid gap-5">
          <h2 className="text-lg">What happens next</h2>
          <ol className="grid gap-5">
            {next.map(({ title, text }, index) => (
              <li key={title} className="grid grid-cols-[1.25rem_1fr] gap-x-3">
                <span aria-hidden="true" className="font-display text-xl font-semibold text-accent">
                  {index + 1}
                </span>
                <div className="grid gap-0.5">
                  <p className="font-semibold">{title}</p>
                  <p className="text-sm text-ink-soft">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </section>
        <section className="grid gap-1 border-t border-rule pt-6">
          <h2 className="text-lg">Prefer email?</h2>
          <a href={`mailto:${studio.email}`} className="inline-flex min-h-11 items-center underline">
            <span>
              <EmailText email={studio.email} />
            </span>
          </a>
          {studio.phone && (
            <a href={telLink(studio.phone)} className="inline-flex min-h-11 items-center underline">
              {studio.phone}
            </a>
          )}
          <p className="text-sm text-ink-soft">{studio.location}</p>
        </section>
      </aside>
    </div>
  );
}
