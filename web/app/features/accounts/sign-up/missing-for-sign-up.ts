import type { UsernameStatus } from '@atelier/domain/accounts/rules.ts';
import type { SignUpForm } from '@atelier/domain/auth/schema.ts';

const ofUsername: Record<UsernameStatus, string | undefined> = {
  idle: 'a username',
  invalid: 'a username that fits',
  taken: 'another username',
  checking: 'the username check',
  error: 'the username check',
  ok: undefined,
};

/** What keeps "Create account" disabled, in the form's order: "a username, your email and a password". */
export function missingForSignUp(form: SignUpForm, username: UsernameStatus): string {
  const missing = [
    ofUsername[username],
    form.email === '' && 'your email',
    form.password === '' && 'a password',
    form.confirmPassword === '' && 'the password again',
  ].filter((each) => typeof each === 'string');
  const last = missing.pop() ?? '';
  return missing.length > 0 ? `${missing.join(', ')} and ${last}` : last;
}
