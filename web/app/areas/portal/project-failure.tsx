import type { PageAddress } from '@atelier/domain/pages.ts';
import { SearchX, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { isMissing } from '../../lib/is-missing.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../ui/feedback/load-failure.tsx';
import { Replacement } from '../../ui/feedback/replacement.tsx';

/** Why a project is not shown, and where to go from there. */
export function ProjectFailure({
  error,
  isGone,
  hint,
  goneHint,
  back,
  level,
  onRetry,
}: {
  error: unknown;
  /** It was on this page a moment ago, and was deleted. */
  isGone: boolean;
  /** What may be the reason where there is no such project. */
  hint: ReactNode;
  /** What becomes of a project that was deleted while it was looked at. */
  goneHint: ReactNode;
  back: { to: PageAddress; label: string };
  level: 1 | 2;
  onRetry: () => void;
}) {
  const link = (
    <ButtonLink to={back.to} variant="secondary">
      {back.label}
    </ButtonLink>
  );
  if (isGone) {
    return (
      <Replacement>
        <div role="alert">
          <EmptyState
            icon={<Trash2 aria-hidden="true" />}
            title="This project was deleted."
            level={level}
            action={link}
          >
            {goneHint}
          </EmptyState>
        </div>
      </Replacement>
    );
  }
  if (isMissing(error)) {
    return (
      <EmptyState icon={<SearchX aria-hidden="true" />} title="Not found." level={level} action={link}>
        {hint}
      </EmptyState>
    );
  }
  return <LoadFailure error={error} fallback="Failed to load project." onRetry={onRetry} />;
}
