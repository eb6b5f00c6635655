import type { GoTrueClient } from '@supabase/auth-js';

const importClients = () => import('../../lib/auth-client.ts');

/** A client with a session of its own, which leaves this browser's alone (see auth-client.ts). */
export async function getClientBeside(): Promise<GoTrueClient> {
  return (await importClients()).clientBeside();
}

/** A new client for a mailed link: its session ends with the page (see auth-client.ts). */
export async function getLinkClient(): Promise<GoTrueClient> {
  return (await importClients()).newLinkClient();
}
