import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestHttp, type TestHttp } from '../../../test/harness/http.ts';
import { MAX_UNANSWERED, whenEnded } from './connections.ts';

/** More than a socket's buffers hold on any machine. */
const LARGE = Buffer.alloc(24 * 1024 * 1024);

/**
 * A server with a page that is slow, one that is large and one that is neither; `asked` counts calls of the slow one, `ended`
 * those that have ended.
 */
async function createServer(options: { standstillMs?: number } = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let [asked, ended] = [0, 0];
  const http = await createTestHttp((app) => {
    app.get('/slow', async (_request, reply) => {
      asked += 1;
      await released;
      whenEnded(reply, () => {
        ended += 1;
      });
      return {};
    });
    app.get('/large', async (_request, reply) => reply.send(LARGE));
    app.get('/small', async () => ({}));
  }, options);
  const origin = await http.listen();
  return {
    http,
    origin,
    release,
    asked: () => asked,
    ended: () => ended,
    [Symbol.asyncDispose]: http[Symbol.asyncDispose],
  };
}

async function open(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const requests = (count: number, path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(count);

async function allEnded({ app }: TestHttp): Promise<void> {
  const count = () => new Promise<number>((resolve) => app.server.getConnections((_, open) => resolve(open)));
  while ((await count()) > 0) await new Promise((resolve) => setImmediate(resolve));
}

describe('a connection', () => {
  it('security: ends after a refusal that its sender never reads', async () => {
    await using server = await createServer();
    // Paused, so that it doesn't see the server end its side.
    const socket = await open(server.origin);
    socket.write('Not HTTP\r\n\r\n');
    await once(server.http.app.server, 'clientError');
    await allEnded(server.http);
    socket.destroy();
  });

  it('security: ends at the first request beyond the limit of unanswered ones, unprocessed', async () => {
    await using server = await createServer();
    const socket = await open(server.origin);
    socket.resume().write(requests(500, '/slow'));
    await once(socket, 'close');
    expect(server.asked()).toBe(MAX_UNANSWERED);
    server.release();
  });

  it("security: counts requests whose address the router can't read", async () => {
    await using server = await createServer();
    const socket = await open(server.origin);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(requests(500, '/%ff'));
    await once(socket, 'close');
    expect(answer.split('HTTP/1.1 400').length - 1).toBeLessThanOrEqual(MAX_UNANSWERED);
    server.release();
  });

  it.each([
    ['whose caller reads it', false],
    ['whose caller has gone before', true],
  ])('reports its end once for a reply %s', async (_whose, isGone) => {
    await using server = await createServer();
    const socket = await open(server.origin);
    socket.resume().write(requests(3, '/slow'));
    await expect.poll(server.asked).toBe(3);
    if (isGone) {
      socket.destroy();
      await allEnded(server.http);
    }
    server.release();
    await expect.poll(server.ended).toBe(3);
    socket.destroy();
  });

  it('may send any number of requests when it waits for each reply', async () => {
    await using server = await createServer();
    const socket = await open(server.origin);
    for (let round = 0; round < 3 * MAX_UNANSWERED; round += 1) {
      socket.write(requests(1, '/small'));
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
    }
    socket.destroy();
    server.release();
  });

  it('is answered while the server drains, and holds it up only for a while', async () => {
    await using server = await createServer();
    const { app } = server.http;
    const socket = await open(server.origin);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(requests(1, '/slow'));
    await expect.poll(server.asked).toBe(1);
    expect(await app.drain(20)).toBe(false);
    server.release();
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i);
  });

  it('may be idle while the server drains, and gets one more reply', async () => {
    await using server = await createServer();
    const socket = await open(server.origin);
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(requests(1, '/small'));
    await expect.poll(() => answer).toContain('{}');
    const drained = server.http.app.drain(60_000);
    socket.write(requests(1, '/small'));
    await once(socket, 'close');
    expect(answer.match(/^connection: .*$/gim)).toEqual(['Connection: keep-alive', 'connection: close']);
    expect(await drained).toBe(true);
    server.release();
  });

  it('security: ends when its reply is not read, without delaying other connections', async () => {
    await using server = await createServer({ standstillMs: 500 });
    const readers = await Promise.all(Array.from({ length: 20 }, () => open(server.origin)));
    for (const socket of readers) socket.pause().write(requests(MAX_UNANSWERED, '/large'));
    expect((await fetch(`${server.origin}/small`, { headers: { connection: 'close' } })).status).toBe(200);
    await allEnded(server.http);
    for (const socket of readers) socket.destroy();
    server.release();
  });
});
