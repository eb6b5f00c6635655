import { offeredFeatures } from '@atelier/content/offer.ts';
import { questions } from '@atelier/content/questions.ts';
import {
  type Brief,
  type BriefField,
  fieldsOfStep,
  LAST_STEP,
  questionsToAsk,
} from '@atelier/domain/onboarding/brief.ts';
import { FormProvider, useForm } from 'react-hook-form';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { untouchedBrief } from '../draft/local-brief.ts';
import { resolveBrief } from './brief-problems.ts';
import { StepQuestions } from './step-content.tsx';

function Step({ step }: { step: number }) {
  const form = useForm<Brief>({ defaultValues: untouchedBrief(''), resolver: resolveBrief });
  return (
    <FormProvider {...form}>
      <StepQuestions step={step} />
    </FormProvider>
  );
}

/** The first words of every legend, and of every label that has an input: "Company" of "Company optional". */
function askedLabels(container: Element): string[] {
  const named = [...container.querySelectorAll('label, legend')];
  return named
    .filter((each) => !(each instanceof HTMLLabelElement) || each.control !== null)
    .map(({ firstChild, textContent }) => firstChild?.textContent ?? textContent);
}

const steps = Array.from({ length: LAST_STEP - 1 }, (_, index) => index + 1);
const labelOf = (field: BriefField) => questions[field].label;

describe('StepQuestions', () => {
  it.each(steps.slice(1))('asks every question of step %i in its order', async (step) => {
    const { container } = await render(<Step step={step} />);
    const all = Object.values(questions).map(({ label }) => label);
    const asked = () => askedLabels(container).filter((label) => all.includes(label));
    const again = step === 6 ? [labelOf('timezone')] : [];
    // The code of some inputs comes late.
    await expect.poll(asked).toEqual([...questionsToAsk(step).map(labelOf), ...again]);
  });

  it('asks step 1 with a box for every feature that the studio offers', async () => {
    await render(<Step step={1} />);
    expect(fieldsOfStep(1)).toEqual(['features']);
    expect(page.getByRole('checkbox').elements()).toHaveLength(offeredFeatures.length);
  });
});
