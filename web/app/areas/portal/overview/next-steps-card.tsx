import { nextSteps } from '@atelier/content/next-steps.ts';
import { Card } from '../../../ui/card.tsx';

/** What happens after a brief has arrived. */
export function NextStepsCard() {
  return (
    <Card title="What happens now" className="print:hidden">
      <ol className="grid grid-cols-1 gap-4">
        {nextSteps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[auto_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-on-accent-soft"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{step.title}</p>
              <p className="text-sm text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}
