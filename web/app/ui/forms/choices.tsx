import { clsx } from 'clsx';
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { FieldError, useFieldControl } from './field.tsx';
import type { Choice } from './select.tsx';

const boxClass =
  'size-5.5 shrink-0 appearance-none rounded-sm border border-edge bg-raised bg-center bg-no-repeat transition-colors ' +
  'checked:border-accent checked:bg-accent aria-invalid:border-danger hover:border-ink-soft disabled:opacity-50';

/** A box to tick with its words; pressing the words ticks it too. */
export function Checkbox({
  label,
  description,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; description?: ReactNode }) {
  const control = useFieldControl();
  return (
    <label className="flex min-h-11 items-start gap-3 py-2.5 leading-snug">
      <span className="relative grid place-items-center">
        <input {...control} {...rest} type="checkbox" className={clsx(boxClass, 'peer')} />
        <svg
          viewBox="0 0 16 16"
          fill="none"
          aria-hidden="true"
          className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
        >
          <path d="m3 8.5 3.2 3L13 4.5" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
        </svg>
      </span>
      <span className="grid gap-0.5">
        <span>{label}</span>
        {description && <span className="text-sm text-ink-faint">{description}</span>}
      </span>
    </label>
  );
}

interface ChoiceGroupProps<Value extends string> {
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  choices: readonly (Choice<Value> & { description?: string })[];
  /** Given together with `onChange`; leave both out and spread a form's `register(name)` in `control`. */
  value?: Value | undefined;
  onChange?: (value: Value) => void;
  control?: Omit<ComponentProps<'input'>, 'type' | 'value'>;
  /** `segments`: a row of pills for short words. `list`: one under the other, with room for descriptions. */
  layout?: 'segments' | 'list';
  isLegendHidden?: boolean;
  /** For a question that may be left open: takes the answer back, which radio buttons alone do not. */
  onClear?: (() => void) | undefined;
  className?: string;
}

/** One of a few, all in sight: radio buttons dressed as pills or as a list. Arrow keys move between them. */
export function ChoiceGroup<Value extends string>({
  legend,
  hint,
  error,
  choices,
  value,
  onChange,
  control,
  layout = 'segments',
  isLegendHidden = false,
  onClear,
  className,
}: ChoiceGroupProps<Value>) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  const clear = () => {
    onClear?.();
    // The button is hidden with the answer gone, and the keyboard would be lost with it.
    group.current?.querySelector('input')?.focus();
  };
  const bound = onChange ? { name: id, value } : undefined;
  return (
    <fieldset
      ref={group}
      className={clsx('grid min-w-0 content-start gap-2', className)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={clsx('mb-1.5 text-sm font-semibold', isLegendHidden && 'sr-only')}>{legend}</legend>
      <div className="-mt-1.5 flex items-start justify-between gap-3 empty:hidden">
        {hint && <p className="text-sm text-ink-faint">{hint}</p>}
        {onClear && (
          // Its place is kept while there is nothing to clear: what is below does not move when it comes.
          <button
            type="button"
            className={clsx(
              '-my-3 ml-auto min-h-11 shrink-0 pl-3 text-sm font-semibold underline underline-offset-4 hover:text-accent',
              value === undefined && 'invisible',
            )}
            onClick={clear}
          >
            Clear <span className="sr-only">{legend}</span>
          </button>
        )}
      </div>
      <div className={layout === 'segments' ? 'flex flex-wrap gap-2' : 'grid gap-2'}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={clsx(
              'group relative flex min-h-11 items-center gap-3 border border-edge bg-raised px-4 py-2 transition-colors',
              'hover:border-ink-soft has-checked:border-accent has-checked:bg-accent-soft has-checked:text-on-accent-soft',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              'has-disabled:opacity-50',
              layout === 'segments' ? 'rounded-full' : 'rounded-md',
            )}
          >
            <input
              {...control}
              {...(bound && {
                name: bound.name,
                checked: bound.value === choice.value,
                onChange: () => onChange?.(choice.value),
              })}
              type="radio"
              value={choice.value}
              className={clsx(
                'appearance-none outline-none',
                layout === 'segments'
                  ? 'absolute inset-0'
                  : 'size-5 shrink-0 rounded-full border border-edge bg-raised checked:border-[6px] checked:border-accent',
              )}
            />
            <span className="grid">
              <span className="font-medium">{choice.label}</span>
              {choice.description && (
                <span className="text-sm text-ink-faint group-has-checked:text-on-accent-soft">
                  {choice.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  );
}
