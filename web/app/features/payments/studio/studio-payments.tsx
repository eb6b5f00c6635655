import { formatCents } from '@atelier/domain/money/rules.ts';
import type { StudioPayment } from '@atelier/domain/payments/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Trash2, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { MenuIconButton, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { PaymentList } from '../payment-list.tsx';
import { listPaymentsAsStudio } from '../payments.queries.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** The dialog that was opened last; it stays while its window fades out. */
interface Asked {
  kind: 'refund' | 'remove';
  payment: StudioPayment;
  isOpen: boolean;
  /** Each opening begins with an empty form. */
  opening: number;
}

/** What was paid for an invoice, with what the studio can do about it. */
export function StudioPayments({
  projectId,
  invoiceId,
  onDone,
}: {
  projectId: string;
  invoiceId: string;
  /** With an announcement. */
  onDone: (announcement: string) => void;
}) {
  const { data = [] } = useQuery(listPaymentsAsStudio(projectId));
  const [asked, setAsked] = useState<Asked>();
  const list = useRef<HTMLDivElement>(null);
  const ask = (kind: Asked['kind'], payment: StudioPayment) =>
    setAsked({ kind, payment, isOpen: true, opening: (asked?.opening ?? 0) + 1 });
  const close = () => setAsked((before) => before && { ...before, isOpen: false });
  const dialog = asked && {
    projectId,
    payment: asked.payment,
    isOpen: asked.isOpen,
    onClose: close,
    onDone: (announcement: string) => {
      close();
      onDone(announcement);
    },
    finalFocus: list,
  };
  return (
    <div ref={list} tabIndex={-1} className="outline-none empty:hidden">
      <PaymentList
        items={data.filter((payment) => payment.invoiceId === invoiceId)}
        isRemoved={({ isRemoved }) => isRemoved}
        facts={(payment) => <OwnFacts payment={payment} />}
        action={(payment) => {
          const items = actionsFor(payment, ask);
          return (
            items.length > 0 && (
              <MenuIconButton
                label={`More for the ${payment.kind} of ${formatCents(payment.amount)}`}
                sections={[items]}
                className="-mr-2"
              >
                <Ellipsis aria-hidden="true" />
              </MenuIconButton>
            )
          );
        }}
      />
      {dialog && asked.kind === 'refund' && <RefundDialog key={asked.opening} {...dialog} />}
      {dialog && asked.kind === 'remove' && <RemoveDialog key={asked.opening} {...dialog} />}
    </div>
  );
}

function actionsFor(
  payment: StudioPayment,
  ask: (kind: Asked['kind'], payment: StudioPayment) => void,
): MenuItem[] {
  const { kind, method, isProvided, isRemoved } = payment;
  if (isRemoved) return [];
  return [
    ...(kind === 'payment'
      ? [{ label: 'Refund…', icon: Undo2, onSelect: () => ask('refund', payment) }]
      : []),
    // What a provider or a credit brought isn't a slip of the pen.
    ...(isProvided || method === 'credit'
      ? []
      : [
          {
            label: 'Remove…',
            note: 'Recorded by mistake',
            icon: Trash2,
            onSelect: () => ask('remove', payment),
          },
        ]),
  ];
}

/** What only the studio sees of a payment. */
function OwnFacts({ payment: { fee, note, isRemoved } }: { payment: StudioPayment }) {
  return (
    <>
      {fee > 0 && <p className="text-sm text-ink-soft tabular-nums">Bank fee {formatCents(fee)}</p>}
      {note && <p className="text-sm wrap-anywhere text-ink-soft">{note}</p>}
      {isRemoved && (
        <p className="mt-1">
          <Badge size="sm">Removed</Badge>
        </p>
      )}
    </>
  );
}
