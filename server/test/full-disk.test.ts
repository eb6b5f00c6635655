import { existsSync, statSync } from 'node:fs';
import { api } from '@atelier/domain/api.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { BALLAST_FILE } from '../src/platform/db/ballast.ts';
import { chosenEngines } from './harness/engines.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { callAuth, signUpByCall, tryPassword } from './harness/sign-in.ts';
import { callWith } from './harness/test-app.ts';
import { sampleEnquiry } from './samples/enquiries.ts';
import { formWith } from './samples/files.ts';
import { sampleBrief } from './samples/projects.ts';

const ADA = 'ada@client.example';

/** Limits the database's pages, which is a full disk to SQLite. */
async function limitPages({ db }: TestServer, pages: number) {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
}

async function countPages({ db }: TestServer): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
  return rows[0]?.page_count ?? 0;
}

describe.runIf(chosenEngines(process.env.ENGINES).includes('sqlite'))('a full disk', () => {
  it('allows signing in, reading, deleting and signing out, and refuses the rest until there is room', async () => {
    await using server = await createTestServer({ engine: 'sqlite' });
    const ballast = `${server.dataDir}/${BALLAST_FILE}`;
    await server.instance.ballast?.fill();
    expect(statSync(ballast).size).toBe(16 * 1024 ** 2);
    const client = callWith(server, (await signUpByCall(server, ADA)).access_token);
    const { id } = (await client(api.submitOnboarding, { body: { final: sampleBrief } })).body;
    const sent = await client(api.sendFile, { params: { id }, body: formWith('a.txt', 'x') });
    const say = (text: string) => client(api.sendMessage, { params: { id }, body: { body: text } });

    await limitPages(server, await countPages(server));
    let refused = await say('a'.repeat(3_000));
    for (let i = 0; i < 200 && refused.status < 400; i++) refused = await say('a'.repeat(3_000));
    expect([refused.status, refused.body.code]).toEqual([507, 'insufficient_storage']);
    expect(existsSync(ballast)).toBe(false);

    // The reserve is free space now.
    await limitPages(server, (await countPages(server)) + 50);
    const again = await tryPassword(server, ADA);
    expect(again.status).toBe(200);
    const later = callWith(server, again.body.access_token);
    const params = { id, fileId: sent.body.file.id };
    expect((await later(api.listFiles, { params: { id } })).status).toBe(200);
    expect((await later(api.deleteOwnFile, { params })).status).toBeLessThan(300);
    // The reserve is only for these.
    expect((await say('short')).status).toBe(507);
    expect((await callWith(server, undefined)(api.createEnquiry, { body: sampleEnquiry })).status).toBe(507);
    const signUp = { email: 'new@client.example', password: 'a long sentence nobody else uses' };
    expect((await callAuth(server, '/signup', { body: signUp })).status).toBe(507);
    const out = await callAuth(server, '/logout?scope=local', { token: again.body.access_token, body: {} });
    expect(out.status).toBe(204);

    await limitPages(server, 1_000_000);
    await server.instance.ballast?.fill();
    expect(existsSync(ballast)).toBe(true);
    expect((await say('There is room again.')).status).toBe(201);
    // Every refusal is alike: the log has each kind once, and not each call.
    expect(server.takeLoggedErrors().map(({ msg }) => msg)).toEqual([
      expect.stringContaining('the disk is full'),
      'request failed',
      'request failed',
    ]);
  });
});
