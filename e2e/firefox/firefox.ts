#!/usr/bin/env node
/**
 * Starts the machine's Firefox for Playwright, and stands between the two: Playwright sets media features in each new context, a
 * command that the extended-support release doesn't know. It is answered here as done; everything else goes through unchanged.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

const PROGRAM = process.env.FIREFOX_PATH || '/usr/bin/firefox-esr';
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
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

function connect(driver: WebSocket, address: string): void {
  const firefox = new WebSocket(address, { perMessageDeflate: false, maxPayload: 0 });
  const early: string[] = [];
  driver.on('message', (data: RawData) => {
    const text = String(data);
    const { id, method } = JSON.parse(text) as { id: number; method: string };
    if (method === UNKNOWN) driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    else if (firefox.readyState === WebSocket.OPEN) firefox.send(text);
    else early.push(text);
  });
  firefox.on('open', () => {
    for (const text of early) firefox.send(text);
  });
  firefox.on('message', (data: RawData) => driver.send(String(data)));
  firefox.on('close', () => driver.close());
  driver.on('close', () => firefox.close());
  firefox.on('error', () => driver.close());
  driver.on('error', () => firefox.close());
}
