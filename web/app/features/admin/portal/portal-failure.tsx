import { SearchX } from 'lucide-react';
import { failureMessage } from '../../../lib/api-error.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { isMissing } from '../../portal/projects/is-missing.ts';
import { AdminsOnly, isForbidden } from '../admins-only.tsx';

/** Why a project is not shown to the studio (specification section 2). */
export function PortalFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isForbidden(error)) return <AdminsOnly />;
  if (isMissing(error)) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title="Not found."
        action={
          <ButtonLink to="/admin/projects" variant="secondary">
            All projects
          </ButtonLink>
        }
      >
        This project was deleted, or the link to it is incomplete.
      </EmptyState>
    );
  }
  return <LoadFailure onRetry={onRetry}>{failureMessage(error, 'Failed to load project.')}</LoadFailure>;
}
