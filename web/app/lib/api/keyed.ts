import { useState } from 'react';
import { newKey } from './query-client.ts';

/**
 * Sends a body with a key of its own, by which the server knows it again: after a failure the same body has the same key, so
 * that a lost reply doubles nothing.
 */
export function useKeyed<Body, Reply>(
  send: (body: Body, key: string) => Promise<Reply>,
): (body: Body) => Promise<Reply> {
  const [tried] = useState({ body: '', key: '' });
  return async (body) => {
    const text = JSON.stringify(body);
    if (tried.body !== text) Object.assign(tried, { body: text, key: newKey() });
    const reply = await send(body, tried.key);
    tried.body = '';
    return reply;
  };
}
