#!/usr/bin/env node
/**
 * Starts the machine's Firefox for Playwright and proxies the WebDriver BiDi connection. Three commands
 * need help:
 * - Playwright sets media features in each new context, which the extended-support release can't do: the
 *   proxy answers that it is done.
 * - Firefox gives the focus only to the page in front: the proxy activates a page before it navigates or
 *   gets input.
 * - A navigation fails where the old page starts another one at the same moment: the proxy sends it once
 *   more.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

const PROGRAM = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
const SET_MEDIA = 'emulation.setMediaFeaturesOverride';
const NAVIGATE = 'browsingContext.navigate';
const RELOAD = 'browsingContext.reload';
const INPUT = 'input.performActions';
/** What a visitor does with a page. */
const ACTS = [NAVIGATE, RELOAD, INPUT];
const ACTIVATE = 'browsingContext.activate';
const CREATE_PAGE = 'browsingContext.create';
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
  const activations = new Map<number, () => void>();
  const navigations = new Map<number, string>();
  let front: string | undefined;
  let nextId = FIRST_OWN_ID;

  const bringToFront = (context: string | undefined) =>
    new Promise<void>((resolve) => {
      front = context;
      activations.set(nextId, resolve);
      firefox.send(JSON.stringify({ id: nextId, method: ACTIVATE, params: { context } }));
      nextId += 1;
    });

  const forward = async (text: string) => {
    const { id, method, params } = JSON.parse(text) as Command;
    if (method === SET_MEDIA) driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    else {
      // A new page comes to the front by itself.
      if (method === CREATE_PAGE) front = undefined;
      if (method === ACTIVATE) front = params.context;
      if (method === NAVIGATE) navigations.set(id, text);
      if (ACTS.includes(method) && params.context !== front) await bringToFront(params.context);
      firefox.send(text);
    }
  };

  let turn = opened;
  driver.on('message', (data: RawData) => {
    turn = turn.then(() => forward(String(data)));
  });
  firefox.on('message', (data: RawData) => {
    const text = String(data);
    const { id } = activations.size + navigations.size > 0 ? (JSON.parse(text) as Command) : { id: 0 };
    const again = navigations.get(id);
    navigations.delete(id);
    activations.get(id)?.();
    if (activations.delete(id)) return;
    if (again && text.includes(INTERRUPTED)) firefox.send(again);
    else driver.send(text);
  });
  firefox.on('close', () => driver.close());
  driver.on('close', () => firefox.close());
  firefox.on('error', () => driver.close());
  driver.on('error', () => firefox.close());
}
