import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { CLICK_LIMIT } from '@atelier/domain/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../test/harness/clock.ts';
import { createTestActor, createTestHttp, type TestHttp } from '../../../test/harness/http.ts';
import {
  BOUNDARY,
  END,
  openConnection,
  part,
  sendFile,
  until,
} from '../../../test/harness/raw-connection.ts';
import { addUploads, type UploadOptions } from './upload.ts';

/** A server that takes a file and says what it was; `broken` has each file that did not arrive. */
async function createReceiver(options: Partial<UploadOptions> = {}) {
  const broken: unknown[] = [];
  const clock = createTestClock();
  let arriving = 0;
  const http = await createTestHttp((app) =>
    addUploads(app, { maxBytes: 1024 * 1024, clock, ...options }, (bind) => {
      bind(sendFile, ({ receive }) =>
        receive(async ({ name, bytes }) => {
          arriving += 1;
          const pieces: Uint8Array[] = [];
          try {
            for await (const piece of bytes) pieces.push(piece);
          } catch (error) {
            broken.push(error);
            throw error;
          }
          const whole = Buffer.concat(pieces);
          return { name, size: whole.length, text: whole.subarray(0, 50).toString() };
        }),
      );
    }),
  );
  return {
    http,
    broken,
    arriving: () => arriving,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

function send({ app }: TestHttp, payload: string, type = `multipart/form-data; boundary=${BOUNDARY}`) {
  return app.inject({ method: 'POST', url: '/api/files', payload, headers: { 'content-type': type } });
}

/** A connection on which an upload of `length` bytes has begun. */
async function begin(origin: string, length: number, text: string) {
  const socket = connectTo(Number(new URL(origin).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    answer += piece;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    `POST /api/files HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${text}`,
  );
  return { socket, answer: () => answer, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

describe('addUploads', () => {
  it('passes the file on while it arrives', async () => {
    await using receiver = await createReceiver();
    const reply = await send(receiver.http, part('Übersicht „1“.png', 'hello') + END);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { name: 'Übersicht „1“.png', size: 5, text: 'hello' },
    ]);
  });

  it.each([
    ['Menu %22draft%22.pdf', 'Menu "draft".pdf'],
    ['one%0D%0Atwo.txt', 'one\r\ntwo.txt'],
    ['100%25 %2e%2e%2F%00 %0a%0d.txt', '100%25 %2e%2e%2F%00 %0a%0d.txt'],
    ['%2522.txt', '%2522.txt'],
  ])('unescapes only what browsers escape in a file name: %s', async (sent, name) => {
    await using receiver = await createReceiver();
    const reply = await send(receiver.http, part(sent, 'hello') + END);
    expect(reply.json()).toMatchObject({ name });
  });

  it.each([
    ['JSON', '{}', 'application/json', 415],
    ['text', 'a', 'text/plain', 415],
    ['a form without a boundary', part('a', 'b') + END, 'multipart/form-data', 400],
    ['an empty form', END, undefined, 400],
    ['nothing', '', undefined, 400],
    ['another field', part('a', 'b', 'other') + END, undefined, 400],
    [
      'a text field',
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"\r\n\r\na\r\n${END}`,
      undefined,
      400,
    ],
    ['two files', part('a', 'b') + part('c', 'd') + END, undefined, 400],
    ['a form without an end', part('a', 'b'), undefined, 400],
    ['half a header', `--${BOUNDARY}\r\ncontent-dis`, undefined, 400],
    ['a prototype', part('a', 'b', '__proto__') + END, undefined, 400],
  ])('refuses %s', async (_what, payload, type, status) => {
    await using receiver = await createReceiver();
    const reply = await send(receiver.http, payload, type);
    expect([reply.statusCode, typeof reply.json().code]).toEqual([status, 'string']);
  });

  it('answers 415 for a form sent to any other endpoint', async () => {
    await using http = await createTestHttp((app) => {
      addUploads(app, { maxBytes: 10, clock: createTestClock() }, () => {});
      app.post('/elsewhere', { config: { limit: CLICK_LIMIT } }, async () => ({}));
    });
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const reply = await http.app.inject({ method: 'POST', url: '/elsewhere', payload: END, headers });
    expect(reply.statusCode).toBe(415);
  });

  it('refuses a file announced as too large before it arrives, readably for the sender', async () => {
    await using receiver = await createReceiver();
    const origin = await receiver.http.listen();
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(1_100_000)]), 'a.bin');
    const reply = await fetch(`${origin}/api/files`, { method: 'POST', body: form });
    expect([reply.status, await reply.json()]).toMatchObject([413, { error: 'A file can be up to 1 MB.' }]);
    expect(receiver.arriving()).toBe(0);
  });

  it('reports a sender that disconnects', async () => {
    await using receiver = await createReceiver();
    const origin = await receiver.http.listen();
    const call = await begin(origin, 100_000, part('a.txt', 'x'.repeat(600)));
    await until(() => receiver.arriving() === 1);
    call.socket.destroy();
    await until(() => receiver.broken.length === 1);
    expect(receiver.broken[0]).toMatchObject({ code: 'validation_failed' });
  });

  it('limits the concurrent uploads of one sender and frees the slot when one ends', async () => {
    await using receiver = await createReceiver({
      atOnce: { process: 9, forAdmins: 0, each: { account: 2, address: 9 } },
    });
    const origin = await receiver.http.listen();
    const text = part('a.txt', 'hello') + END;
    const begun = [
      await begin(origin, text.length, text.slice(0, -5)),
      await begin(origin, text.length, text.slice(0, -5)),
    ];
    await until(() => receiver.arriving() === 2);
    const refused = await send(receiver.http, text);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '5']);
    begun[0]?.socket.write(text.slice(-5));
    await until(() => begun[0]?.answer().includes('"size":5') ?? false);
    expect((await send(receiver.http, text)).statusCode).toBe(200);
    for (const { socket } of begun) socket.destroy();
  });

  /**
   * A server whose handler takes nothing until it's released, and whose clock stands still until `pass`; "studio" is an
   * admin's token, any other a client's.
   */
  async function createBusyReceiver(options: Partial<UploadOptions>, standstillMs = 60_000) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const access = {
      authenticate: async (token: string) => ({
        actor: createTestActor({ accountId: token, isAdmin: token === 'studio' }),
        project: undefined,
      }),
    };
    const clock = createTestClock();
    let begun = 0;
    let sent = 0;
    const http = await createTestHttp(
      (app) =>
        addUploads(app, { maxBytes: 64 * 1024 ** 2, clock, ...options }, (bind) => {
          bind(sendFile, async ({ receive }) => {
            begun += 1;
            return receive(async ({ name, bytes }) => {
              await released;
              let size = 0;
              for await (const piece of bytes) size += piece.length;
              return { name, size, text: '' };
            });
          });
        }),
      { access, standstillMs },
    );
    const origin = await http.listen();
    const sockets: { bytesRead: number }[] = [];
    http.app.server.on('connection', (socket) => sockets.push(socket));
    const connect = async (from?: string) => {
      const connection = await openConnection(origin, from);
      connection.read();
      const write = (text: string) => {
        sent += text.length;
        connection.write(text);
      };
      return { ...connection, write };
    };
    const open = async (token: string, text: string, length = text.length, from?: string) => {
      const connection = await connect(from);
      connection.write(
        `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: ${length}\r\n` +
          `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${text}`,
      );
      return connection;
    };
    return {
      connect,
      open,
      release,
      /** Lets time pass once all that was written has arrived. */
      pass: async (seconds: number) => {
        await until(() => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0) === sent);
        clock.advance(seconds);
      },
      sockets,
      begun: () => begun,
      [Symbol.asyncDispose]: http[Symbol.asyncDispose],
    };
  }

  /** Asks for 10 kB a second, and looks every few milliseconds whether they have come by the clock. */
  const pace = { bytesPerSecond: 10_000, windowMs: 60 };
  const MUCH = 200_000;

  it('ends uploads that arrive too slowly and frees their slots', async () => {
    await using receiver = await createBusyReceiver({
      pace,
      atOnce: { process: 2, forAdmins: 0, each: { account: 2, address: 2 } },
    });
    receiver.release();
    const text = part('a.txt', 'hello') + END;
    const slow = [await receiver.open('a', text, MUCH), await receiver.open('b', text, MUCH)];
    await until(() => receiver.begun() === 2);
    const refused = await receiver.open('c', text);
    await until(() => refused.answer().includes('"code":"rate_limited"'));
    for (const connection of slow) connection.write('x'.repeat(5_000));
    await receiver.pass(1);
    await Promise.all(slow.map(({ closed }) => closed));
    for (const { answer } of slow) {
      expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer()).toContain('when your connection is better');
    }
    const next = await receiver.open('c', text);
    await until(() => next.answer().includes('"size":5'));
    refused.destroy();
    next.destroy();
  });

  it('leaves a slow upload its time while slots are free', async () => {
    await using receiver = await createBusyReceiver({ pace });
    receiver.release();
    const text = part('a.txt', 'x'.repeat(24_000)) + END;
    const slow = await receiver.open('a', text.slice(0, 200), text.length);
    await until(() => receiver.begun() === 1);
    for (let at = 200; at < text.length; at += 12_000) {
      // One that stands still ends by the same look that the slow one passes.
      const begun = receiver.begun();
      const still = await receiver.open('b', part('b.txt', ''), MUCH);
      await until(() => receiver.begun() > begun);
      slow.write(text.slice(at, at + 12_000));
      await receiver.pass(1);
      await still.closed;
    }
    await until(() => slow.answer().includes('"size":24000'));
    slow.destroy();
  });

  it('asks more of uploads as slots run out, first of the network that holds most', async () => {
    await using receiver = await createBusyReceiver({
      pace,
      atOnce: { process: 4, forAdmins: 0, each: { account: 4, address: 4 } },
    });
    receiver.release();
    const text = part('a.txt', 'x'.repeat(40_000)) + END;
    const begin = (token: string, from: string) =>
      receiver.open(token, text.slice(0, 200), text.length, from);
    const other = await begin('a', '127.0.0.2');
    const many = [
      await begin('b', '127.0.0.3'),
      await begin('b', '127.0.0.3'),
      await begin('c', '127.0.0.3'),
    ];
    await until(() => receiver.begun() === 4);
    other.write(text.slice(200, 12_200));
    for (const connection of many) connection.write(text.slice(200, 15_200));
    await receiver.pass(1);
    // Of four slots each has to bring 80 kB, of three 28, and of two 10.
    await until(() => many.filter(({ answer }) => answer() !== '').length === 2);
    const [left, ...ended] = many.toSorted((one, two) => one.answer().length - two.answer().length);
    for (const { answer } of ended) {
      expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
      expect(answer()).toContain('this one had to make room');
    }
    other.write(text.slice(12_200));
    left?.write(text.slice(15_200));
    for (const connection of [other, left]) {
      await until(() => connection?.answer().includes('"size":40000') ?? false);
    }
    for (const connection of [other, ...many]) connection.destroy();
  });

  it('reserves slots for admins when clients hold all others, also those of one address', async () => {
    await using receiver = await createBusyReceiver({
      atOnce: { process: 4, forAdmins: 1, each: { account: 2, address: 5 } },
    });
    const text = part('a.txt', 'hello') + END;
    const begun = [];
    for (const client of ['a', 'a', 'b']) begun.push(await receiver.open(client, text));
    await until(() => receiver.begun() === 3);
    const refused = await receiver.open('b', text);
    await until(() => refused.answer().includes('"code":"rate_limited"'));
    const studio = await receiver.open('studio', text);
    // While the clients still hold their slots.
    await until(() => receiver.begun() === 4);
    receiver.release();
    for (const connection of [...begun, studio]) {
      await until(() => connection.answer().includes('"size":5'));
      connection.destroy();
    }
    refused.destroy();
  });

  it('reads an upload only as fast as it is consumed', async () => {
    await using receiver = await createBusyReceiver({});
    const text = part('a.bin', 'x'.repeat(32 * 1024 ** 2)) + END;
    const senders = await Promise.all(['a', 'b', 'c'].map((client) => receiver.open(client, text)));
    await until(() => receiver.begun() === 3);
    // One that comes later is served meanwhile, and shows that the others have had their turn.
    const other = await receiver.open('d', 'x', 10);
    await until(() => receiver.begun() === 4);
    for (const { bytesRead } of receiver.sockets) expect(bytesRead).toBeLessThan(2 * 1024 ** 2);
    receiver.release();
    for (const sender of senders) {
      await until(() => sender.answer().includes(`"size":${32 * 1024 ** 2}`));
      sender.destroy();
    }
    other.destroy();
  });

  it('lets storing take longer than a connection may stall', async () => {
    await using receiver = await createBusyReceiver({}, 300);
    const sender = await receiver.open('a', part('a.txt', 'hello') + END);
    await until(() => receiver.begun() === 1);
    // A connection that asks for nothing ends after that time: by then the other would have ended, too.
    const still = await receiver.connect();
    await still.closed;
    expect(sender.answer()).toBe('');
    receiver.release();
    await until(() => sender.answer().includes('"size":5'));
    sender.destroy();
  });
});
