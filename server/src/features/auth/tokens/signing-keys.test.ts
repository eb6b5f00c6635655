import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../test/harness/clock.ts';
import { createTestDatabase, describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, signUpAndConfirm, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { loadConfig } from '../../../config.ts';
import { isoNow } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/database.ts';
import { ServerSecret } from '../../../platform/server-secret.ts';
import { deleteExpiredRows } from '../auth.feature.ts';
import { insertFirstSigningKey } from './signing-keys.repository.ts';
import { readKeyFile, SigningKeys } from './signing-keys.ts';

const folder = mkdtempSync(`${tmpdir()}/atelier-keys-`);
afterAll(() => rmSync(folder, { recursive: true }));

const headOf = (token: string) => decodeProtectedHeader(token);
const keysOf = (server: TestServer) => new SigningKeys(server.db, server.secret, server.clock);
const statusOf = async (server: TestServer, token: string) =>
  (await callAuth(server, '/user', { token })).status;
const published = async (server: TestServer): Promise<JWK[]> =>
  (await callAuth(server, '/.well-known/jwks.json')).body.keys;

let files = 0;
function writeKeys(content: unknown): string {
  files += 1;
  const path = `${folder}/${files}.json`;
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

async function makeKey(
  kid: string,
  alg: 'ES256' | 'RS256' = 'ES256',
  ops: string[] = ['sign'],
): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg, key_ops: ops };
}

describeEachEngine((engine) => {
  describe('a key rotation', () => {
    it('ends no session: the old key verifies, and the new one signs once every process has it', async () => {
      await using server = await createTestServer({ engine });
      const old = (await signUpByCall(server, 'a@client.example')).access_token;
      const other = keysOf(server);
      await other.load();
      server.clock.advance(30);
      const kid = await keysOf(server).rotate();
      // No process has read the table since: the old key still signs, so every process can verify.
      const between = (await signUpByCall(server, 'b@client.example')).access_token;
      expect(headOf(between).kid).toBe(headOf(old).kid);
      server.clock.advance(59);
      expect((await keysOf(server).signingKey()).kid).toBe(headOf(old).kid);
      server.clock.advance(1);
      const fresh = (await signUpByCall(server, 'c@client.example')).access_token;
      expect(headOf(fresh).kid).toBe(kid);
      expect((await other.findVerifyingKey(kid))?.algorithm).toBe('ES256');
      for (const token of [old, between, fresh]) expect(await statusOf(server, token)).toBe(200);
      expect((await published(server)).map((key) => key.kid)).toEqual([kid, headOf(old).kid]);
    });

    it('deletes the old key only when its last token has expired', async () => {
      await using server = await createTestServer({ engine });
      await deleteExpiredRows({ ...server.instance.platform, settings: loadConfig({}).auth });
      expect(await published(server)).toHaveLength(1);
      const kid = await keysOf(server).rotate();
      server.clock.advance(7_199);
      await deleteExpiredRows({ ...server.instance.platform, settings: loadConfig({}).auth });
      expect(await published(server)).toHaveLength(2);
      server.clock.advance(61);
      await deleteExpiredRows({ ...server.instance.platform, settings: loadConfig({}).auth });
      server.clock.advance(60);
      expect((await published(server)).map((key) => key.kid)).toEqual([kid]);
    });

    it('leaves one signing key when two are added concurrently', async () => {
      await using server = await createTestServer({ engine });
      const results = await Promise.allSettled([keysOf(server).rotate(), keysOf(server).rotate()]);
      expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
      const signing = await server.db
        .selectFrom('auth_keys')
        .select('kid')
        .where('signing', '=', 1)
        .execute();
      expect(signing).toHaveLength(1);
    });
  });

  describe('keys from a key file', () => {
    it.each(['ES256', 'RS256'] as const)('sign by %s in the reference’s form', async (alg) => {
      const own = { ...(await makeKey('own', alg, ['sign', 'verify'])), use: 'sig', ext: true };
      const file = writeKeys([await makeKey('former', 'ES256', ['verify']), own]);
      await using server = await createTestServer({ engine, env: { AUTH_SIGNING_KEYS: file } });
      const { access_token: token } = await signUpByCall(server, 'ada@client.example');
      expect([headOf(token).kid, await statusOf(server, token)]).toEqual(['own', 200]);
      expect((await published(server)).map(({ kid, key_ops: ops }) => [kid, ops])).toEqual([
        ['former', ['verify']],
        ['own', ['verify']],
      ]);
    });

    it.each(['ES256', 'RS256'] as const)('sign %s tokens the official client verifies', async (alg) => {
      const former = await makeKey('former', 'ES256', ['verify']);
      const file = writeKeys({ keys: [await makeKey('own', alg), former] });
      await using server = await createTestServer({
        engine,
        env: { AUTH_SIGNING_KEYS: file },
        clock: createTestClock(new Date().toISOString()),
      });
      const { auth } = await signUpAndConfirm(server, await server.listen(), 'ada@client.example');
      const { data, error } = await auth.getClaims();
      expect(error).toBeNull();
      expect(data?.header).toMatchObject({ kid: 'own', alg });
      const keys = await published(server);
      expect(keys.map((key) => [key.kid, key.key_ops])).toEqual([
        ['own', ['verify']],
        ['former', ['verify']],
      ]);
      // Security: no private member leaves.
      for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi']) {
        expect(keys.some((key) => member in key)).toBe(false);
      }
      expect(await server.db.selectFrom('auth_keys').selectAll().execute()).toEqual([]);
    });
  });
});

