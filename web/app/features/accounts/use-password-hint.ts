import { PASSWORD_MIN_LENGTH } from '@atelier/domain/auth/rules.ts';
import { useSyncExternalStore } from 'react';

/**
 * What the server wrote into the head of the page where it asks for longer passwords (see
 * `server/src/features/auth/passwords/password-tag.ts`). Read once, before React may make the head anew.
 */
const told = typeof document === 'undefined' ? undefined : readTag(document);

function readTag(page: Document): number | undefined {
  const tag = page.querySelector<HTMLMetaElement>('head > meta[name="password-min-length"]');
  return tag ? Number(tag.content) : undefined;
}

const subscribe = () => () => {};

/** How long a new password has to be, in a sentence. The page's HTML, which is the same everywhere, knows the usual length. */
export function usePasswordHint(): string {
  const length = useSyncExternalStore(
    subscribe,
    () => told ?? PASSWORD_MIN_LENGTH,
    () => PASSWORD_MIN_LENGTH,
  );
  return `At least ${length} characters`;
}
