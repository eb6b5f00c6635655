import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { ChevronDown } from '../icons.tsx';
import { controlClass, useFieldControl } from './field.tsx';

export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** The system's own picker: the best one on a phone. `placeholder` is an empty first choice. */
export function Select({
  className,
  choices,
  placeholder,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & {
  choices: readonly Choice[];
  placeholder?: string;
}) {
  return (
    <span className="relative block">
      <select
        {...useFieldControl()}
        {...rest}
        className={controlClass(clsx('appearance-none truncate pr-10', className))}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}
