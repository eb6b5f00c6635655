import { expect, it } from 'vitest';
import { setUpMailIn } from '../../../test/harness/mail-in.ts';
import { openConnection } from '../../../test/harness/raw-connection.ts';

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
