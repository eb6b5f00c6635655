import { studio } from '@atelier/content/studio.ts';
import { BRIEF_FIELDS, type Brief, LAST_STEP, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import { withoutEmptyRows } from '@atelier/domain/onboarding/rules.ts';
import type { Prefill } from '@atelier/domain/onboarding/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { clsx } from 'clsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useNavigate } from '../../../lib/pages/links.ts';
import { keepPendingSubmission, submitBrief } from '../../../lib/storage/pending-submission.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { discardLocalCopy } from '../draft/local-copy.ts';
import { lateAnswers, type Opening } from '../draft/opening.ts';
import type { StartParameters } from '../draft/start-parameters.ts';
import { type Draft, useDraft } from '../draft/use-draft.ts';
import { estimateOf } from '../onboarding.queries.ts';
import { isFine, resolveBrief, useProblems } from './brief-problems.ts';
import { ConflictDialog, useChoice } from './conflict-dialog.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { OfferedSelection, PrefilledNotice, SetAside, WizardTitle } from './notices.tsx';
import { useConfirmation } from './review-step.tsx';
import { SaveLine } from './save-line.tsx';
import { StepBar } from './step-bar.tsx';
import { StepContent } from './step-content.tsx';
import { useChecks, useStep } from './use-step.ts';

const isAlreadySubmitted = (error: unknown) =>
  error instanceof ApiError && error.code === 'already_submitted';

/**
 * Finishing (specification section 4): saves step 7, sends the final data, deletes the local copy
 * and opens the portal. A failed final call does not hold up the client: the brief is kept as
 * pending, and the portal sends it again.
 */
