import { AuthClient } from '@supabase/auth-js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { providerFetch } from './provider-fetch.ts';

const page = '<!doctype html><html><body>Hello</body></html>';
const html = { headers: { 'content-type': 'text/html' } };

/** The error of the official client for a reply of the provider to a sign-in. */
async function signInError(reply: () => Response) {
  vi.stubGlobal('fetch', async () => reply());
  const auth = new AuthClient({
    url: 'http://provider.example',
    fetch: providerFetch,
    persistSession: false,
  });
  const { error } = await auth.signInWithPassword({ email: 'a@people.example', password: 'secret' });
  return error;
}

afterEach(() => vi.unstubAllGlobals());

describe('providerFetch', () => {
  it.each([
    ['an empty body', () => new Response('', { status: 429 })],
    ['a page', () => new Response(page, { status: 429, ...html })],
    ['JSON that is no object', () => new Response('null', { status: 429 })],
    ['plain text', () => new Response('slow down', { status: 429 })],
  ])('keeps status 429 when it comes with %s', async (_, reply) => {
    expect((await signInError(reply))?.status).toBe(429);
  });

  it.each([
    ['a page', page],
    ['an empty body', ''],
    ['null', 'null'],
    ['a word', '"ok"'],
  ])('makes a success with %s a reply that failed, and no broken connection', async (_, body) => {
    expect(await signInError(() => new Response(body))).toMatchObject({ status: 502, message: '{}' });
  });

  it('passes a readable reply on as it is, and one without content', async () => {
    const error = await signInError(() =>
      Response.json(
        { error: 'invalid_grant', error_description: 'Invalid login credentials' },
        { status: 400 },
      ),
    );
    expect(error).toMatchObject({ status: 400, message: 'Invalid login credentials', code: undefined });
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    expect((await providerFetch('http://provider.example/logout')).status).toBe(204);
  });

  it('leaves a broken connection to the client', async () => {
    const broken = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(await signInError(broken)).toMatchObject({ status: 0, name: 'AuthRetryableFetchError' });
  });
});
