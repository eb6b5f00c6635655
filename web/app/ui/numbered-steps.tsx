import { clsx } from 'clsx';

/** What comes, in order: a number, a title and a sentence each. `isRow` puts them side by side where there is room. */
export function NumberedSteps({
  steps,
  isRow = false,
}: {
  steps: readonly { title: string; text: string }[];
  isRow?: boolean;
}) {
  return (
    <ol className={clsx('grid grid-cols-1 gap-x-6 gap-y-4', isRow && 'md:auto-cols-fr md:grid-flow-col')}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className={clsx(
            'grid grid-cols-[auto_1fr] content-start gap-x-3',
            isRow && 'md:grid-cols-1 md:gap-y-2',
          )}
        >
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
  );
}
