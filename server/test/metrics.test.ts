import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@atelier/domain/api.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeAnyEngine } from './harness/database.ts';
import { createTestServer, type TestServer } from './harness/server.ts';
import { createTestApp } from './harness/test-app.ts';
import { formWith } from './samples/files.ts';
import { sampleBrief } from './samples/projects.ts';

const METRICS = { url: '/metrics', headers: { host: 'localhost:4000' } };
const UPLOAD = 'What we want.';

async function scrape(server: TestServer): Promise<string> {
  const reply = await server.inject(METRICS);
  expect(reply.statusCode).toBe(200);
  return reply.body;
}

/** The value of a series, as `/metrics` writes it; undefined for none. */
function seriesValue(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

describe('the metrics of a product', () => {
  describeAnyEngine((engine) => {
    it('have its jobs, mails, files, streams and database', async () => {
      await using app = await createTestApp({ engine });
      await app.instance.jobs.runDue();
      const client = await app.signIn();
      const { id } = (await client.call(api.submitOnboarding, { body: { final: sampleBrief } })).body;
      const file = { params: { id }, body: formWith('a.txt', UPLOAD) };
      expect((await client.call(api.sendFile, file)).status).toBe(201);
      app.clock.advance(60);
      const text = await scrape(app);
      const now = app.clock.now().getTime() / 1_000;
      const wanted = {
        'job_last_success_timestamp_seconds{name="storage.sweep"}': now - 60,
        'job_last_duration_seconds{name="storage.sweep"}': 0,
        'job_due_timestamp_seconds{name="storage.sweep"}': now + 540,
        'job_failures{name="storage.sweep"}': 0,
        mail_given_up: 0,
        mail_oldest_waiting_seconds: 60,
        uploads_received_bytes_total: UPLOAD.length,
        live_streams_open: 0,
        database_waiting: 0,
        http_requests_in_flight: 1,
        metrics_unread: 0,
      };
      const found = Object.keys(wanted).map((series) => [series, seriesValue(text, series)]);
      expect(Object.fromEntries(found)).toEqual(wanted);
      const names = ['query_duration_seconds_count', 'commit_duration_seconds_count', 'wait_seconds_count'];
      for (const name of [...names, 'size_bytes'])
        expect(seriesValue(text, `database_${name}`)).toBeGreaterThan(0);
      expect(text).toMatch(
        new RegExp(`^product_info\\{version="[^"]+",node="[^"]+",database="${engine}"\\} 1$`, 'm'),
      );
      expect(text.includes('database_connections{state="used"}')).toBe(engine === 'postgres');
      expect(text).not.toContain(client.email);
      expect(text).not.toContain(id);
    });

    it('count sign-ins by outcome in as many series as there are outcomes, whatever callers send', async () => {
      await using server = await createTestServer({ engine });
      const send = (type: string) =>
        server.inject({
          method: 'POST',
          url: `/auth/v1/token?grant_type=${type}`,
          payload: { email: 'ada@client.example', password: 'not the right one' },
        });
      for (const type of ['password', 'password', 'mine', 'yours', '__proto__']) await send(type);
      for (const method of ['PROPFIND', 'PURGE', 'LOCK']) {
        await server.inject({ method: method as 'GET', url: `/api/${method}/ada@client.example` });
      }
      const text = await scrape(server);
      expect(text.split('\n').filter((line) => line.startsWith('sign_ins_total{'))).toEqual([
        'sign_ins_total{grant="password",outcome="invalid_credentials"} 2',
        expect.stringMatching(/^sign_ins_total\{grant="none",outcome="\w+"\} 3$/),
      ]);
      expect(text).toMatch(
        /^http_request_duration_seconds_count\{method="OTHER",route="[^"]+",status="404"\} 3$/m,
      );
      expect(text).not.toMatch(/ada@|PROPFIND|mine|__proto__/);
    });

    it('are complete but for what the database says while that is away', async () => {
      await using server = await createTestServer({ engine });
      await server.db.schema.alterTable('mail_outbox').renameTo('gone').execute();
      const text = await scrape(server);
      expect([seriesValue(text, 'metrics_unread'), seriesValue(text, 'mail_waiting')]).toEqual([
        1,
        undefined,
      ]);
      expect(seriesValue(text, 'database_size_bytes')).toBeGreaterThan(0);
      await server.db.schema
        .alterTable('gone' as 'mail_outbox')
        .renameTo('mail_outbox')
        .execute();
      const again = await scrape(server);
      expect([seriesValue(again, 'metrics_unread'), seriesValue(again, 'mail_waiting')]).toEqual([0, 0]);
    });

    it('security: are for the token alone, and no session of a client or an admin opens them', async () => {
      await using app = await createTestApp({ engine, env: { METRICS_TOKEN: 'a-token-of-sixteen' } });
      const [client, owner] = [await app.signIn(), await app.signInOwner()];
      expect((await owner.call(api.getHealth)).status).toBe(200);
      const ask = async (authorization?: string) => {
        const headers = { ...METRICS.headers, ...(authorization ? { authorization } : {}) };
        const { statusCode, body } = await app.inject({ url: '/metrics', headers });
        return [statusCode, body.includes('http_request')];
      };
      const refused = [
        undefined,
        'Bearer another-token-xx',
        `Bearer ${client.token}`,
        `Bearer ${owner.token}`,
      ];
      for (const token of [...refused, 'Basic a-token-of-sixteen', 'Bearer ']) {
        expect([token, await ask(token)]).toEqual([token, [401, false]]);
      }
      expect(await ask('Bearer a-token-of-sixteen')).toEqual([200, true]);
    });
  });
});

describe('the examples for Prometheus and Grafana', () => {
  const deploy = join(import.meta.dirname, '../../deploy');
  /** The series that each of their expressions asks for, without what Prometheus adds itself. */
  const namesIn = (expression: string) =>
    [
      ...expression
        .replace(/"[^"]*"|\{[^}]*\}|\b(?:by|without) \([^)]*\)/g, '')
        .matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g),
    ]
      .map(([name]) => name)
      .filter((name) => name !== 'histogram_quantile');

  it('ask only for what a product gives', async () => {
    const to = await mkdtemp(join(tmpdir(), 'atelier-metrics-'));
    onTestFinished(() => rm(to, { recursive: true }));
    await using server = await createTestServer({ engine: 'sqlite', env: { BACKUP_TO: to } });
    const text = await scrape(server);
    const given = new Set(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    const rules = await readFile(join(deploy, 'prometheus/atelier.rules.yml'), 'utf8');
    const rulesExpressions = [...rules.matchAll(/^ {8}expr: (?:>\n((?: {10}.*\n)+)|(.*)\n)/gm)].map(
      ([, folded, plain]) => folded ?? plain ?? '',
    );
    const dashboard = JSON.parse(await readFile(join(deploy, 'grafana/atelier.json'), 'utf8'));
    const panels = dashboard.panels as { targets: { expr: string }[] }[];
    const drawn = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    expect(rulesExpressions).toHaveLength(rules.split('- alert: ').length - 1);
    const asked = new Set([...rulesExpressions, ...drawn].flatMap(namesIn));
    expect(asked.size).toBeGreaterThan(20);
    const onPostgres = 'database_connections';
    expect([...asked].filter((name) => !given.has(name) && name !== onPostgres)).toEqual([]);
  });
});
