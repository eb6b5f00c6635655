import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { expect, it } from 'vitest';
import { createTestClock } from '../../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer } from '../../../../test/harness/server.ts';
import { callAuth, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ServerSecret } from '../../../platform/server-secret.ts';
import { insertFirstSigningKey } from './signing-keys.repository.ts';
import { SigningKeys } from './signing-keys.ts';

const secret = new ServerSecret(randomBytes(32));
const clock = createTestClock();

async function storeKey(db: Db, jwk: JWK & { kid: string }): Promise<void> {
  await insertFirstSigningKey(db, {
    kid: jwk.kid,
    public_jwk: '{}',
    sealed_jwk: secret.seal('auth.signing-key', jwk.kid, Buffer.from(JSON.stringify(jwk))),
    signing: 1,
    created_at: isoNow(clock),
  });
}

describeEachEngine((engine) => {
  it('is one key for all processes that start together', async () => {
    await using database = await createTestDatabase(engine);
    const processes = Array.from({ length: 6 }, () => new SigningKeys(database.db, secret, clock));
    await Promise.all(processes.map((keys) => keys.load()));
    const kids = await Promise.all(processes.map(async (keys) => (await keys.signingKey()).kid));
    expect(new Set(kids).size).toBe(1);
    expect(await database.db.selectFrom('auth_keys').selectAll().execute()).toHaveLength(1);
  });

  it('security: keeps no private part in the clear, and says what is missing when the secret is another one', async () => {
    await using database = await createTestDatabase(engine);
    await new SigningKeys(database.db, secret, clock).load();
    const row = await database.db.selectFrom('auth_keys').selectAll().executeTakeFirstOrThrow();
    expect(Object.keys(JSON.parse(row.public_jwk)).sort()).toEqual(
      ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
    );
    expect(JSON.stringify(row)).not.toContain('"d"');
    const other = new SigningKeys(database.db, new ServerSecret(randomBytes(32)), clock);
    await expect(other.load()).rejects.toThrow(/another server.secret. Put the file of that name back/);
  });

  it('loads a key that the first version stored', async () => {
    await using database = await createTestDatabase(engine);
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty, crv, x, y, d } = await exportJWK(privateKey);
    const jwk = { kty, crv, x, y, d, kid: 'first', alg: 'ES256', use: 'sig', key_ops: ['sign'] };
    await storeKey(database.db, jwk);
    const keys = new SigningKeys(database.db, secret, clock);
    await keys.load();
    expect((await keys.signingKey()).kid).toBe('first');
    expect(await keys.publicKeys()).toMatchObject([{ kty, crv, x, y, kid: 'first' }]);
  });

  it('names the row when what it seals is no key', async () => {
    await using database = await createTestDatabase(engine);
    await storeKey(database.db, { kid: 'first', kty: 'EC' });
    await expect(new SigningKeys(database.db, secret, clock).load()).rejects.toThrow(
      'auth_keys.sealed_jwk of first holds no valid JSON of its kind',
    );
  });

  it('publishes its public keys alone', async () => {
    await using server = await createTestServer({ engine });
    const { body, headers } = await callAuth(server, '/.well-known/jwks.json');
    expect(body).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
        },
      ],
    });
    expect(headers['cache-control']).toBe('public, max-age=600');
  });

  it('takes tokens of a key that another process has made meanwhile, and of the old one', async () => {
    await using server = await createTestServer({ engine });
    const old = await signUpByCall(server, 'a@client.example');
    await server.db.updateTable('auth_keys').set({ signing: null }).execute();
    const others = new SigningKeys(server.db, server.secret, server.clock);
    await others.addSigningKey();
    server.clock.advance(60);
    const fresh = await signUpByCall(server, 'b@client.example');
    const kid = (token: string) => decodeProtectedHeader(token).kid;
    expect(kid(fresh.access_token)).not.toBe(kid(old.access_token));
    for (const { access_token: token } of [old, fresh]) {
      expect((await callAuth(server, '/user', { token })).status).toBe(200);
    }
    expect((await callAuth(server, '/.well-known/jwks.json')).body.keys).toHaveLength(2);
  });

  it('says what it offers', async () => {
    await using server = await createTestServer({ engine });
    expect((await callAuth(server, '/health')).body).toMatchObject({ name: 'GoTrue' });
    expect((await callAuth(server, '/settings')).body).toMatchObject({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: false,
    });
  });
});
