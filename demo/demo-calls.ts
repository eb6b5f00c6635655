import { once } from 'node:events';
import { crc32, deflateSync } from 'node:zlib';
import { API_PREFIX } from '@atelier/domain/api.ts';
import {
  type Endpoint,
  type EndpointInput,
  type EndpointReply,
  needsRecentSignIn,
} from '@atelier/domain/endpoint.ts';
import type { InjectOptions } from 'fastify';
import PDFDocument from 'pdfkit';
import type { App } from '../server/src/app.ts';
import { AUTH_PREFIX } from '../server/src/features/auth/provider.ts';
import type { Clock } from '../server/src/platform/clock.ts';

/** A file that a person of the demo sends. */
export interface SampleFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

type Color = readonly [red: number, green: number, blue: number];

const PICTURE_WIDTH = 640;
const PICTURE_HEIGHT = 400;

export function sampleText(name: string, lines: readonly string[]): SampleFile {
  return { name, bytes: new TextEncoder().encode(`${lines.join('\n')}\n`) };
}

/** A picture of a page that is not drawn yet: a head, a wide image, three cards. */
export function samplePicture(name: string, paper: Color, ink: Color): SampleFile {
  const colorAt = (x: number, y: number): Color => {
    const isHead = y < 36;
    const isImage = y > 56 && y < 216 && x > 32 && x < 608;
    const isCard = y > 240 && y < 368 && [32, 228, 424].some((left) => x > left && x < left + 184);
    if (isHead) return ink;
    if (isImage) return mix(paper, ink, 0.25 + (x / PICTURE_WIDTH) * 0.4);
    return isCard ? mix(paper, ink, 0.12) : paper;
  };
  const rows = Buffer.alloc(PICTURE_HEIGHT * (1 + PICTURE_WIDTH * 3));
  let at = 0;
  for (let y = 0; y < PICTURE_HEIGHT; y += 1) {
    // The filter of the row: none.
    rows[at++] = 0;
    for (let x = 0; x < PICTURE_WIDTH; x += 1) for (const part of colorAt(x, y)) rows[at++] = part;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PICTURE_WIDTH, 0);
  header.writeUInt32BE(PICTURE_HEIGHT, 4);
  // Eight bits of red, green and blue each.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  return { name, bytes: new Uint8Array(Buffer.concat([signature, ...parts])) };
}

/** One page with a title and a few sentences. */
export async function samplePdf(name: string, title: string, lines: readonly string[]): Promise<SampleFile> {
  // A fixed day: the same file has the same bytes.
  const pdf = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title, CreationDate: new Date(0) } });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  pdf.fontSize(22).text(title).moveDown();
  for (const line of lines) pdf.fontSize(11).text(line).moveDown(0.5);
  pdf.end();
  await once(pdf, 'end');
  return { name, bytes: new Uint8Array(Buffer.concat(parts)) };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const chunk = Buffer.alloc(named.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), named.length + 4);
  return chunk;
}

function mix(from: Color, to: Color, share: number): Color {
  const part = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [part(0), part(1), part(2)];
}

/** Everybody of the demo signs in with this. */
export const DEMO_PASSWORD = 'a sample studio for a year';

/** A call of the product, typed by its endpoint. Throws where the product refuses it: the story is at fault then. */
export type DemoCall = <E extends Endpoint>(
  endpoint: E,
  input: EndpointInput<E>,
) => Promise<EndpointReply<E>>;

/** A person of the demo at their browser. */
export interface DemoPerson {
  email: string;
  call: DemoCall;
  /** Sends the one file of an upload. */
  upload<E extends Endpoint & { upload: true }>(
    endpoint: E,
    params: Record<string, string>,
    file: { name: string; bytes: Uint8Array<ArrayBuffer> },
  ): Promise<EndpointReply<E>>;
}

/** A person's place, as far as the product can tell. */
export interface DemoPlace {
  address: string;
  userAgent: string;
}

interface Session {
  access_token: string;
  refresh_token: string;
  expires_at: number;
}

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

const REFRESH_BEFORE_SECONDS = 60;

/** A visitor's call. */
export function callAsVisitor(app: App, place: DemoPlace, referer: string): DemoCall {
  return (endpoint, input) => send(app, place, endpoint, input as Loose, { referer });
}

/** Signs a new person up. They stay signed in while the product lets them, then sign in again. */
export async function signUp(
  app: App,
  clock: Clock,
  place: DemoPlace,
  { email, username }: { email: string; username: string },
): Promise<DemoPerson> {
  let session = await openSession(app, place, '/signup', {
    email,
    password: DEMO_PASSWORD,
    data: { username },
  });
  const body = { email, password: DEMO_PASSWORD };
  const signIn = () => openSession(app, place, '/token?grant_type=password', body);
  const authorization = async () => {
    if (session.expires_at - clock.now().getTime() / 1000 < REFRESH_BEFORE_SECONDS) {
      const { refresh_token } = session;
      session =
        (await findSession(app, place, '/token?grant_type=refresh_token', { refresh_token })) ??
        (await signIn());
    }
    return { authorization: `Bearer ${session.access_token}` };
  };
  return {
    email,
    async call(endpoint, input) {
      const sent: Loose = input;
      if (needsRecentSignIn(endpoint, sent.body)) session = await signIn();
      return send(app, place, endpoint, sent, await authorization());
    },
    async upload(endpoint, params, { name, bytes }) {
      const body = new FormData();
      body.set('file', new Blob([bytes]), name);
      return send(app, place, endpoint, { params, body }, await authorization());
    },
  };
}

async function openSession(app: App, place: DemoPlace, path: string, body: object): Promise<Session> {
  const session = await findSession(app, place, path, body);
  if (!session) throw new Error(`${path} gave no session`);
  return session;
}

/** Codes of a session that is over; the second once its row was cleaned up. */
const OVER = ['session_expired', 'refresh_token_not_found'];

/** The session that the provider gives; undefined if it says that the one before is over. */
async function findSession(
  app: App,
  place: DemoPlace,
  path: string,
  body: object,
): Promise<Session | undefined> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `${AUTH_PREFIX}${path}`,
    remoteAddress: place.address,
    headers: { 'user-agent': place.userAgent },
    payload: body,
  });
  if (reply.statusCode === 200) return reply.json<Session>();
  if (OVER.includes(reply.json().error_code)) return undefined;
  throw new Error(`${path} was answered ${reply.statusCode}: ${reply.body}`);
}

async function send<E extends Endpoint>(
  app: App,
  place: DemoPlace,
  endpoint: E,
  { params = {}, query = {}, body }: Loose,
  headers: Record<string, string>,
): Promise<EndpointReply<E>> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const request: InjectOptions = {
    method: endpoint.method,
    url: `${API_PREFIX}${path}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    remoteAddress: place.address,
    headers: { ...headers, 'user-agent': place.userAgent },
    ...(body === undefined ? {} : { payload: body as object }),
  };
  const reply = await app.http.inject(request);
  if (reply.statusCode >= 400) {
    throw new Error(`${endpoint.method} ${path} was answered ${reply.statusCode}: ${reply.body}`);
  }
  return endpoint.reply.parse(reply.json()) as EndpointReply<E>;
}
