import { type BriefSection, summarizeBrief } from '@atelier/content/brief-summary.ts';
import { BRIEF, type Brief } from '@atelier/domain/onboarding/brief.ts';
import { withoutEmptyRows } from '@atelier/domain/onboarding/rules.ts';
import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { briefMark } from '../draft/brief-differences.ts';

/** Step 7: all answers, each section with a link back to its step, and the confirmation. */
export function ReviewStep({
  confirmation,
  onStep,
}: {
  confirmation: Confirmation;
  onStep: (step: number) => void;
}) {
  const { getValues } = useFormContext<Brief>();
  const brief = withoutEmptyRows(getValues());
  const errorId = useId();
  return (
    <div className="grid gap-10">
      <div className="grid">
        {summarizeBrief(brief).map((section) => (
          <ReviewSection key={section.step} section={section} onStep={onStep} />
        ))}
      </div>
      <div className="rounded-lg border border-edge bg-raised px-5 py-3">
        <Checkbox
          ref={confirmation.box}
          checked={confirmation.isGiven}
          onChange={(event) => confirmation.onChange(event.target.checked)}
          aria-required
          aria-invalid={confirmation.error ? true : undefined}
          aria-describedby={errorId}
          label="I confirm these details are accurate for scoping and kickoff."
        />
        <FieldError id={errorId} message={confirmation.error} />
      </div>
    </div>
  );
}

function ReviewSection({ section, onStep }: { section: BriefSection; onStep: (step: number) => void }) {
  const titleId = useId();
  const open = section.answers.filter((answer) => answer.lines.length === 0);
  const given = section.answers.filter((answer) => answer.lines.length > 0);
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-4 border-t border-rule py-6 first:border-t-0 first:pt-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={titleId} className="text-lg">
          {section.title}
        </h3>
        <Button variant="quiet" size="sm" className="-mr-3" onClick={() => onStep(section.step)}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit<span className="sr-only"> {section.title}</span>
        </Button>
      </div>
      {given.length > 0 && (
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          {given.map(({ field, question, lines }) => (
            <div key={field} className={clsx('min-w-0', isWide(lines) && 'sm:col-span-2')}>
              <dt className="text-sm text-ink-faint">{question}</dt>
              <dd className="wrap-anywhere whitespace-pre-line">
                {BRIEF[field].kind === 'link' ? <SafeLink href={lines[0] ?? ''} /> : <Lines lines={lines} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {open.length > 0 && (
        <p className="text-sm text-ink-faint">
          Left open: {open.map((answer) => answer.question).join(', ')}.
        </p>
      )}
    </section>
  );
}

const isWide = (lines: readonly string[]) => lines.length > 3 || lines.some((line) => line.length > 90);

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 1) return lines[0];
  return (
    <ul className={clsx(lines.length > 3 && 'gap-x-8 sm:columns-2')}>
      {lines.map((line, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what was typed may repeat, and never moves
        <li key={position} className="break-inside-avoid pb-1">
          {line}
        </li>
      ))}
    </ul>
  );
}

/**
 * The confirmation before finishing (specification section 5). It covers the answers as they are:
 * any later change, here or on another device, clears it.
 */
export function useConfirmation(form: UseFormReturn<Brief>) {
  const [confirmed, setConfirmed] = useState<string>();
  const [error, setError] = useState<string>();
  const box = useRef<HTMLInputElement>(null);
  const isGiven = confirmed !== undefined && confirmed === briefMark(form.getValues());
  return {
    isGiven,
    error,
    box,
    onChange(given: boolean): void {
      setConfirmed(given ? briefMark(form.getValues()) : undefined);
      setError(undefined);
    },
    /** Whether it is given; if not, shows the error and focuses the box. */
    require(): boolean {
      if (isGiven) return true;
      setError('Please confirm that the details are accurate.');
      box.current?.focus();
      return false;
    },
  };
}
export type Confirmation = ReturnType<typeof useConfirmation>;
