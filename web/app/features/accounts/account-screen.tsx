import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { ScriptNote } from '../../ui/feedback/alert.tsx';

/**
 * A screen with one task about an account: a heading, a line about it, and a card with the form.
 */
export function AccountScreen({
  title,
  lead,
  footer,
  isKeptBack,
  presses = 0,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** Links below the card. */
  footer?: ReactNode;
  /**
   * Something above the form depends on what led here: after a reload the form appears once that is
   * known (paint-first/browser/arriving.css).
   */
  isKeptBack?: boolean;
  /**
   * How many presses have replaced the content. After each the screen takes the focus if the
   * pressed button is gone, so that the new text is read out and Tab leads to the next control.
   */
  presses?: number;
  children: ReactNode;
}) {
  const screen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (presses > 0 && document.activeElement === document.body) screen.current?.focus();
  }, [presses]);
  return (
    <div
      ref={screen}
      tabIndex={-1}
      className="mx-auto grid w-full grid-cols-1 max-w-form content-start gap-6 px-5 py-10 outline-none sm:py-16"
    >
      <header className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </header>
      <div
        data-kept-back={isKeptBack || undefined}
        className="grid grid-cols-1 gap-5 rounded-xl border border-rule bg-raised p-5 shadow-raised sm:p-8"
      >
        <ScriptNote />
        {children}
      </div>
      {footer && <div className="grid gap-1 text-center text-sm text-ink-soft">{footer}</div>}
    </div>
  );
}

/**
 * Takes the focus when it appears: what replaced a form is read out, and Tab continues from there.
 */
export function FocusOnMount({ className, children }: { className?: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // In a layout effect: otherwise a dialog around it notices first that the focused element is
  // gone, and takes the focus itself.
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
