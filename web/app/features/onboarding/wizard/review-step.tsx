import { type BriefSection, dateInWords, summarizeBrief } from '@atelier/content/brief-summary.ts';
import { featureCopy } from '@atelier/content/features.ts';
import { nextSteps } from '@atelier/content/next-steps.ts';
import { featureName } from '@atelier/content/offer.ts';
import { featurePrice } from '@atelier/content/package-offers.ts';
import { studio } from '@atelier/content/studio.ts';
import { BRIEF, type Brief } from '@atelier/domain/onboarding/brief.ts';
import {
  describeCare,
  describePrice,
  describeTime,
  hasBuildPrice,
  hasCarePrice,
} from '@atelier/domain/onboarding/estimate.ts';
import { withoutEmptyRows } from '@atelier/domain/onboarding/rules.ts';
import { clsx } from 'clsx';
import { Pencil } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type UseFormReturn, useFormContext } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { FieldError } from '../../../ui/forms/field.tsx';
import { SafeLink } from '../../../ui/safe-link.tsx';
import { briefMark } from '../draft/brief-differences.ts';
import { estimateOf } from '../onboarding.queries.ts';

/**
 * Step 7: the brief as the sheet that a proposal is written on, with scope, price and dates first, each
 * part with a link back to its step, then the next steps and the confirmation.
 */
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
    <div className="grid max-w-4xl grid-cols-1 gap-8">
      <article className="rounded-lg border border-edge bg-raised px-5 py-6 shadow-raised sm:px-10 sm:py-10">
        <ProposalHead brief={brief} />
        {summarizeBrief(brief).map((section) => (
          <ReviewPart key={section.step} section={section} onStep={onStep}>
            {section.step === 1 ? <Scope features={brief.features} /> : <Answers answers={section.answers} />}
          </ReviewPart>
        ))}
      </article>
      <section aria-labelledby={`${errorId}-next`} className="grid gap-3">
        <h3 id={`${errorId}-next`} className="text-lg">
          What happens next
        </h3>
        <ol className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
          {nextSteps.map(({ title, text }, position) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-3">
              <span aria-hidden="true" className="font-semibold text-accent tabular-nums">
                {position + 1}
              </span>
              <span>
                <span className="font-semibold">{title}.</span> <span className="text-ink-soft">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </section>
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

/** The head of the sheet: who it is for and by, and the estimate at a glance. */
function ProposalHead({ brief }: { brief: Brief }) {
  const estimate = estimateOf(brief);
  const launch = brief.target && dateInWords(brief.target);
  return (
    <header className="grid gap-5 pb-6">
      <div className="grid gap-1">
        <p className="font-semibold text-accent text-sm">Brief for a proposal</p>
        <p className="wrap-anywhere font-display text-2xl font-semibold leading-tight tracking-tight">
          {brief.company || brief.domain || brief.contact}
        </p>
        <p className="text-ink-soft wrap-anywhere">
          From {brief.contact}, to {studio.name}
        </p>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-rule py-4 sm:grid-cols-4">
        <Figure label="Estimate" value={hasBuildPrice(estimate) ? describePrice(estimate) : 'None'} />
        <Figure label="Care" value={hasCarePrice(estimate) ? describeCare(estimate) : 'None'} />
        <Figure label="Time" value={describeTime(estimate)} />
        <Figure label="Launch" value={launch || 'Open'} />
      </dl>
      <p className="text-ink-soft text-sm">
        An estimate from your answers, not an offer: my proposal names one fixed price, and nothing is agreed
        before you accept it.
      </p>
    </header>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}

/** What is chosen, line by line, with what each costs. */
function Scope({ features }: { features: Brief['features'] }) {
  return (
    <ul>
      {features.map((id) => (
        <li
          key={id}
          className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2.5 first:border-t-0 first:pt-0"
        >
          <span className="min-w-0 flex-1 basis-64">
            <span className="font-semibold">{featureName(id)}</span>
            <span className="block text-ink-soft text-sm">{featureCopy[id].blurb}</span>
          </span>
          <span className="text-sm tabular-nums">{featurePrice(id)}</span>
        </li>
      ))}
    </ul>
  );
}

/** A part of the sheet: its title and the way back to its step, beside what it says. */
function ReviewPart({
  section,
  onStep,
  children,
}: {
  section: BriefSection;
  onStep: (step: number) => void;
  children: ReactNode;
}) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-8 gap-y-3 border-t border-rule py-6 last:pb-0 md:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div className="flex items-center justify-between gap-x-4 md:flex-col md:items-start md:justify-start">
        <h3 id={titleId} className="text-lg">
          {section.title}
        </h3>
        <Button variant="quiet" size="sm" className="-mr-3 md:-ml-3" onClick={() => onStep(section.step)}>
          <Pencil aria-hidden="true" className="size-4" />
          Edit<span className="sr-only"> {section.title}</span>
        </Button>
      </div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </section>
  );
}

function Answers({ answers }: Pick<BriefSection, 'answers'>) {
  const open = answers.filter(({ lines }) => lines.length === 0);
  const given = answers.filter(({ lines }) => lines.length > 0);
  return (
    <>
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
    </>
  );
}

const isWide = (lines: readonly string[]) => lines.length > 3 || lines.some((line) => line.length > 90);

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 1) return <span>{lines[0]}</span>;
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
