import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';

/*
 * What goes on beside the reads that are measured, as a process of its own so that it slows no clock of theirs:
 * node disturbance.ts sign-ins <origin> <count>, or upload <origin> <path> <token> <file>. Prints what became of it.
 */

const BOUNDARY = 'a-boundary-of-the-bench';

const [kind = '', origin = '', ...rest] = process.argv.slice(2);
if (kind === 'sign-ins') await signInAtOnce(Number(rest[0]));
else if (kind === 'upload') await upload(rest[0] ?? '', rest[1] ?? '', rest[2] ?? '');
else throw new Error(`There is no disturbance "${kind}"`);

/** Each with its own unknown address: that costs the same hash as a wrong password. */
async function signInAtOnce(count: number): Promise<void> {
  const signIn = async (index: number) => {
    const reply = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        email: `flood-${process.pid}-${index}@client.example`,
        password: `wrong ${index}`,
      }),
    });
    await reply.text();
    return reply.status;
  };
  const statuses = await Promise.all(Array.from({ length: count }, (_, index) => signIn(index)));
  const counted = (status: number) => statuses.filter((each) => each === status).length;
  // Refused as wrong (hashed), or asked to come back later.
  const [hashed, refused] = [counted(400), counted(503)];
  if (hashed === 0 || hashed + refused < count)
    throw new Error(`Sign-ins were answered ${new Set(statuses)}`);
  console.log(`${hashed} hashed, ${refused} refused`);
}

async function upload(path: string, token: string, file: string): Promise<void> {
  const { hostname, port } = new URL(origin);
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="film.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const tail = `\r\n--${BOUNDARY}--\r\n`;
  const { size } = await stat(file);
  const socket = connect({ host: hostname, port: Number(port) });
  let reply = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    reply += part;
  });
  const closed = new Promise((resolve, reject) => socket.once('close', resolve).once('error', reject));
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n` +
      `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: ${head.length + size + tail.length}\r\n\r\n${head}`,
  );
  for await (const piece of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    if (!socket.write(piece)) await new Promise((resolve) => socket.once('drain', resolve));
  }
  socket.write(tail);
  await closed;
  if (!reply.startsWith('HTTP/1.1 201 ')) throw new Error(`The upload was answered ${reply.slice(0, 600)}`);
  console.log(`${Math.round(size / 2 ** 20)} MB`);
}
