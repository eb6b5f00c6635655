import { api } from '@atelier/domain/api.ts';
import type { PlannedPayment, StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { MenuButton } from '../../../ui/overlays/menu.tsx';
import type { MilestoneTitles } from '../invoice-words.ts';
import { changesInvoices } from '../invoices.queries.ts';
import { PaymentPlan } from '../payment-plan.tsx';

/** The planned payments, with what makes their invoices. */
export function StudioPlan({
  projectId,
  plan,
  invoices,
  milestones,
  settings,
  onDone,
}: {
  projectId: string;
  plan: readonly PlannedPayment[];
  invoices: readonly StudioInvoice[];
  milestones: MilestoneTitles;
  settings: { sendsItself: boolean };
  /** With an announcement. */
  onDone: (announcement: string) => void;
}) {
  const making = useCall(api.invoicePlannedPayment, changesInvoices(projectId));
  const holding = useCall(api.holdMilestone, changesInvoices(projectId));
  const change = useCall(api.changeInvoiceSettings, changesInvoices(projectId));
  const sendsItself = change.isPending ? change.variables.body.sendsItself : settings.sendsItself;
  const madeId = making.variables?.params.plannedId;
  // It arrived, and only its reply was lost.
  const isMade = plan.some(({ id, invoiceId }) => id === madeId && invoiceId !== null);
  const [isAsking, setAsking] = useState(false);
  // The server sends those too; one that was changed is the studio's to send.
  const waiting = invoices.filter(
    ({ id, status, revision }) =>
      status === 'draft' && revision === 1 && plan.some(({ invoiceId }) => invoiceId === id),
  ).length;
  const sending = (isOn: boolean) => ({ params: { id: projectId }, body: { sendsItself: isOn } });
  if (plan.length === 0) return null;
  return (
    <PaymentPlan
      plan={plan}
      invoices={invoices}
      milestones={milestones}
      more={(planned) =>
        milestones.length > 0 && (
          <HoldMenu
            planned={planned}
            milestones={milestones}
            onChoose={(holdsMilestoneId) =>
              holding.mutate({
                params: { id: projectId, plannedId: planned.id },
                body: { holdsMilestoneId },
              })
            }
          />
        )
      }
      action={({ id, label, percent }) => (
        <Button
          size="sm"
          variant="secondary"
          isPending={making.isPending && madeId === id}
          pendingLabel="Making it…"
          aria-disabled={making.isPending || undefined}
          onClick={() =>
            making.mutate(
              { params: { id: projectId, plannedId: id } },
              {
                onSuccess: () =>
                  onDone(
                    settings.sendsItself
                      ? `The invoice “${percent}% ${label}” is sent within a minute.`
                      : `The draft of “${percent}% ${label}” is ready: look at it, then send it.`,
                  ),
              },
            )
          }
        >
          Make the invoice now<span className="sr-only">: {label}</span>
        </Button>
      )}
    >
      <FailureAlert error={isMade ? undefined : making.error} fallback="Failed to make the invoice." />
      <FailureAlert error={holding.error} fallback="Failed to save." />
      <div className="border-t border-rule pt-3">
        <Checkbox
          label="Send invoices automatically when they’re due"
          description={
            sendsItself
              ? 'What the plan makes due goes to your client within a minute. A draft that you’ve changed waits for you.'
              : 'What the plan makes due waits here as a draft until you send it.'
          }
          checked={sendsItself}
          onChange={({ target }) => {
            change.reset();
            if (target.checked && waiting > 0) setAsking(true);
            else change.mutate(sending(target.checked));
          }}
        />
        {!isAsking && <FailureAlert error={change.error} fallback="Failed to save." />}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Send invoices automatically?"
        description={`${waiting === 1 ? 'The draft of the plan that waits here is' : `The ${waiting} drafts of the plan that wait here are`} sent within a minute, too. A draft that you’ve changed isn’t.`}
        confirmLabel="Send automatically"
        pendingLabel="Saving…"
        isPending={change.isPending}
        error={change.error ? failureMessage(change.error, 'Failed to save.') : undefined}
        onConfirm={() => change.mutate(sending(true), { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      />
    </PaymentPlan>
  );
}

/** Chooses the milestone that starts only once a payment is paid. */
function HoldMenu({
  planned: { label, holdsMilestoneId },
  milestones,
  onChoose,
}: {
  planned: PlannedPayment;
  milestones: MilestoneTitles;
  onChoose: (milestoneId: string | null) => void;
}) {
  const choice = (id: string | null, title: string) => ({
    label: title,
    isChosen: holdsMilestoneId === id,
    onSelect: () => onChoose(id),
  });
  return (
    <MenuButton
      size="sm"
      variant="quiet"
      className="-ml-3 justify-self-start"
      label={`What starts once “${label}” is paid`}
      sections={[[choice(null, 'Nothing waits')], milestones.map(({ _id, title }) => choice(_id, title))]}
    >
      {holdsMilestoneId === null ? 'Let a milestone wait' : 'Change what waits'}
      <span className="sr-only"> for {label}</span>
      <ChevronDown aria-hidden="true" className="size-4" />
    </MenuButton>
  );
}
