import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const clientFolder = join(import.meta.dirname, '../../web/build/client');

/** What no page of this product can be faster than on the machine of the moment, by name. */
export interface Floors {
  /** Name → address. */
  pages: ReadonlyMap<string, string>;
  stop(): void;
}

/** Serves pages of a heading and a sentence, without any script: one bare, one with the stylesheet of the site inside. */
export async function startFloors(): Promise<Floors> {
  const home = readFileSync(join(clientFolder, 'index.html'), 'utf8');
  const [, styles = ''] = /<style[^>]*>([\s\S]*?)<\/style>/.exec(home) ?? [];
  if (!styles) throw new Error('The built home page has no stylesheet inside.');
  const bodies = new Map([
    ['/bare', pageWith('')],
    ['/styled', pageWith(`<style>${styles}</style>`)],
  ]);
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    if (!body) return response.writeHead(404).end();
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
    return response.writeHead(200, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    pages: new Map([
      ['floor: no script', `http://localhost:${port}/bare`],
      ['floor: and this stylesheet', `http://localhost:${port}/styled`],
    ]),
    stop: () => server.close(),
  };
}

const pageWith = (head: string) =>
  brotliCompressSync(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Floor</title>
    <meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="A page.">
    <link rel="icon" href="data:,">${head}</head><body><main><h1>A heading</h1><p>A sentence below it.</p></main></body></html>`,
  );
