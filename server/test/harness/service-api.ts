import { GoTrueAdminApi } from '@supabase/auth-js';
import type { TestServer } from './server.ts';
import { makeServiceToken } from './sign-in.ts';

/** The official client's calls for administrators, with a service's token. */
export async function openAdminClient(server: TestServer): Promise<GoTrueAdminApi> {
  const url = `${await server.listen()}/auth/v1`;
  return new GoTrueAdminApi({ url, headers: { authorization: `Bearer ${await makeServiceToken(server)}` } });
}