describe('readKeyFile', () => {
  it.each([
    ['the file is missing', async () => `${folder}/none.json`, 'cannot be read'],
    ['the file is not JSON', async () => writeKeys('secret!'), 'nor a JWK set'],
    ['the key set has no list', async () => writeKeys({ keys: {} }), 'nor a JWK set'],
    ['the key set lists something other than keys', async () => writeKeys(['secret!']), 'nor a JWK set'],
    ['the file is null', async () => writeKeys('null'), 'nor a JWK set'],
    ['the key set is empty', async () => writeKeys({ keys: [] }), 'exactly one key with "sign"'],
    [
      'two keys sign',
      async () => writeKeys({ keys: [await makeKey('a'), await makeKey('b')] }),
      'exactly one key with "sign"',
    ],
    [
      'two keys have one kid',
      async () => writeKeys({ keys: [await makeKey('a'), await makeKey('a')] }),
      'two keys of one',
    ],
    [
      'a key has no kid',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), kid: undefined }] }),
      'without a "kid"',
    ],
    [
      'a key has an unsupported algorithm',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), alg: 'HS256' }] }),
      'neither ES256',
    ],
    [
      'a key has no private part',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), d: undefined }] }),
      'no private part',
    ],
    [
      'a private part belongs to another key',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), d: (await makeKey('b')).d }] }),
      'does not verify what it signs',
    ],
  ])('fails with a message that names the file when %s', async (_what, make, sentence) => {
    const path = await make();
    const error = await readKeyFile(path).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).toContain(path);
    expect((error as Error).message).not.toContain('secret!');
  });
});

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
  describe('the installation’s keys', () => {
    it('are one key when several processes start together', async () => {
      await using database = await createTestDatabase(engine);
      const processes = Array.from({ length: 6 }, () => new SigningKeys(database.db, secret, clock));
      await Promise.all(processes.map((keys) => keys.load()));
      const kids = await Promise.all(processes.map(async (keys) => (await keys.signingKey()).kid));
      expect(new Set(kids).size).toBe(1);
      expect(await database.db.selectFrom('auth_keys').selectAll().execute()).toHaveLength(1);
    });

    it('security: store no private key unencrypted, and fail with a hint when the secret has changed', async () => {
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

    it('load a key that the first version stored', async () => {
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

    it('name the row when its sealed value isn’t a key', async () => {
      await using database = await createTestDatabase(engine);
      await storeKey(database.db, { kid: 'first', kty: 'EC' });
      await expect(new SigningKeys(database.db, secret, clock).load()).rejects.toThrow(
        'auth_keys.sealed_jwk of first holds no valid JSON of its kind',
      );
    });

    it('publish only the public parts', async () => {
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

    it('access tokens are accepted when signed by another process’s new key or the previous key', async () => {
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

    it('the health and settings endpoints describe the provider', async () => {
      await using server = await createTestServer({ engine });
      expect((await callAuth(server, '/health')).body).toMatchObject({ name: 'GoTrue' });
      expect((await callAuth(server, '/settings')).body).toMatchObject({
        external: { email: true, phone: false, anonymous_users: false },
        disable_signup: false,
        mailer_autoconfirm: false,
      });
    });
  });
});
