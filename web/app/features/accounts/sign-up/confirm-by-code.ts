import { reloadAccount } from '../../../lib/account.ts';
import { keepSession } from '../link/keep-session.ts';
import { savePendingUsername } from '../save-pending-username.ts';
import { getLinkClient } from '../separate-clients.ts';

/**
 * Confirms an address with the code typed from the mail, and signs in.
 * @throws the authentication client's error
 */
export async function confirmByCode(email: string, code: string): Promise<void> {
  const { data, error } = await (await getLinkClient()).verifyOtp({ type: 'signup', email, token: code });
  if (error) throw error;
  // Another user who has signed in here meanwhile stays; their page shows who they are.
  if (!data.session || (await keepSession(data.session))) return;
  await savePendingUsername(data.session.user);
  await reloadAccount();
}
