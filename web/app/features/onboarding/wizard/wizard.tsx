import { type Brief, LAST_STEP, ONBOARDING_STEPS } from '@atelier/domain/onboarding/brief.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { resolveBrief } from '../brief-resolver.ts';
import { discardLocalCopy } from '../draft/local-copy.ts';
import type { Opening } from '../draft/opening.ts';
import type { StartParameters } from '../draft/start-parameters.ts';
import { useDraft } from '../draft/use-draft.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { Greeting } from './greeting.tsx';
import { OfferedSelection, SetAside } from './notices.tsx';
import { SaveLine } from './save-line.tsx';
import { StepBar } from './step-bar.tsx';
import { StepContent } from './step-content.tsx';
import { useChecks } from './use-checks.ts';
import { useChoice } from './use-choice.ts';
import { useConfirmation } from './use-confirmation.ts';
import { useFinish } from './use-finish.ts';
import { isFine, useProblems } from './use-problems.ts';
import { useStep } from './use-step.ts';

export interface WizardProps {
  opening: Opening;
  parameters: StartParameters;
  userId: string;
  /** The server's draft arrived after the wizard opened without it, and the client hadn't typed. */
  onLateDraft: (draft: Project) => void;
}

/** The seven steps, from what they were opened with to the portal. */
export function Wizard({ opening, parameters, userId, onLateDraft }: WizardProps) {
  const form = useForm<Brief>({ defaultValues: opening.brief, resolver: resolveBrief, mode: 'onTouched' });
  const { step, furthest, seen, goTo } = useStep(form, opening);
  const position = useRef(step);
  const draft = useDraft({ opening, form, userId, step, currentStep: () => position.current, onLateDraft });
  const { check, checkStep, checkAll, onKeyDown } = useChecks(form, step, goTo);
  const choice = useChoice({ draft, form, goTo });
  const confirmation = useConfirmation(form);
  const { isFinishing, failure, finish } = useFinish({ form, draft, userId });
  const problems = useProblems(form.control);

  useEffect(() => {
    if (parameters.fresh) discardLocalCopy();
  }, [parameters.fresh]);

  // The copy on this device follows the step, once something is worth keeping.
  const { keep, saver } = draft;
  const isWorthKeeping =
    opening.source !== 'defaults' || (parameters.features ?? parameters.suggested) !== undefined;
  useEffect(() => {
    const isMoved = position.current !== step;
    position.current = step;
    if (isMoved || isWorthKeeping) keep();
    if (isMoved) saver.resume();
  }, [step, keep, saver, isWorthKeeping]);

  // Linked to a step that cannot be opened yet: what is missing shows.
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
      <div className="grid gap-8">
        <Greeting intent={parameters.intent} isBack={opening.source !== 'defaults'} />
        <div className="grid gap-3">
          <Stepper
            label="Steps of the brief"
            steps={ONBOARDING_STEPS}
            current={step}
            reached={furthest}
            isDone={(number) => number < seen && isFine(problems[number - 1])}
            onStep={goTo}
          />
          <p className="text-sm text-ink-faint">Progress saves automatically. You can return anytime.</p>
        </div>
        <OfferedSelection offered={opening.offeredFeatures} />
        <SetAside isThere={choice.hasSetAside} onSwap={choice.swap} />
        {failure && <Alert tone="danger">{failure}</Alert>}
        <div className="grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_19rem]">
          <form
            noValidate
            className="grid min-w-0 gap-8 [&_:is(input,select,textarea,button)]:scroll-mb-40"
            onSubmit={(event) => void onSubmit(event)}
            onKeyDown={onKeyDown}
          >
            <StepContent step={step} onStep={goTo} confirmation={confirmation} />
            <StepBar
              step={step}
              isFinishing={isFinishing}
              saveLine={<SaveLine draft={draft} onDecide={choice.open} onFix={() => void checkAll()} />}
              onBack={() => goTo(step - 1)}
              onReveal={(field) => void check([field])}
            />
          </form>
          <aside className="sticky top-24 hidden self-start lg:block">
            <EstimateCard />
          </aside>
        </div>
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