function useFinish({ form, draft, userId }: { form: UseFormReturn<Brief>; draft: Draft; userId: string }) {
  const navigate = useNavigate();
  const [isFinishing, setIsFinishing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isUnderWay = useRef(false);

  /** Sends the final data; false if it neither arrived nor could be kept. */
  async function deliver(): Promise<boolean> {
    const { id } = draft.saver.state();
    const final = withoutEmptyRows(form.getValues());
    const estimate = estimateOf(final);
    try {
      await submitBrief({ id, final, estimate });
      showToast(`Your brief has arrived. You’ll hear back ${studio.replyTime}.`, {
        tone: 'success',
        lasts: 10_000,
      });
      return true;
    } catch (error) {
      if (isAlreadySubmitted(error)) return true;
      return keepPendingSubmission({ userId, id, final, estimate, keptAt: new Date().toISOString() });
    }
  }

  async function finish(): Promise<void> {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsFinishing(true);
    setFailure(undefined);
    draft.saver.edit();
    await draft.saver.flush();
    const { conflict } = draft.saver.state();
    // Finished elsewhere counts as finished; any other conflict is for the client to resolve.
    const isDone = conflict?.kind === 'submitted' || (conflict === undefined && (await deliver()));
    isUnderWay.current = false;
    setIsFinishing(false);
    if (isDone) {
      draft.close();
      navigate('/client-portal', { replace: true });
    } else if (conflict === undefined) {
      setFailure(
        'Your brief couldn’t be sent, and this device can’t keep it. Leave this page open and try again.',
      );
    }
  }

  return { isFinishing, failure, finish };
}

export interface WizardProps {
  opening: Opening;
  parameters: StartParameters;
  userId: string;
  /** The server's draft arrived after the wizard opened without it, before the client typed. */
  onLateDraft: (draft: Project) => void;
}

/** The seven steps, from opening to submission. */
export function Wizard({ opening, parameters, userId, onLateDraft }: WizardProps) {
  const form = useForm<Brief>({ defaultValues: opening.brief, resolver: resolveBrief, mode: 'onTouched' });
  const { step, furthest, seen, goTo } = useStep(form, opening);
  const position = useRef(step);
  const onLatePrefill = (prefill: Prefill) => {
    const added = lateAnswers(prefill, { opened: opening.brief, now: form.getValues(), parameters });
    if (Object.keys(added).length === 0) return;
    for (const field of BRIEF_FIELDS) {
      const answer = added[field];
      if (answer !== undefined) form.setValue(field, answer);
    }
    // A toast: a notice above the questions would move what is being answered.
    showToast('Your brief now has what you told me already.', { lasts: 10_000 });
  };
  const currentStep = () => position.current;
  const draft = useDraft({ opening, form, userId, step, currentStep, onLateDraft, onLatePrefill });
  const { check, checkStep, checkAll, onKeyDown } = useChecks(form, step, goTo);
  const choice = useChoice({ draft, form, goTo });
  const confirmation = useConfirmation(form);
  const { isFinishing, failure, finish } = useFinish({ form, draft, userId });
  const problems = useProblems(form.control);

  useEffect(() => {
    if (parameters.fresh) discardLocalCopy();
  }, [parameters.fresh]);

  // The local copy follows the step once something is worth keeping.
  const { keep, saver } = draft;
  const isWorthKeeping =
    opening.source !== 'defaults' || (parameters.features ?? parameters.suggested) !== undefined;
  useEffect(() => {
    const isMoved = position.current !== step;
    position.current = step;
    if (isMoved || isWorthKeeping) keep();
    if (isMoved) saver.resume();
  }, [step, keep, saver, isWorthKeeping]);

  // The link names a step that cannot be opened yet: the missing answers show.
  const isHeldBack =
    parameters.step !== undefined && parameters.step > opening.step && opening.source !== 'defaults';
  const showMissing = useRef(isHeldBack);
  useEffect(() => {
    if (showMissing.current) void checkStep();
    showMissing.current = false;
  });

  const next = async () => {
    if (!(await checkStep())) return;
    position.current = step + 1;
    goTo(step + 1);
    saver.edit();
    void saver.flush();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (step < LAST_STEP) await next();
    else if (confirmation.require() && (await checkAll())) await finish();
  };

  return (
    <FormProvider {...form}>
      <div className="grid gap-3">
        <WizardTitle intent={parameters.intent} isBack={opening.source !== 'defaults'} />
        <Stepper
          label="Steps of the brief"
          steps={ONBOARDING_STEPS}
          current={step}
          reached={furthest}
          isDone={(number) => number < seen && isFine(problems[number - 1])}
          onStep={goTo}
        />
        <PrefilledNotice writtenAt={opening.prefilledFrom} />
        <OfferedSelection offered={opening.offeredFeatures} />
        <SetAside isThere={choice.hasSetAside} onSwap={choice.swap} />
        {failure && <Alert tone="danger">{failure}</Alert>}
        <form
          noValidate
          // What has the focus stays clear of the bar at the foot.
          className="mt-1 grid min-w-0 gap-6"
          onSubmit={(event) => void onSubmit(event)}
          onKeyDown={onKeyDown}
        >
          <div className={clsx('grid gap-x-12', step < LAST_STEP && 'lg:grid-cols-[minmax(0,1fr)_19rem]')}>
            <StepContent step={step} onStep={goTo} confirmation={confirmation} />
            {step < LAST_STEP && (
              <aside className="sticky top-24 hidden self-start lg:block">
                <EstimateCard />
              </aside>
            )}
          </div>
          <StepBar
            step={step}
            isFinishing={isFinishing}
            saveLine={<SaveLine draft={draft} onDecide={choice.open} onFix={() => void checkAll()} />}
            onBack={() => goTo(step - 1)}
            onReveal={(field) => void check([field])}
          />
        </form>
      </div>
      <ConflictDialog
        conflict={draft.state.conflict}
        isOpen={choice.isOpen}
        mine={form.getValues()}
        onClose={choice.close}
        onKeepMine={choice.keepMine}
        onTakeTheirs={choice.takeTheirs}
      />
    </FormProvider>
  );
}
