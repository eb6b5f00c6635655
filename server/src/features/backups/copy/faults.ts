import { AppError } from '@atelier/domain/errors.ts';

/** What is wrong, by the codes of the operating system. */
const FILE_FAULTS: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk’s quota is used up',
  EROFS: 'The disk can only be read',
  EACCES: 'The server’s account has no permission',
  EPERM: 'The server’s account has no permission',
  EIO: 'The disk fails',
  ENOENT: 'A folder or file is missing',
};

/** Why something failed, as a sentence for the owner. */
export function describeFault(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const known = 'code' in error && typeof error.code === 'string' ? FILE_FAULTS[error.code] : undefined;
  return known ? `${known}: ${error.message}.` : `It broke off: ${error.message}.`;
}
