import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { useFieldControl } from './control.ts';

const boxClass =
  'size-5.5 shrink-0 appearance-none rounded-sm border border-edge bg-raised bg-center bg-no-repeat transition-colors ' +
  'checked:border-accent checked:bg-accent aria-invalid:border-danger hover:border-ink-soft disabled:opacity-50';

/** A box to tick with its words; pressing the words ticks it too. */
export function Checkbox({
  id,
  label,
  description,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; description?: ReactNode }) {
  const control = useFieldControl(id);
  return (
    <label className={clsx('flex min-h-11 items-start gap-3 py-2.5 leading-snug', className)}>
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
