import type { ReactNode } from 'react';

/**
 * Shows its content to some people only, decided by CSS before the first paint (see lib/hint.ts): prerendered HTML
 * holds it for everybody and nothing flashes. For links and buttons only: it hides, it does not protect.
 */
export function When({
  who,
  className = 'contents',
  children,
}: {
  /** `projects`: signed in and with at least one submitted project. */
  who: 'signed-in' | 'signed-out' | 'projects' | 'admin';
  className?: string;
  children: ReactNode;
}) {
  return (
    <span data-when={who} className={className}>
      {children}
    </span>
  );
}
