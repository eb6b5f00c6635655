import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { CircleAlert } from '../icons.tsx';
import { FieldContext, labelIdOf } from './control.ts';

export interface FieldProps {
  label: ReactNode;
  /** One line under the label that helps before anything is wrong. */
  hint?: ReactNode;
  /** What is wrong and what to do; announced when it appears. */
  error?: string | undefined;
  isRequired?: boolean;
  /** Shows "optional" beside the label. */
  isOptional?: boolean;
  /** Keeps the label for screen readers only. */
  isLabelHidden?: boolean;
  className?: string;
  /** One control of this folder: it finds its label, hint and error by itself. */
  children: ReactNode;
}

/** A label, a control, a hint and an error that belong together. */
export function Field({
  label,
  hint,
  error,
  isRequired = false,
  isOptional = false,
  isLabelHidden = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = `${id}-error`;
  const describedBy = [error ? errorId : undefined, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-1.5', className)}>
      <label
        id={labelIdOf(id)}
        htmlFor={id}
        className={clsx('text-sm font-semibold', isLabelHidden && 'sr-only')}
      >
        {label}
        {isOptional && <span className="ml-1.5 font-normal text-ink-faint">optional</span>}
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy,
          'aria-invalid': error ? true : undefined,
          'aria-required': isRequired || undefined,
        }}
      >
        {children}
      </FieldContext>
      <FieldError id={errorId} message={error} />
    </div>
  );
}

/** The line under a control; always in the page, so that a message appearing in it is announced. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className="text-sm font-medium text-danger empty:hidden">
      {message && (
        <>
          <CircleAlert aria-hidden="true" className="mr-1.5 -mt-0.5 inline size-4" />
          {message}
        </>
      )}
    </p>
  );
}
