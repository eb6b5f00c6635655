import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { ChevronRight } from 'lucide-react';

/** Where an enquiry came from, folded away. The referrer is the sender's word: shown as text, never as a link. */
export function TechnicalDetails({ meta }: { meta: Enquiry['meta'] }) {
  const facts = [
    ['IP address', meta.ip],
    ['User agent', meta.userAgent],
    ['Referrer', meta.referer],
  ] as const;
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-11 list-none items-center gap-1.5 font-medium text-ink-soft hover:text-ink">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Technical details
      </summary>
      <dl className="grid gap-x-6 gap-y-2 rounded-md bg-sunken p-4 sm:grid-cols-[7rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-mono text-xs leading-6 wrap-anywhere">{value || '—'}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
