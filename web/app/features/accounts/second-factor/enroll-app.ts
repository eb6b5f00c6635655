import { getAuthClient } from '../../../lib/session.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { freeName } from './factor-name.ts';

/** An authenticator app that waits for its first code. */
export interface NewApp {
  factorId: string;
  /** A picture as a data address. */
  qrCode: string;
  /** For those who type it by hand. */
  secret: string;
}

/** Begins the set-up of an authenticator app anew: one that was begun before and never finished goes. */
export function useEnrollApp() {
  return useMutation({ mutationFn: enrollApp });
}

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
