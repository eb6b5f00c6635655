import { describe, expect, it } from 'vitest';
import { createTestHttp, type TestHttp } from '../../../test/harness/http.ts';
import { addOperations } from './operations.ts';

interface Options {
  checkReady?: () => Promise<void>;
  metricsToken?: string;
  measuresLocally?: boolean;
}

function server(options: Options = {}) {
  return createTestHttp((app) =>
    addOperations(app, {
      checkReady: options.checkReady ?? (async () => {}),
      metricsToken: options.metricsToken,
      measuresLocally: options.measuresLocally ?? true,
    }),
  );
}

describe('/readyz', () => {
  it('says whether the process can work, and the reason in the log alone', async () => {
    await using ready = await server();
    expect((await ready.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    await using broken = await server({
      checkReady: async () => {
        throw new Error('no database');
      },
    });
    const { statusCode, body } = await broken.app.inject({ url: '/readyz' });
    expect([statusCode, JSON.parse(body).code]).toEqual([503, 'unavailable']);
    expect(body).not.toContain('database');
    expect((await broken.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });

  it('asks the database once for a flood of calls', async () => {
    let [asked, arrived] = [0, 0];
    // It answers when all have come: however long that takes, no answer is too old for the last one.
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await using http = await server({
      checkReady: () => {
        asked++;
        return answered;
      },
    });
    http.app.addHook('onRequest', async () => {
      arrived++;
    });
    const calls = Array.from({ length: 200 }, () => http.app.inject({ url: '/readyz' }));
    await expect.poll(() => arrived).toBe(200);
    answer();
    await Promise.all(calls);
    expect(asked).toBe(1);
  });
});

/** The stalls that the metrics count, once the log says as much, and how long each was. */
async function readStalls({ app, log }: TestHttp) {
  const logged = () => log.filter(({ msg, level }) => msg === 'the event loop stood still' && level === 40);
  const counted = async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    return Number(/^event_loop_stalls_total (\d+)$/m.exec(body)?.[1]);
  };
  await expect.poll(async () => (await counted()) - logged().length).toBe(0);
  return logged().map(({ ms }) => Number(ms));
}

describe('the event loop', () => {
  it('counts only stalls of a second or longer', async () => {
    await using http = await server();
    /** Stands still, then lets the timers that are due by then run. */
    const standStill = async (ms: number) => {
      const until = performance.now() + ms;
      while (performance.now() < until);
      for (let turn = 0; turn < 2; turn++) await new Promise(setImmediate);
    };
    // A busy machine makes a pause longer than it was meant, or adds one of its own: each says how long it was.
    await standStill(300);
    const before = await readStalls(http);
    await standStill(1_600);
    const after = await readStalls(http);
    expect(after.length).toBeGreaterThan(before.length);
    expect(after.filter((ms) => ms < 1_000)).toEqual([]);
  });

  it('counts and logs a stall', async () => {
    await using http = await createTestHttp((app) =>
      addOperations(app, {
        checkReady: async () => {},
        metricsToken: undefined,
        measuresLocally: true,
        stallMs: 300,
      }),
    );
    const before = await readStalls(http);
    const until = performance.now() + 1_000;
    while (performance.now() < until);
    await expect.poll(async () => (await readStalls(http)).length).toBeGreaterThan(before.length);
  });
});

describe('/metrics', () => {
  const ask = async (options: Options, request: object) => {
    await using http = await server(options);
    return (await http.app.inject({ url: '/metrics', headers: { host: 'localhost:4000' }, ...request }))
      .statusCode;
  };
  const metricsToken = 'a-token-of-sixteen';

  it.each([
    ['this machine, without a token', {}, {}, 200],
    ['another machine', {}, { remoteAddress: '192.0.2.1' }, 404],
    ['what looks like this machine, in production', { measuresLocally: false }, {}, 404],
    [
      'the token, in production',
      { metricsToken, measuresLocally: false },
      { headers: { authorization: `Bearer ${metricsToken}` } },
      200,
    ],
    [
      'this machine for another, through a proxy',
      {},
      { headers: { host: 'localhost', 'x-forwarded-for': '192.0.2.1' } },
      404,
    ],
    ['a page with a name that points here', {}, { headers: { host: 'evil.example' } }, 404],
    ['nobody’s token', { metricsToken }, {}, 401],
    ['a wrong token', { metricsToken }, { headers: { authorization: 'Bearer another-token-here' } }, 401],
    [
      'the token, from anywhere',
      { metricsToken },
      { remoteAddress: '192.0.2.1', headers: { authorization: `Bearer ${metricsToken}` } },
      200,
    ],
  ])('%s', async (_who, options, request, status) => {
    expect(await ask(options, request)).toBe(status);
  });

  it('counts by route pattern, never by address', async () => {
    await using http = await server();
    await http.app.inject({ url: '/api/nothing/0198c5f0' });
    await http.app.inject({ url: '/healthz' });
    const { body } = await http.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    expect(body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"} 1',
    );
    expect(body).not.toContain('0198c5f0');
  });
});
