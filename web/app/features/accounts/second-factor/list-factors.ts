import type { Factor } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { getAuthClient } from '../../../lib/session.ts';

export const factorsKey = ['my-factors'] as const;

export interface MyFactors {
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
    // Somebody who comes back to this page wants to know what is so now.
    staleTime: 0,
  });

async function countCodes(): Promise<number> {
  const { mfa } = await getAuthClient();
  const { data, error } = await mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}

/** Whether recovery codes are among somebody's factors. */
export function hasCodes(factors: readonly Factor[] | undefined): boolean {
  return (factors ?? []).some(({ factor_type: type }) => type === 'recovery_code');
}
