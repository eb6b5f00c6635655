import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { readHint } from '../../lib/hint.ts';
import { OnTheWay } from '../../ui/on-the-way.tsx';

const DraftQuestion = lazy(() => import('./draft-question.tsx'));

/**
 * A link into the wizard with a selection. Somebody signed in is first asked about the draft that it would replace, if there
 * is one (specification section 4); for everybody else it is a plain link.
 */
export function StartLink({
  to,
  className,
  children,
}: {
  to: string;
  className: string;
  children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !readHint().isSignedIn) return;
    event.preventDefault();
    setIsAsking(true);
  };
  return (
    <>
      <Link to={to} className={className} data-asks="" aria-busy={isAsking || undefined} onClick={ask}>
        {children}
      </Link>
      {isAsking && (
        <Suspense fallback={<OnTheWay />}>
          <DraftQuestion address={to} onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
