import { createContext, useContext, useId } from 'react';

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
