import { api } from '@atelier/domain/api.ts';
import type { Session } from '@supabase/auth-js';
import type { Product } from './product.ts';

/** Writes a message with a session, as the client or, with `'studio'`, as the owner. */
export async function writeMessage(
  product: Product,
  session: Session,
  projectId: string,
  body: string,
  side: 'client' | 'studio' = 'client',
): Promise<void> {
  const { path } = side === 'studio' ? api.sendMessageAsStudio : api.sendMessage;
  const reply = await fetch(`${product.origin}/api${path.replace(':id', projectId)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
    body: JSON.stringify({ body }),
  });
  if (!reply.ok) throw new Error(`A message was answered ${reply.status}: ${await reply.text()}`);
}
