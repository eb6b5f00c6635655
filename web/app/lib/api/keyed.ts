import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import { useState } from 'react';
import { callApi } from './api-client.ts';
import { newKey } from './query-client.ts';

/**
 * An endpoint's call for `useCall`. Its body gets a key, by which the server recognises a repeated call:
 * after a failure the same call has the same key, so that a lost reply doubles nothing.
 */
export function useKeyed<E extends Endpoint>(
  endpoint: E,
): (input: EndpointInput<E> & { body: { key?: string | undefined } }) => Promise<EndpointReply<E>> {
  const [tried] = useState({ input: '', key: '' });
  return async (input) => {
    const text = JSON.stringify(input);
    if (tried.input !== text) Object.assign(tried, { input: text, key: newKey() });
    const reply = await callApi(endpoint, { ...input, body: { ...input.body, key: tried.key } });
    tried.input = '';
    return reply;
  };
}
