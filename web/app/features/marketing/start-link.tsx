import type { PageAddress } from '@atelier/domain/pages.ts';
import { type ComponentType, type MouseEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from '../../lib/pages/links.ts';
import { readSessionHint } from '../../lib/session/session.ts';
import { ProgressBar } from '../../ui/feedback/status.tsx';
import type { DraftQuestionProps } from './draft-question.tsx';

/**
 * A link into the wizard with a selection. A signed-in user with a draft is asked first
 * (specification section 4); for all others, and after a failed check, it is a plain link.
 */
export function StartLink({
  to,
  className,
  children,
}: {
  to: PageAddress;
  className: string;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [Question, setQuestion] = useState<ComponentType<DraftQuestionProps>>();
  const ask = async (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || !readSessionHint().isSignedIn) return;
    event.preventDefault();
    setIsAsking(true);
    try {
      const { default: loaded } = await import('./draft-question.tsx');
      setQuestion(() => loaded);
    } catch {
      setIsAsking(false);
      void navigate(to);
    }
  };
  return (
    <>
      <Link to={to} className={className} data-asks="" aria-busy={isAsking || undefined} onClick={ask}>
        {children}
      </Link>
      {isAsking &&
        (Question ? <Question address={to} onClose={() => setIsAsking(false)} /> : <ProgressBar />)}
    </>
  );
}
