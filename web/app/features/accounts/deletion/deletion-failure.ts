import { describeSignInFailure } from '@atelier/domain/auth/rules.ts';
import { ApiError, failureMessage } from '../../../lib/api-error.ts';
import { toSignInFailure } from '../auth-failure.ts';

const FALLBACK = 'Your account couldn’t be deleted. Please try again.';

/** What to show when an account was not deleted: it is as it was. */
export function deletionFailureMessage(error: unknown): string {
  if (error instanceof ApiError) return failureMessage(error, FALLBACK);
  const problem = describeSignInFailure(toSignInFailure(error));
  return problem.kind === 'credentials' ? 'That isn’t your password.' : problem.message;
}
