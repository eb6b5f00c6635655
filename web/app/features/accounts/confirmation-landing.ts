/** Where the link of a confirmation leads, with the page that was wanted before. */
export function confirmationLanding(next: string | undefined): string {
  const landing = new URL('/auth/callback', location.origin);
  if (next) landing.searchParams.set('next', next);
  return landing.href;
}
