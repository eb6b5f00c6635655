import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CERTIFICATE } from '../../server/test/harness/certificate.ts';

const HOST = 'calendar.example';

/**
 * Loaded before the product: requests to the host go to this machine instead, which the product itself refuses to
 * connect to. All other addresses stay as they are.
 */
const PRELOAD = `
const https = require('node:https');
const { request } = https;
https.request = (url, options, answer) => {
  if (url.hostname !== '${HOST}') return request(url, options, answer);
  const { lookup, ...others } = options;
  const here = new URL(url.pathname, process.env.CALENDAR_HOST);
  return request(here, { ...others, ca: process.env.CALENDAR_CA }, answer);
};
`;

/** A host of calendars on the internet, as the product sees it. */
export interface CalendarHost extends AsyncDisposable {
  settings: Record<string, string>;
  address: string;
  /** Serves a calendar with one event, or answers with a status instead. */
  serve(content: { from: Date; until: Date } | number): void;
}

/** Starts one, for a product that a journey starts with `settings`. */
export async function startCalendarHost(): Promise<CalendarHost> {
  let status = 404;
  let text = '';
  const server = createServer(CERTIFICATE, (_, response) => {
    response.writeHead(status, { 'content-type': 'text/calendar' }).end(text);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const folder = await mkdtemp(path.join(tmpdir(), 'atelier-calendar-'));
  const preload = path.join(folder, 'calendar-host.cjs');
  await writeFile(preload, PRELOAD);
  return {
    settings: {
      NODE_OPTIONS: `--require=${preload}`,
      CALENDAR_HOST: `https://localhost:${(server.address() as AddressInfo).port}`,
      CALENDAR_CA: CERTIFICATE.cert,
    },
    address: `https://${HOST}/secret/basic.ics`,
    serve(content) {
      status = typeof content === 'number' ? content : 200;
      text = typeof content === 'number' ? '' : calendarWith(content);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const stamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

function calendarWith({ from, until }: { from: Date; until: Date }): string {
  const event = [
    'BEGIN:VEVENT',
    'UID:dentist',
    `DTSTAMP:${stamp(from)}`,
    `DTSTART:${stamp(from)}`,
    `DTEND:${stamp(until)}`,
    'SUMMARY:The dentist',
    'END:VEVENT',
  ];
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Calendar//EN', ...event, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}
