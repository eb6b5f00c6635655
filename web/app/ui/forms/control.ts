import { clsx } from 'clsx';
import { createContext, useContext, useId } from 'react';

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
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export const FieldContext = createContext<FieldControl | undefined>(undefined);

/** The id of the label of a control that a field gave its id. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`;

/** The attributes of a control: those of the field around it, or just an id where there is none. */
export function useFieldControl(id: string | undefined): Partial<FieldControl> & { id: string } {
  const field = useContext(FieldContext);
  const own = useId();
  if (field && !id) return field;
  return { id: id ?? own };
}
