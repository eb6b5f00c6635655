import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './control.ts';

/** A line of text. Inside a `Field` it is labelled and described by it. */
export function Input({ id, className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl(id)} {...rest} type={type} className={controlClass(className)} />;
}
