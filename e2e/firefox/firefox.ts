#!/usr/bin/env node
/**
 * Starts the machine's Firefox for Playwright, and stands between the two. Playwright sets media features in each new context, a
 * command that the extended-support release doesn't know: it is answered here as done. And a page in which somebody acts is
 * brought to the front first, because Firefox gives the focus to no other; and an address is opened again where the page that is
 * left went elsewhere at that moment, which Chromium takes in its stride. Everything else goes through unchanged.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

const PROGRAM = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const ACTS = 'input.performActions';
const OPENS = 'browsingContext.navigate';
const CREATES = 'browsingContext.create';
const INTERRUPTED = 'NS_BINDING_ABORTED';
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/;

const browser = spawn(PROGRAM, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
browser.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => browser.kill(signal));
}

createInterface({ input: browser.stderr }).on('line', (line) => {
  const address = LISTENING.exec(line)?.[1];
  if (!address) {
    process.stderr.write(`${line}\n`);
    return;
  }
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 }, () => {
    const { port } = server.address() as { port: number };
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${port}\n`);
  });
  server.on('connection', (driver, { url = '' }) => connect(driver, `${address}${url === '/' ? '' : url}`));
});

interface Command {
  id: number;
  method: string;
  params: { context?: string };
}

/** Above all ids of the driver's own commands. */
const FIRST_OWN_ID = 2 ** 40;

function connect(driver: WebSocket, address: string): void {
  const firefox = new WebSocket(address, { perMessageDeflate: false, maxPayload: 0 });
  const opened = new Promise<void>((resolve) => firefox.once('open', resolve));
  const answered = new Map<number, () => void>();
  const opening = new Map<number, string>();
  let front: string | undefined;
  let nextId = FIRST_OWN_ID;

  const bringToFront = (context: string | undefined) =>
    new Promise<void>((resolve) => {
      front = context;
      answered.set(nextId, resolve);
      firefox.send(JSON.stringify({ id: nextId, method: 'browsingContext.activate', params: { context } }));
      nextId += 1;
    });

  const pass = async (text: string) => {
    const { id, method, params } = JSON.parse(text) as Command;
    if (method === UNKNOWN) driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    else {
      // A new page comes to the front by itself.
      if (method === CREATES) front = undefined;
      if (method === OPENS) opening.set(id, text);
      if (method === ACTS && params.context !== front) await bringToFront(params.context);
      firefox.send(text);
    }
  };

  let turn = opened;
  driver.on('message', (data: RawData) => {
    turn = turn.then(() => pass(String(data)));
  });
  firefox.on('message', (data: RawData) => {
    const text = String(data);
    const { id } = answered.size + opening.size > 0 ? (JSON.parse(text) as Command) : { id: 0 };
    const again = opening.get(id);
    opening.delete(id);
    answered.get(id)?.();
    if (answered.delete(id)) return;
    if (again && text.includes(INTERRUPTED)) firefox.send(again);
    else driver.send(text);
  });
  firefox.on('close', () => driver.close());
  driver.on('close', () => firefox.close());
  firefox.on('error', () => driver.close());
  driver.on('error', () => firefox.close());
}
