import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './field.tsx';

/** Several lines of text; grows with what is typed where the browser can. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      rows={rows}
      className={controlClass(
        `field-sizing-content max-h-96 min-h-28 resize-y leading-relaxed ${className ?? ''}`,
      )}
    />
  );
}
