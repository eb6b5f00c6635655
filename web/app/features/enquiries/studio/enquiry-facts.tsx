import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { Copy } from 'lucide-react';
import { mailLink, telLink } from '../../../lib/contact-links.ts';
import { formatAgo, formatDateTime } from '../../../lib/format.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

const linkClass = 'underline decoration-edge underline-offset-4 hover:decoration-accent wrap-anywhere';

/** Who wrote, how to reach them, and when it came. */
export function EnquiryFacts({ enquiry, onCopy }: { enquiry: Enquiry; onCopy: (text: string) => void }) {
  const tel = telLink(enquiry.phone);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm sm:grid-cols-[6rem_minmax(0,1fr)] [&_dd]:flex [&_dd]:min-h-11 [&_dd]:items-center [&_dt]:self-center [&_dt]:text-ink-faint">
      <dt>Email</dt>
      <dd className="-mr-3 gap-0.5">
        <a href={mailLink(enquiry.email)} className={linkClass}>
          <EmailText email={enquiry.email} />
        </a>
        <IconButton label="Copy email" onClick={() => onCopy(enquiry.email)}>
          <Copy aria-hidden="true" />
        </IconButton>
      </dd>
      {enquiry.phone && (
        <>
          <dt>Phone</dt>
          <dd>
            {tel ? (
              <a href={tel} className={linkClass}>
                {enquiry.phone}
              </a>
            ) : (
              enquiry.phone
            )}
          </dd>
        </>
      )}
      {enquiry.subject && (
        <>
          <dt>Subject</dt>
          <dd className="wrap-anywhere">{enquiry.subject}</dd>
        </>
      )}
      <dt>Received</dt>
      <dd>
        <span>
          <time dateTime={enquiry.createdAt}>{formatDateTime(enquiry.createdAt)}</time>
          <span className="text-ink-faint max-sm:hidden"> · {formatAgo(enquiry.createdAt)}</span>
        </span>
      </dd>
      {enquiry.invitedAt && (
        <>
          <dt>Invited</dt>
          <dd>
            <span>
              <time dateTime={enquiry.invitedAt}>{formatDateTime(enquiry.invitedAt)}</time>
              <span className="text-ink-faint max-sm:hidden"> · {formatAgo(enquiry.invitedAt)}</span>
            </span>
          </dd>
        </>
      )}
    </dl>
  );
}
