import { expect, it } from 'vitest';
import { readMailInThread } from './mail-thread.ts';

const order = (text: string) => ({
  raw: Buffer.from(text),
  arrival: { peer: undefined, envelopeFrom: '', place: null },
  // Nothing answers there.
  nameServers: ['127.0.0.1:1'],
  trust: { isDirect: false, trustedHost: undefined, relays: [] },
});

it('reads a mail in a thread', async () => {
  const read = await readMailInThread(order('From: ada@client.example\r\nSubject: Hi\r\n\r\nHello'));
  expect(read?.mail).toMatchObject({ from: { address: 'ada@client.example' }, subject: 'Hi', text: 'Hello' });
  expect(read?.proof).toBeUndefined();
});

it('gives up on a mail that can’t be read', async () => {
  const nested = Array.from(
    { length: 2_000 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  expect(await readMailInThread(order(nested.join('')))).toBeUndefined();
});
