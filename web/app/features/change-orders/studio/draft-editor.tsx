import { contractWords } from '@atelier/content/contract-terms.ts';
import type { StudioChangeOrder } from '@atelier/domain/change-orders/schema.ts';
import type { PlanMilestone } from '@atelier/domain/contracts/suggested-terms.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { late, useEver } from '../../../lib/late.tsx';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { MissingLetters } from '../../../ui/feedback/missing-letters.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { LinesField, LinesTotal } from '../../../ui/forms/lines-field.tsx';
import { PaymentPartsField } from '../../../ui/forms/payment-parts-field.tsx';
import { SaveBar } from '../../../ui/forms/save-bar.tsx';
import { sumOfLines } from '../../../ui/forms/terms-input.ts';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { moreOrLess } from '../change-order-facts.tsx';
import { AddedMilestonesField } from './added-milestones-field.tsx';
import { useChangeForm } from './change-form.ts';
import { type ChangeInput, isPaid, milestonesToWaitFor } from './change-input.ts';

/** What draws PDFs is larger than the form. */
const ChangeOrderPreview = late(() => import('./change-order-preview.tsx'), null);

/** One subject of the form. */
function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 border-t border-rule pt-4">
      <h4 className="text-sm font-semibold">{title}</h4>
      {children}
    </section>
  );
}

/** A draft as the studio writes it. What leaves the form saves it first. */
export function DraftEditor({
  projectId,
  order,
  contractTotal,
  milestones,
  onSend,
  onDelete,
}: {
  projectId: string;
  order: StudioChangeOrder;
  /** The contract's total until now; null while it is open. */
  contractTotal: number | null;
  /** Those that a payment can wait for. */
  milestones: readonly PlanMilestone[];
  /** Asks before it is sent, as it is saved. */
  onSend: (saved: StudioChangeOrder) => void;
  onDelete: () => void;
}) {
  const { input, change, errors, refusals, save, ...state } = useChangeForm(projectId, order);
  const form = useRef<HTMLFormElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [isReading, setReading] = useState(false);
  const isPreviewed = useEver(isReading);
  useEffect(() => {
    if (refusals > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]')?.focus();
  }, [refusals]);
  useEffect(() => {
    if (state.error) failure.current?.scrollIntoView({ block: 'nearest' });
  }, [state.error]);
  const set = (fields: Partial<ChangeInput>) => change((before) => ({ ...before, ...fields }));
  const sum = sumOfLines(input.lines);

  /** What is typed, as it is saved; undefined where that did not work. */
  const saved = async () => {
    setAnnouncement('');
    return state.isDirty ? save() : order;
  };
  const saveDraft = async () => {
    if (!state.isPending && (await saved())) setAnnouncement('Draft saved. Your client can’t see it yet.');
  };
  const askToSend = async () => {
    const sent = state.isPending ? undefined : await saved();
    if (sent) onSend(sent);
  };
  const read = async () => {
    if (!state.isPending && (await saved())) setReading(true);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Draft of change order ${order.number}`}
      onSubmit={(event) => {
        event.preventDefault();
        void saveDraft();
      }}
      // A field that gets the keyboard isn't hidden by the buttons below.
      className="grid grid-cols-1 gap-5"
    >
      <Field label="Title" isRequired error={errors.title}>
        <Input
          value={input.title}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Field label="Why" hint="Your client reads this first." isOptional error={errors.reason}>
        <Textarea value={input.reason} rows={3} onChange={(event) => set({ reason: event.target.value })} />
      </Field>
      <Part title="What changes">
        <p className="-mt-1 text-sm text-ink-faint">A minus before the price makes it less: “-200”.</p>
        <LinesField
          lines={input.lines}
          errors={errors}
          openPrice="Price"
          onChange={(changed) => change((before) => ({ ...before, lines: changed(before.lines) }))}
        >
          <div className="grid grid-cols-1 gap-2">
            <LinesTotal label="This change" total={sum} />
            {sum !== null && !Number.isNaN(sum) && contractTotal !== null && (
              <p className="flex flex-wrap justify-between gap-x-4 text-ink-soft">
                <span>The contract with it</span>
                <span className="font-semibold tabular-nums">{formatUsd(contractTotal + sum)}</span>
              </p>
            )}
          </div>
        </LinesField>
      </Part>
      {isPaid(input) && (
        <Part title="Payments">
          <PaymentPartsField
            parts={input.payments}
            total={sum}
            milestones={milestonesToWaitFor(milestones, input.milestones)}
            place="terms.payments"
            atAcceptance={contractWords.dues.change}
            errors={errors}
            onChange={(changed) => change((before) => ({ ...before, payments: changed(before.payments) }))}
          />
        </Part>
      )}
      {sum !== null && sum < 0 && (
        <p className="text-sm text-ink-soft">
          {moreOrLess(sum)} comes off the payments that are due last. What is invoiced already stays: credit
          that yourself.
        </p>
      )}
      <Part title="Time">
        <Field
          label="Days to move"
          hint="For every open milestone with a date. A minus moves them earlier."
          isOptional
          error={errors['terms.days']}
        >
          <Input
            value={input.days}
            className="max-w-24"
            placeholder="0"
            autoComplete="off"
            onChange={(event) => set({ days: event.target.value })}
          />
        </Field>
        <AddedMilestonesField
          milestones={input.milestones}
          errors={errors}
          onChange={(changed) => change((before) => ({ ...before, milestones: changed(before.milestones) }))}
        />
      </Part>
      <MissingLetters
        letters={order.missingLetters}
        remedy="Write them in other letters, or call the project by another name."
      />
      {state.error && (
        <div ref={failure}>
          <Alert
            tone="danger"
            action={
              state.isConflict && (
                <Button size="sm" variant="secondary" onClick={state.takeSaved}>
                  Use that version
                </Button>
              )
            }
          >
            {failureMessage(state.error, 'Failed to save the change order.')}
            {state.isConflict && (
              <span>
                {' '}
                Saved there: “{order.title}”, {moreOrLess(order.total)}. What you typed is still here: save
                again to replace it.
              </span>
            )}
          </Alert>
        </div>
      )}
      <SaveBar>
        <Button type="submit" variant="secondary" isPending={state.isPending} pendingLabel="Saving…">
          Save draft
        </Button>
        <Button variant="secondary" onClick={read} aria-disabled={state.isPending || undefined}>
          Preview PDF
        </Button>
        <Button onClick={askToSend} aria-disabled={state.isPending || undefined}>
          Send…
        </Button>
        <Button variant="quiet" onClick={onDelete} aria-disabled={state.isPending || undefined}>
          Delete
        </Button>
        <StatusLine tone={state.isDirty ? 'neutral' : 'success'}>
          {state.isDirty ? 'Not saved yet.' : announcement}
        </StatusLine>
      </SaveBar>
      {isPreviewed && (
        <ChangeOrderPreview
          projectId={projectId}
          order={order}
          isReading={isReading}
          onClose={() => setReading(false)}
        />
      )}
    </form>
  );
}
