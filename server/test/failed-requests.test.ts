import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { api } from '@atelier/domain/api.ts';
import { referenceOf } from '@atelier/domain/errors.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { logCommand } from '../src/cli/log-command.ts';
import { loadConfig } from '../src/config.ts';
import { GATHER_SECONDS } from '../src/features/notifications/portal-notifications.ts';
import { type FailureEntry, readFailures } from '../src/platform/failure-log.ts';
import { createTestDatabase, describeAnyEngine } from './harness/database.ts';
import { createTestHttp } from './harness/http.ts';
import { createTestServer } from './harness/server.ts';
import { callAuth, signUpAndConfirm } from './harness/sign-in.ts';
import { createTestApp } from './harness/test-app.ts';
import { makeSubjects } from './samples/all-samples.ts';
import { sampleEnquiry } from './samples/enquiries.ts';

const SECRET = 'something that nobody else may read';

describe('a failed request', () => {
  describeAnyEngine((engine) => {
    /** An application, and what its log command prints. */
    async function setUp() {
      const database = await createTestDatabase(engine);
      const app = await createTestApp({ engine, database });
      const config = { ...loadConfig({ DATA_DIR: app.dataDir }), database: database.location };
      const show = async (...args: string[]) => {
        const lines: string[] = [];
        await app.whenIdle();
        const code = await logCommand.run(args, { config, print: (line) => lines.push(line) });
        return { code, text: lines.join('\n') };
      };
      const read = async () => {
        await app.whenIdle();
        return readFailures(config.failureLogDir);
      };
      return Object.assign(app, { show, read });
    }

    it('is found by its reference, with its account, what was thrown and the times of its queries', async () => {
      await using app = await setUp();
      const ada = await app.signIn({ email: 'ada@client.example', username: 'ada' });
      const { projectId: id } = await makeSubjects(app, ada);
      await sql`alter table messages rename to messages_away`.execute(app.db);
      const sending = request(`${await app.listen()}/api/portal/${id}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${ada.token}`,
          'content-type': 'application/json',
          expect: '100-continue',
        },
      });
      // The body arrives after the server has begun with the request.
      sending.on('continue', () => sending.end(JSON.stringify({ body: SECRET }))).flushHeaders();
      const [{ statusCode, headers }] = (await once(sending, 'response')) as [IncomingMessage];
      expect(statusCode).toBe(500);
      expect(app.takeLoggedErrors()).toHaveLength(1);
      await sql`alter table messages_away rename to messages`.execute(app.db);

      const requestId = String(headers['x-request-id']);
      const { code, text } = await app.show(referenceOf(requestId));
      expect(code).toBe(0);
      expect(text).toContain(`POST /api/portal/${id}/messages  500 internal_error`);
      expect(text).toContain(`id ${requestId}`);
      expect(text).toContain(`account ${ada.id}: ada@client.example`);
      expect(text).toMatch(/thrown: \w+Error/);
      expect(text).toMatch(/\d ms +\d+\.\d ms {2}select "accounts"/);
      expect(text).toMatch(/\d ms +\d+\.\d ms {2}select \* from "messages"/);
      expect(text).toContain('no mails');
      expect(text).not.toContain(SECRET);
      expect((await app.show()).text).toContain(`${referenceOf(requestId)}  `);
    });

    it('is not kept when it succeeds or is refused', async () => {
      await using app = await setUp();
      await app.call(api.getMe);
      await app.call(api.createEnquiry, { body: sampleEnquiry });
      await app.call(api.createEnquiry, { body: { ...sampleEnquiry, email: 'none' } });
      expect(await app.read()).toEqual([]);
      expect(await app.show('00c0ffee')).toMatchObject({ code: 1 });
      await expect(app.show('%')).rejects.toThrow('An id has letters');
    });

    it('names the mails that follow from it, also those that wait first', async () => {
      await using app = await setUp();
      const enquiry = await app.call(api.createEnquiry, { body: sampleEnquiry });
      expect((await app.show(String(enquiry.headers['x-request-id']))).text).toContain(
        'mail contact.enquiry to owner@studio.example: pending',
      );
      const ada = await app.signIn({ email: 'ada@client.example', username: 'ada' });
      const { projectId: id } = await makeSubjects(app, ada);
      const sent = await ada.call(api.sendMessage, { params: { id }, body: { body: SECRET } });
      expect(sent.status).toBe(201);
      app.clock.advance(GATHER_SECONDS);
      await app.instance.jobs.runDue();
      await app.drainOutbox();
      const { code, text } = await app.show(referenceOf(String(sent.headers['x-request-id'])));
      expect(code).toBe(0);
      expect(text).toContain('mail portal.message to owner@studio.example: sent');
      expect(text).not.toContain(SECRET);
    });

    it('names the mail of a link that was asked for', async () => {
      await using server = await createTestServer({ engine });
      await signUpAndConfirm(server, await server.listen(), 'ada@client.example');
      server.clock.advance(3600);
      const reply = await callAuth(server, '/recover', { body: { email: 'ada@client.example' } });
      await server.drainOutbox();
      const mail = await server.db
        .selectFrom('mail_outbox')
        .select('request_id')
        .where('kind', '=', 'auth.recovery')
        .executeTakeFirstOrThrow();
      expect(mail.request_id).toBe(reply.headers['x-request-id']);
    });
  });

  it('is answered with a page and its reference where a browser opened the address', async () => {
    await using http = await createTestHttp(
      (app) => {
        app.get('/broken', async () => {
          throw new Error(SECRET);
        });
      },
      {
        failurePage: (requestId) => ({
          html: `<p>${requestId}</p>`,
          contentSecurityPolicy: "default-src 'none'",
        }),
      },
    );
    const page = await http.app.inject({ url: '/broken', headers: { accept: 'text/html,*/*' } });
    expect(page.statusCode).toBe(500);
    expect(page.body).toBe(`<p>${page.headers['x-request-id']}</p>`);
    expect(page.headers['content-security-policy']).toBe("default-src 'none'");
    expect((await http.app.inject({ url: '/broken' })).json().code).toBe('internal_error');
  });

  it('is kept when it was slow, unless the caller’s connection decides how long it takes', async () => {
    const kept: FailureEntry[] = [];
    await using http = await createTestHttp(
      (app) => {
        app.get('/slow/:key', async () => ({}));
        app.get('/file', { config: { deadlineMs: 60_000 } }, async () => ({}));
      },
      { failures: { add: (entry) => kept.push(entry) }, slowMs: 0 },
    );
    await http.app.inject({ url: `/slow/${SECRET.replaceAll(' ', '-')}?q=${SECRET}` });
    await http.app.inject({ url: '/file' });
    expect(kept.map(({ route, status }) => [route, status])).toEqual([['/slow/:key', 200]]);
  });
});
