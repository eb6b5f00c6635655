import { recordOf } from '../../../lib/session/auth-provider.ts';

/*
 * The sign-up form's text except the passwords, and the address of its mail, so that a reload loses
 * neither. For this tab alone: on a shared computer the next user must not find it.
 */
const KEY = 'atelier:sign-up';

export interface KeptSignUp {
  username: string;
  email: string;
  /** When the mail was sent, as the clock's milliseconds; undefined before. */
  mailedAt: number | undefined;
}

/** This tab's sign-up; empty if there is none or storage is unavailable. */
export function readSignUp(): KeptSignUp {
  try {
    const { username, email, mailedAt } = recordOf(JSON.parse(sessionStorage.getItem(KEY) ?? '{}'));
    return {
      username: typeof username === 'string' ? username : '',
      email: typeof email === 'string' ? email : '',
      mailedAt: typeof mailedAt === 'number' ? mailedAt : undefined,
    };
  } catch {
    return { username: '', email: '', mailedAt: undefined };
  }
}

/** Stores a sign-up; undefined deletes it. */
export function keepSignUp(kept: KeptSignUp | undefined): void {
  try {
    if (!kept || (kept.username === '' && kept.email === '')) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is off or full: the form works, but doesn't survive a reload.
  }
}
