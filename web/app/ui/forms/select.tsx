import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '../icons.tsx';
import { controlClass, useFieldControl } from './field.tsx';

export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** On a phone a square with an icon, and an invisible picker over it: screen readers still read its name and choice. */
const phoneSquare =
  'max-sm:grid max-sm:size-11 max-sm:place-items-center max-sm:rounded-md max-sm:border max-sm:border-edge max-sm:bg-raised max-sm:has-focus-visible:outline-2 max-sm:has-focus-visible:outline-accent';

/** The system's own picker: the best one on a phone. `placeholder` is an empty first choice. */
export function Select({
  className,
  choices,
  placeholder,
  phoneIcon,
  ...rest
}: Omit<ComponentProps<'select'>, 'children'> & {
  choices: readonly Choice[];
  placeholder?: string;
  /** Replaces the words on phones, where a toolbar has no room for them. */
  phoneIcon?: ReactNode;
}) {
  return (
    <span className={clsx('relative block', phoneIcon && phoneSquare)}>
      {phoneIcon && <span className="text-ink-soft sm:hidden [&_svg]:size-5">{phoneIcon}</span>}
      <select
        {...useFieldControl()}
        {...rest}
        className={controlClass(
          clsx(
            'appearance-none truncate pr-10',
            phoneIcon && 'max-sm:absolute max-sm:inset-0 max-sm:opacity-0',
            className,
          ),
        )}
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
        className={clsx(
          'pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-faint',
          phoneIcon && 'max-sm:hidden',
        )}
      />
    </span>
  );
}
