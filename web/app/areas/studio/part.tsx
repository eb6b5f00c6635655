import { type ReactNode, type RefObject, useId } from 'react';

/** A part of a screen under its heading. */
export function Part({
  title,
  heading,
  children,
}: {
  title: string;
  /** Receives the focus of a row that disappears, or of a link to this part. */
  heading?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
