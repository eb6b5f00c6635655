import type { ComponentProps } from 'react';
import { controlClass } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

/** A line of text. Inside a `Field` it is labelled and described by it. */
export function Input({ id, className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl(id)} {...rest} type={type} className={controlClass(className)} />;
}
