import { isEmailAddress } from '@atelier/domain/email-address.ts';
import type { Db } from '../platform/db/database.ts';
import { listAdminEmails } from './accounts/accounts.repository.ts';

/** Admins who get the studio's mail where OWNER_EMAIL isn't set. */
const MAX_STUDIO_ADDRESSES = 5;

/** How to find the addresses that the studio's mail goes to. */
export function listStudioAddresses(ownerEmail: string | undefined): (from: Db) => Promise<string[]> {
  return async (from) =>
    (ownerEmail ? [ownerEmail] : await listAdminEmails(from, MAX_STUDIO_ADDRESSES)).filter(isEmailAddress);
}
