import { expect, it } from 'vitest';
import { createTestActor } from '../../../test/harness/actor.ts';
import { createTestHttp } from '../../../test/harness/http.ts';
import { BOUNDARY, END, part, sendFile } from '../../../test/harness/multipart.ts';
import { openConnection, until } from '../../../test/harness/raw-connection.ts';
import { addUploads, type UploadOptions } from './upload.ts';

/** A server whose handler takes nothing until it's released; "studio" is an admin's token, any other a client's. */
async function createBusyReceiver(options: Partial<UploadOptions>, standstillMs = 60_000) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const access = {
    authenticate: async (token: string) => createTestActor({ accountId: token, isAdmin: token === 'studio' }),
  };
  let begun = 0;
  const http = await createTestHttp(
    (app) =>
      addUploads(app, { maxBytes: 64 * 1024 ** 2, ...options }, (bind) => {
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
  const connect = async () => {
    const connection = await openConnection(origin);
    connection.read();
    return connection;
  };
  const open = async (token: string, text: string, length = text.length) => {
    const connection = await connect();
    connection.write(
      `POST /api/files HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-length: ${length}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n${text}`,
    );
    return connection;
  };
  return {
    http,
    connect,
    open,
    release,
    begun: () => begun,
    [Symbol.asyncDispose]: http[Symbol.asyncDispose],
  };
}

it('ends uploads that arrive too slowly, so that their slots are free for others', async () => {
  await using receiver = await createBusyReceiver({
    pace: { bytesPerSecond: 10_000, windowMs: 600 },
    atOnce: { process: 2, forAdmins: 0, each: { account: 2, address: 2 } },
  });
  receiver.release();
  const text = part('a.txt', 'hello') + END;
  const slow = [await receiver.open('a', text, 100_000), await receiver.open('b', text, 100_000)];
  await until(() => receiver.begun() === 2);
  const dripping = setInterval(() => {
    for (const connection of slow) connection.write('x');
  }, 50);
  const refused = await receiver.open('c', text);
  await until(() => refused.answer().includes('"code":"rate_limited"'));
  await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(dripping);
  for (const { answer } of slow) expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  const next = await receiver.open('c', text);
  await until(() => next.answer().includes('"size":5'));
  refused.destroy();
  next.destroy();
});

it('keeps slots for the studio when clients have all of theirs, also those of one network address', async () => {
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

it('reads no more of an upload than it can pass on', async () => {
  await using receiver = await createBusyReceiver({});
  const sockets: { bytesRead: number }[] = [];
  receiver.http.app.server.on('connection', (socket) => sockets.push(socket));
  const text = part('a.bin', 'x'.repeat(32 * 1024 ** 2)) + END;
  const senders = await Promise.all(['a', 'b', 'c'].map((client) => receiver.open(client, text)));
  await until(() => receiver.begun() === 3);
  // One that comes later is served meanwhile, and shows that the others have had their turn.
  const other = await receiver.open('d', 'x', 10);
  await until(() => receiver.begun() === 4);
  for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(2 * 1024 ** 2);
  receiver.release();
  for (const sender of senders) {
    await until(() => sender.answer().includes(`"size":${32 * 1024 ** 2}`));
    sender.destroy();
  }
  other.destroy();
});

it('takes longer to store what has arrived than a connection may stand still', async () => {
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
