import pino from 'pino';
import { expect, it } from 'vitest';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { openConnection } from '../../../test/harness/raw-connection.ts';
import { systemClock } from '../clock.ts';
import { MemoryRateLimitStore, RateLimiter } from '../http/rate-limit.ts';
import { SmtpListener, type SmtpListenerOptions } from './smtp-listener.ts';

it('security: one network’s open connections leave room for other senders', async () => {
  const { app, port } = await setUpMailIn('sqlite');
  await using _ = app;
  const open = async (from: string) => {
    const connection = await openConnection(`http://127.0.0.1:${port}`, from);
    connection.read();
    await expect.poll(connection.answer).toMatch(/^\d{3} /);
    return connection;
  };
  const greetings: string[] = [];
  const connections = [];
  for (let count = 0; count < 21; count += 1) {
    const connection = await open('127.0.0.2');
    connections.push(connection);
    greetings.push(connection.answer().slice(0, 3));
  }
  expect(greetings).toEqual([...Array(20).fill('220'), '421']);
  expect((await open('127.0.0.3')).answer()).toMatch(/^220 /);
  // One that is closed makes room again.
  connections[0]?.destroy();
  await expect.poll(async () => (await open('127.0.0.2')).answer()).toMatch(/^220 /);
});

const listen = async (times?: SmtpListenerOptions['times']) => {
  const limiter = new RateLimiter(new MemoryRateLimitStore(), systemClock, 1_000);
  const listener = new SmtpListener({
    ...{ host: '127.0.0.1', port: 0, maxBytes: 1_000_000, tls: undefined, limiter },
    ...{ isOurs: () => true, store: async () => {}, ...(times ? { times } : {}) },
    log: pino({ level: 'silent' }),
  });
  const port = await listener.start();
  const open = async (from: string) => {
    const connection = await openConnection(`http://127.0.0.1:${port}`, from);
    connection.read();
    await expect.poll(connection.answer).toMatch(/^\d{3} /);
    return connection;
  };
  return { open, [Symbol.asyncDispose]: () => listener.stop() };
};

it('security: a few networks don’t take every place', async () => {
  await using server = await listen();
  const greetingsOf = async (from: string, count: number) =>
    Promise.all(Array.from({ length: count }, async () => (await server.open(from)).answer().slice(0, 3)));
  expect(await greetingsOf('127.0.0.2', 20)).toEqual(Array(20).fill('220'));
  expect((await greetingsOf('127.0.0.3', 20)).filter((code) => code === '220')).toHaveLength(15);
  for (const from of ['127.0.0.4', '127.0.0.5', '127.0.0.6'])
    expect(await greetingsOf(from, 2)).toEqual(expect.arrayContaining(['220', '421']));
});

it('security: a session that brings no mail ends, by its commands and by its time', async () => {
  await using server = await listen();
  const chatty = await server.open('127.0.0.2');
  chatty.write('NOOP\r\n'.repeat(30));
  await expect.poll(chatty.answer).toMatch(/421 .*$/m);
  await using hasty = await listen({ session: 30, mail: 30 });
  const silent = await hasty.open('127.0.0.2');
  await expect.poll(silent.answer).toContain('421 ');
});
