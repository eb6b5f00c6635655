import type { ProcessStep } from '@atelier/content/process.ts';
import { StepTime } from '../components/step-time.tsx';
import { Unbroken } from '../components/unbroken.ts';

function Share({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-sans text-sm font-semibold tracking-normal">{title}</h3>
      <ul className="mt-2 grid gap-2 text-ink-soft">
        {points.map((point) => (
          <li key={point} className="border-t border-rule pt-2">
            <Unbroken text={point} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One step of the process: its number, what it is, and who does what. */
export function StepView({ step, position }: { step: ProcessStep; position: number }) {
  const { title, when, text, you, studio, result } = step;
  return (
    <li className="grid gap-x-10 gap-y-6 border-t border-ink pt-6 pb-16 sm:pb-24 lg:grid-cols-12">
      <div className="flex items-start gap-6 lg:col-span-4 lg:block">
        <p
          aria-hidden="true"
          className="min-w-[0.6em] font-display text-[clamp(4rem,9vw,8rem)] leading-[0.8] font-bold tracking-[-0.06em] text-accent"
        >
          {position + 1}
        </p>
        <StepTime when={when} className="mt-1 text-sm font-semibold text-ink-soft lg:mt-8" />
      </div>
      <div className="lg:col-span-8">
        <h2 className="text-3xl tracking-[-0.03em]">{title}</h2>
        <p className="mt-4 max-w-measure text-lg text-balance text-ink-soft">
          <Unbroken text={text} />
        </p>
        <div className="mt-8 grid gap-x-10 gap-y-8 sm:grid-cols-2">
          <Share title="You" points={you} />
          <Share title="Me" points={studio} />
        </div>
        <p className="mt-8 border-l-2 border-accent pl-4">
          <span className="font-semibold">At the end:</span> {result}
        </p>
      </div>
    </li>
  );
}
