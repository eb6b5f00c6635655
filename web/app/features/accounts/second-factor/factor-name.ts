/** What an authenticator app without a name of its own is called. */
export const APP_NAME = 'Authenticator app';

/** A name for another app that none of an account's factors has yet. */
export function freeName(names: readonly (string | undefined)[]): string {
  let name = APP_NAME;
  for (let number = 2; names.includes(name); number += 1) name = `${APP_NAME} ${number}`;
  return name;
}
