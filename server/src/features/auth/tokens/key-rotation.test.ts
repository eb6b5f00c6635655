import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { decodeProtectedHeader, exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../test/harness/clock.ts';
import { describeEachEngine } from '../../../../test/harness/database.ts';
import { createTestServer, type TestServer } from '../../../../test/harness/server.ts';
import { callAuth, signUpAndConfirm, signUpByCall } from '../../../../test/harness/sign-in.ts';
import { deleteExpiredRows } from '../expired-rows.ts';
import { readKeyFile } from './json-web-keys.ts';
import { SigningKeys } from './signing-keys.ts';

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
  describe('a rotation', () => {
    it('signs nobody out: the new key signs when every process knows it, and the old one verifies', async () => {
      await using server = await createTestServer({ engine });
      const old = (await signUpByCall(server, 'a@client.example')).access_token;
      const other = keysOf(server);
      await other.load();
      server.clock.advance(30);
      const kid = await keysOf(server).rotate();
      // Nobody has looked at the table since: what is signed now, everybody can verify.
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

    it('deletes the old key when its last token has run out, and no sooner', async () => {
      await using server = await createTestServer({ engine });
      await deleteExpiredRows(server.instance.platform);
      expect(await published(server)).toHaveLength(1);
      const kid = await keysOf(server).rotate();
      server.clock.advance(7_199);
      await deleteExpiredRows(server.instance.platform);
      expect(await published(server)).toHaveLength(2);
      server.clock.advance(61);
      await deleteExpiredRows(server.instance.platform);
      server.clock.advance(60);
      expect((await published(server)).map((key) => key.kid)).toEqual([kid]);
    });

    it('leaves one key that signs when two are made at once', async () => {
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

  describe('keys of the owner’s own', () => {
    it.each(['ES256', 'RS256'] as const)('sign by %s in the form that the original writes', async (alg) => {
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

    it.each(['ES256', 'RS256'] as const)('sign by %s, and the official client verifies it', async (alg) => {
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

describe('a file of keys that does not fit is refused with a sentence', () => {
  it.each([
    ['it is not there', async () => `${folder}/none.json`, 'cannot be read'],
    ['it is not JSON', async () => writeKeys('secret!'), 'nor a JWK set'],
    ['it has no list', async () => writeKeys({ keys: {} }), 'nor a JWK set'],
    ['it is a list of something else', async () => writeKeys(['secret!']), 'nor a JWK set'],
    ['it is null', async () => writeKeys('null'), 'nor a JWK set'],
    ['it has no keys', async () => writeKeys({ keys: [] }), 'exactly one key with "sign"'],
    [
      'two keys sign',
      async () => writeKeys({ keys: [await makeKey('a'), await makeKey('b')] }),
      'exactly one key with "sign"',
    ],
    [
      'two have one name',
      async () => writeKeys({ keys: [await makeKey('a'), await makeKey('a')] }),
      'two keys of one',
    ],
    [
      'one has no name',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), kid: undefined }] }),
      'without a "kid"',
    ],
    [
      'the algorithm is another',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), alg: 'HS256' }] }),
      'neither ES256',
    ],
    [
      'the private part is missing',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), d: undefined }] }),
      'no private part',
    ],
    [
      'its halves are of two keys',
      async () => writeKeys({ keys: [{ ...(await makeKey('a')), d: (await makeKey('b')).d }] }),
      'does not verify what it signs',
    ],
  ])('%s', async (_what, make, sentence) => {
    const path = await make();
    const error = await readKeyFile(path).catch((thrown: Error) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain(sentence);
    expect((error as Error).message).toContain(path);
    expect((error as Error).message).not.toContain('secret!');
  });
});
