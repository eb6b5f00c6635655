import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * The yardstick of the streams: a bare `node:http` server that keeps each GET open and sends every POST's body to all of them.
 * Run as a program of its own; prints its port when it listens.
 */

const open = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(':\n\n');
    open.add(response);
    response.once('close', () => open.delete(response));
    return;
  }
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    for (const reader of open) reader.write(body);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
