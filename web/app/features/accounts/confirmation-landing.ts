import type { PagePath } from '@atelier/domain/pages.ts';

/** Where the link of a confirmation leads, with the page that was wanted before. */
export function confirmationLanding(next: string | undefined): string {
  const landing = new URL('/auth/callback' satisfies PagePath, location.origin);
  if (next) landing.searchParams.set('next', next);
  return landing.href;
}
