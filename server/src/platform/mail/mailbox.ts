import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { AppError } from '@atelier/domain/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ifExists, replaceFile } from '../durable-file.ts';
import { isLoopback } from '../http/client.ts';
import { escapeHtml } from './layout.ts';
import { toMessage } from './smtp.ts';
import type { MailTransport } from './transport.ts';

/** A kept mail as the mailbox page shows it: the `.json` beside the `.eml`. */
const keptMailSchema = z.object({
  kind: z.literal('atelier-mail'),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
type KeptMail = z.infer<typeof keptMailSchema>;

/** The left side of a Message-ID of ours names the files; it sorts by time. */
const ID = /^[0-9a-f-]{36}$/;

/**
 * Keeps each mail in `folder` as `.eml` for any mail program and as `.json` for the mailbox page, whole or
 * not at all: the way out while there is no mail server. The library is loaded with the first mail.
 */
export function createMailboxTransport(folder: string): MailTransport {
  return {
    description: `kept as files in ${folder}`,
    async send(mail) {
      const { default: nodemailer } = await import('nodemailer');
      const composer = nodemailer.createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
      });
      const { message } = await composer.sendMail(toMessage(mail));
      const id = mail.messageId.slice(1).split('@')[0] ?? '';
      if (!ID.test(id) || !Buffer.isBuffer(message))
        throw new Error('A mail without an id of ours, or without a body');
      const kept: KeptMail = {
        kind: 'atelier-mail',
        date: mail.date.toISOString(),
        from: mail.from.address,
        to: mail.to.address,
        ...(mail.replyTo ? { replyTo: mail.replyTo.address } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The same mail again has the same names: sending twice keeps one.
      await replaceFile(`${folder}/${id}.json`, [Buffer.from(JSON.stringify(kept, null, 2))]);
      await replaceFile(`${folder}/${id}.eml`, [message]);
    },
    async close() {},
  };
}

/** The newest `limit` kept mails with their ids, newest first. */
async function listKeptMails(folder: string, limit: number): Promise<{ id: string; mail: KeptMail }[]> {
  const names = (await ifExists(readdir(folder))) ?? [];
  const ids = names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .filter((id) => ID.test(id))
    .sort()
    .reverse()
    .slice(0, limit);
  const mails = await Promise.all(ids.map(async (id) => ({ id, mail: await findKeptMail(folder, id) })));
  return mails.flatMap(({ id, mail }) => (mail ? { id, mail } : []));
}

/** One kept mail; undefined when there is none of that id. */
async function findKeptMail(folder: string, id: string): Promise<KeptMail | undefined> {
  if (!ID.test(id)) return undefined;
  const text = await ifExists(readFile(`${folder}/${id}.json`, 'utf8'));
  return text === undefined ? undefined : keptMailSchema.parse(JSON.parse(text));
}

const SHOWN = 200;
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1b1e;background:#fff}
a{color:#1d4ed8}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.5rem;border-bottom:1px solid #ddd}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f3f0;padding:1rem;border-radius:.5rem}
iframe{width:100%;height:40rem;border:1px solid #ddd;border-radius:.5rem}dt{font-weight:600}dd{margin:0 0 .5rem}`;
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** A mail is shown like in a mail program: no script, nothing fetched, links lead out of the frame. */
const MAIL_POLICY =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * `/dev/mailbox`: the kept mails, readable. They hold links that sign people in, so only this machine may
 * look; the caller leaves it out in production, with a public address and where there is a mail server.
 */
export function addMailboxPage(app: FastifyInstance, folder: string): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isLoopback(request)) throw new AppError('not_found', 'There’s nothing here.');
  };

  app.get('/dev/mailbox', { onRequest }, async (_request, reply) =>
    sendPage(reply, 'Mailbox', renderList(await listKeptMails(folder, SHOWN))),
  );

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id', { onRequest }, async (request, reply) => {
    const mail = await requireMail(folder, request.params.id);
    return sendPage(reply, mail.subject, renderMailPage(request.params.id, mail));
  });

  app.get<{ Params: { id: string } }>('/dev/mailbox/:id/html', { onRequest }, async (request, reply) => {
    const mail = await requireMail(folder, request.params.id);
    reply.header('content-security-policy', MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN');
    return send(reply, mail.html.replace('<head>', '<head><base target="_top">'));
  });
}

async function requireMail(folder: string, id: string): Promise<KeptMail> {
  const mail = await findKeptMail(folder, id);
  if (!mail) throw new AppError('not_found', 'There’s no such email.');
  return mail;
}

function renderList(mails: readonly { id: string; mail: KeptMail }[]): string {
  if (mails.length === 0)
    return '<p>No mail yet. Emails are kept here while no mail server is set (SMTP_URL).</p>';
  const rows = mails.map(
    ({ id, mail }) =>
      `<tr><td>${escapeHtml(mail.date)}</td><td>${escapeHtml(mail.to)}</td>` +
      `<td><a href="/dev/mailbox/${id}">${escapeHtml(mail.subject)}</a></td></tr>`,
  );
  return `<table><thead><tr><th>When</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderMailPage(id: string, mail: KeptMail): string {
  const facts: [string, string | undefined][] = [
    ['From', mail.from],
    ['To', mail.to],
    ['Reply to', mail.replyTo],
    ['Date', mail.date],
  ];
  const list = facts.map(([name, value]) => (value ? `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>` : ''));
  return `<p><a href="/dev/mailbox">All mails</a></p><dl>${list.join('')}</dl>
<pre>${linkify(mail.text)}</pre>
<iframe title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" src="/dev/mailbox/${id}/html"></iframe>`;
}

function linkify(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
}

function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  reply.header('content-security-policy', PAGE_POLICY);
  return send(
    reply,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`,
  );
}

function send(reply: FastifyReply, html: string): FastifyReply {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
  return reply.type('text/html; charset=utf-8').send(html);
}
