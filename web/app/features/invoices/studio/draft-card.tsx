import { billing as settings } from '@atelier/content/billing.ts';
import { invoiceAnchor } from '@atelier/domain/invoices/rules.ts';
import type { StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { formatCents } from '@atelier/domain/money/rules.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { useAnchorFocus } from '../../../lib/pages/use-anchor-focus.ts';
import { Button, ButtonAnchor } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { MissingLetters } from '../../../ui/feedback/missing-letters.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { BilledTo, InvoiceLines, InvoiceStateBadge } from '../invoice-facts.tsx';
import { usePreviewInvoice } from '../invoices.queries.ts';

/** A draft as it waits for the studio. */
export function DraftCard({
  projectId,
  draft,
  onEdit,
  onSend,
  onDelete,
}: {
  projectId: string;
  draft: StudioInvoice;
  onEdit: () => void;
  onSend: () => void;
  onDelete: () => void;
}) {
  const { title, total, dueOn, note, billing, missingLetters, heldBack } = draft;
  const about = <span className="sr-only"> “{title}”</span>;
  const heading = useRef<HTMLHeadingElement>(null);
  const anchor = invoiceAnchor(draft.id);
  useAnchorFocus(anchor, heading);
  return (
    <li
      id={anchor}
      className="grid grid-cols-1 gap-4 rounded-lg border border-dashed border-edge bg-raised p-5 max-xs:p-3 sm:p-7"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h3 ref={heading} tabIndex={-1} className="min-w-0 text-lg outline-none wrap-anywhere">
              {title}
            </h3>
            <InvoiceStateBadge state="draft" />
          </div>
          <p className="text-sm text-ink-soft">
            {dueOn ? `Due ${formatDate(dueOn)}` : `Due ${settings.paymentDays} days after sending`}
          </p>
        </div>
        <p className="min-w-0 font-display text-xl font-semibold tracking-tight wrap-anywhere tabular-nums">
          {formatCents(total)}
        </p>
      </div>
      {heldBack !== null && missingLetters === '' && (
        <Alert tone="warning" isUrgent={false} title="This couldn’t send itself.">
          {heldBack}
        </Alert>
      )}
      <MissingLetters letters={missingLetters} remedy="Edit the draft and write them in other letters." />
      <BilledTo billing={billing} />
      {note && <p className="max-w-measure whitespace-pre-line wrap-anywhere">{note}</p>}
      <InvoiceLines invoice={draft} />
      <PreviewLink projectId={projectId} draft={draft}>
        <Button size="sm" onClick={onSend}>
          Send…{about}
        </Button>
        <Button size="sm" variant="secondary" onClick={onEdit}>
          Edit{about}
        </Button>
        <Button size="sm" variant="quiet" onClick={onDelete} className="order-last">
          Delete{about}
        </Button>
      </PreviewLink>
    </li>
  );
}

/** Makes the PDF of a draft and offers to open it, beside the other buttons. */
function PreviewLink({
  projectId,
  draft: { id, revision, title },
  children,
}: {
  projectId: string;
  draft: StudioInvoice;
  children: ReactNode;
}) {
  const preview = usePreviewInvoice(projectId);
  const address = useObjectUrl(preview.data?.revision === revision ? preview.data.content : undefined);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (address) link.current?.focus();
  }, [address]);
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        {children}
        {address ? (
          <ButtonAnchor ref={link} href={address} target="_blank" size="sm" variant="secondary">
            Open the PDF<span className="sr-only"> of “{title}”</span>
          </ButtonAnchor>
        ) : (
          <Button
            size="sm"
            variant="secondary"
            isPending={preview.isPending}
            pendingLabel="Making the PDF…"
            onClick={() => preview.mutate({ id, revision })}
          >
            Preview PDF<span className="sr-only"> of “{title}”</span>
          </Button>
        )}
      </div>
      <FailureAlert error={preview.error} fallback="Failed to make the PDF." />
    </div>
  );
}

/** An address of bytes in this page, for as long as they are shown. */
function useObjectUrl(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!content) return setAddress(undefined);
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
