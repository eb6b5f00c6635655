import { ApiError } from './api-error.ts';

/** Somebody else's project, one that is gone and an id that is none are all shown alike. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation_failed');
}
