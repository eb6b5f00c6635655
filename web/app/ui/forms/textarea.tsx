import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './control.ts';

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ id, className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl(id)}
      {...rest}
      rows={rows}
      className={controlClass(
        `field-sizing-content max-h-96 min-h-28 resize-y leading-relaxed ${className ?? ''}`,
      )}
    />
  );
}
