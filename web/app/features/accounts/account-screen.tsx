import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { ScriptNote } from '../../ui/script-note.tsx';

/** A screen with one thing to do about one's account: a heading, a line about it, and a card with the form. */
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
  /** Where else one may have wanted to go; stands under the card. */
  footer?: ReactNode;
  /**
   * Something above the form depends on how one came here: whoever loads the page anew sees the form when that is known
   * (ui/styles/arriving.css).
   */
  isKeptBack?: boolean;
  /**
   * How many presses have replaced what was here. The screen takes the keyboard after each, if it was on the button
   * that went, so that the new words are read out and Tab leads to what can be done next.
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

/** Takes the focus when it appears, so that what has replaced a form is read out and the keyboard goes on from there. */
export function FocusedOnArrival({ className, children }: { className?: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  // Before a window around it finds that the keyboard was in what this takes the place of, and takes the keyboard itself.
  useLayoutEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
