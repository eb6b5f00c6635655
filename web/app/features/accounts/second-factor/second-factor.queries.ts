import { describeSignInFailure } from '@atelier/domain/auth/rules.ts';
import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { getAuthClient } from '../../../lib/session/session.ts';
import { withRecentSignIn } from '../../../lib/session/sign-in-again.ts';
import { toSignInFailure } from '../auth-failure.ts';
import { APP_NAME, hasCodes } from './factor-code-form.tsx';

export const factorsKey = ['my-factors'] as const;

interface MyFactors {
  /** Authenticator apps in use. */
  apps: readonly Factor[];
  /** How many recovery codes are left; undefined where there are none at all. */
  codesLeft: number | undefined;
}

/** The second factors of the account. */
export const listFactors = (userId: string) =>
  queryOptions({
    queryKey: [...factorsKey, userId],
    queryFn: async (): Promise<MyFactors> => {
      const { mfa } = await getAuthClient();
      const { data, error } = await mfa.listFactors();
      if (error) throw error;
      return { apps: data.totp, codesLeft: hasCodes(data.all) ? await countCodes() : undefined };
    },
    // Another device may have changed them meanwhile.
    staleTime: 0,
  });

async function countCodes(): Promise<number> {
  const { mfa } = await getAuthClient();
  const { data, error } = await mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

/** An authenticator app that waits for its first code. */
export interface NewApp {
  factorId: string;
  /** A picture as a data address. */
  qrCode: string;
  /** For those who type it by hand. */
  secret: string;
}

/**
 * Starts the set-up of an authenticator app. Deletes one that was started before and never
 * finished.
 */
export const useEnrollApp = () => useCall(() => withRecentSignIn(enrollApp, needsRecentSignIn));

async function enrollApp(): Promise<NewApp> {
  const { mfa } = await getAuthClient();
  const listed = await mfa.listFactors();
  if (listed.error) throw listed.error;
  const { all } = listed.data;
  for (const { id, status } of all) {
    if (status !== 'unverified') continue;
    const { error } = await mfa.unenroll({ factorId: id });
    if (error) throw error;
  }
  const kept = all.filter(({ status }) => status === 'verified');
  const names = kept.map(({ friendly_name: name }) => name);
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: freeName(names) });
  if (error) throw error;
  return { factorId: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/** A name for another app that none of an account's factors has yet. */
export function freeName(names: readonly (string | undefined)[]): string {
  let name = APP_NAME;
  for (let number = 2; names.includes(name); number += 1) name = `${APP_NAME} ${number}`;
  return name;
}

/** Removes an authenticator app; resolves once the session and the list show it. */
export const useRemoveApp = () =>
  useCall(
    async (factorId: string) => {
      const auth = await getAuthClient();
      await withRecentSignIn(() => removeApp(factorId), needsRecentSignIn);
      // The session's own copy of the factors and its level are from before.
      await auth.refreshSession();
    },
    { refetchOnSuccess: [factorsKey] },
  );

async function removeApp(factorId: string): Promise<void> {
  const { mfa } = await getAuthClient();
  const { error } = await mfa.unenroll({ factorId });
  // Removed from another device meanwhile.
  if (error && toSignInFailure(error).code !== 'mfa_factor_not_found') throw error;
}

/** Makes new recovery codes and replaces the previous ones. Only this reply ever holds them. */
export const useMakeRecoveryCodes = () =>
  useCall(
    async (): Promise<readonly string[]> => {
      const { mfa } = await getAuthClient();
      const listed = await mfa.listFactors();
      if (listed.error) throw listed.error;
      const codes = mfa.recoveryCodes;
      const { data, error } = await (hasCodes(listed.data.all) ? codes.regenerate() : codes.generate());
      if (error) throw error;
      return data.codes.map(groupCode);
    },
    { refetchOnSuccess: [factorsKey] },
  );

/** A code in groups of four: easier to copy by hand, and read back as it is. */
const groupCode = (code: string) => code.match(/.{1,4}/g)?.join('-') ?? code;

/** Whether the provider requires a recent sign-in for the call that failed with this error. */
export function needsRecentSignIn(error: unknown): boolean {
  return toSignInFailure(error).code === 'reauthentication_needed';
}

/** The message for a password that didn't sign in again. */
export function passwordFailureMessage(error: unknown): string {
  const problem = describeSignInFailure(toSignInFailure(error));
  return problem.kind === 'credentials' ? 'That isn’t your password.' : problem.message;
}
