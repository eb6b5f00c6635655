import { clsx } from 'clsx';
import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { CircleAlert } from '../icons.tsx';

/** The look shared by everything that can be typed into or chosen from. */
export function controlClass(className?: string): string {
  return clsx(
    'w-full min-h-11 rounded-md border border-edge bg-raised px-3.5 py-2 text-base text-ink',
    'transition-[border-color,box-shadow] hover:border-ink-soft',
    'focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent',
    'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
    'disabled:border-rule disabled:bg-sunken disabled:text-ink-faint [&[readonly]]:bg-sunken',
    className,
  );
}

/** What a control inside a field needs in order to belong to the field's label, hint and error. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

const FieldContext = createContext<FieldControl | undefined>(undefined);

/** The id of the label of a control that a field gave its id. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`;

/** The attributes of a control: those of the field around it, or just an id where there is none. */
export function useFieldControl(): Partial<FieldControl> & { id: string } {
  const field = useContext(FieldContext);
  const id = useId();
  return field ?? { id };
}

interface FieldProps {
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

/** The message under a control, and its further lines; always in the page, so that a message appearing in it is announced. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  const [sentence, detail] = message?.split('\n') ?? [];
  return (
    <p id={id} aria-live="polite" className="pl-5.5 text-sm font-medium text-danger empty:hidden">
      {message && (
        <>
          <CircleAlert aria-hidden="true" className="-mt-0.5 mr-1.5 -ml-5.5 inline size-4" />
          <span>{sentence}</span>
          {detail && <span className="block font-normal">{detail}</span>}
        </>
      )}
    </p>
  );
}

/** A line of text. Inside a `Field` it is labelled and described by it. */
export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} type={type} className={controlClass(className)} />;
}
