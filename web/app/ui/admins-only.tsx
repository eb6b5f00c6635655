import { Lock } from 'lucide-react';
import { ApiError } from '../lib/api/api-error.ts';
import { ButtonLink } from './button-link.tsx';
import { EmptyState } from './feedback/empty-state.tsx';

/** The server says that this person is no admin (any more): the page may have been opened before that. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** In place of a screen that the server opens to admins alone. */
export function AdminsOnly() {
  return (
    <EmptyState
      icon={<Lock aria-hidden="true" />}
      title="Admins only."
      action={
        <ButtonLink to="/" variant="secondary">
          Go Home
        </ButtonLink>
      }
    />
  );
}
