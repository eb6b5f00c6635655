import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import SqliteDatabase from 'better-sqlite3';

/*
 * The yardsticks: servers of bare `node:http` that send the same bytes as a call of the product, and before that do no more than the
 * call cannot do without. Run as a program of its own: node bare.ts <plan.json>; prints its port when it listens.
 */

/** One address of the yardstick. */
export interface BareCall {
  path: string;
  /** A reply of the product, head and body, in base64. */
  reply: string;
  /** What is done before each reply: nothing, a query, a commit that reaches the disk, or a file written as it arrives. */
  work:
    | { kind: 'none' }
    | { kind: 'read'; file: string; sql: string; parameters: unknown[] }
    | { kind: 'write'; file: string }
    | { kind: 'store'; file: string };
}

const calls: BareCall[] = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const answers = new Map(calls.map((call) => [call.path, prepare(call)]));

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return void response.writeHead(404).end();
  answer(request, response);
});
server.keepAliveTimeout = 60_000;
server.requestTimeout = 0;
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));

function prepare({ reply, work }: BareCall): (request: IncomingMessage, response: ServerResponse) => void {
  const bytes = Buffer.from(reply, 'base64');
  const endOfHead = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, endOfHead).split('\r\n');
  const body = bytes.subarray(endOfHead + 4);
  const status = Number(statusLine.split(' ')[1]);
  // Node writes these by itself.
  const headers = lines
    .map((line) => line.split(': '))
    .filter(([name = '']) => !/^(date|connection|keep-alive)$/i.test(name))
    .flatMap(([name = '', ...value]) => [name, value.join(': ')]);
  const send = (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(body);
  };
  if (work.kind === 'store') {
    return async (request, response) => {
      await pipeline(request, createWriteStream(work.file, { flush: true }));
      await rm(work.file);
      send(response);
    };
  }
  const act = begin(work);
  return (request, response) => {
    const reply = (sent: string) => {
      act(sent);
      send(response);
    };
    if (request.method === 'POST') readText(request, reply);
    else reply('');
  };
}

function readText(request: IncomingMessage, done: (text: string) => void): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    text += part;
  });
  request.on('end', () => done(text));
}

function begin(work: Exclude<BareCall['work'], { kind: 'store' }>): (sent: string) => void {
  if (work.kind === 'none') return () => {};
  const db = new SqliteDatabase(work.file);
  if (work.kind === 'read') {
    const query = db.prepare(work.sql);
    return () => void query.all(...work.parameters);
  }
  // As the product has its own: each commit survives a power cut.
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('create table if not exists writes (id integer primary key, body text not null)');
  const insert = db.prepare('insert into writes (body) values (?)');
  return (sent) => void insert.run(sent);
}
