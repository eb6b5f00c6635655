import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A name server for the product to ask. */
export interface NameServer extends AsyncDisposable {
  /** Such as 127.0.0.1:5353. */
  address: string;
}

const TXT = 16;
const NO_SUCH_NAME = 3;
/** A name that was already written, at byte 12. */
const QUESTIONED_NAME = 0xc00c;
const TTL_SECONDS = 60;
const MAX_STRING = 255;

/** Starts a name server that knows texts by their names, and nothing else. */
export async function startNameServer(records: ReadonlyMap<string, string>): Promise<NameServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    socket.send(answerTo(query, records), sender.port, sender.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function answerTo(query: Buffer, records: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const isText = query.readUInt16BE(at + 1) === TXT;
  const text = isText ? records.get(labels.join('.').toLowerCase()) : undefined;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // A response that was asked for with recursion.
  head.writeUInt16BE(0x8180 | (text === undefined ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(1, 4);
  if (text === undefined) return Buffer.concat([head, question]);
  head.writeUInt16BE(1, 6);
  const bytes = Buffer.from(text);
  const strings: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += MAX_STRING) {
    const part = bytes.subarray(from, from + MAX_STRING);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(QUESTIONED_NAME, 0);
  record.writeUInt16BE(TXT, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(TTL_SECONDS, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, question, record, data]);
}
