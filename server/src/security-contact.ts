import { securityContact } from '@atelier/content/security.ts';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './platform/clock.ts';
import { isoIn } from './platform/clock.ts';
import { renderPlainPage } from './platform/http/plain-page.ts';
import { escapeHtml, type MailLook } from './platform/mail/layout.ts';

const TEXT_PATH = '/.well-known/security.txt';
const POLICY_PATH = '/security-policy';
/** RFC 9116 asks for less than a year. It counts from each request, so it's always ahead. */
const HOLDS_SECONDS = 180 * 24 * 3600;
const CACHE = 'public, max-age=86400';

export interface SecurityContactOptions {
  publicUrl: string;
  look: MailLook;
  clock: Clock;
}

/** `/.well-known/security.txt` (RFC 9116) and the page that it names as the policy: how to report a security problem. */
export function addSecurityContact(app: FastifyInstance, options: SecurityContactOptions): void {
  const { publicUrl, look, clock } = options;
  const policy = renderPolicy(look);
  const method = ['GET', 'HEAD'];
  app.route({
    method,
    url: TEXT_PATH,
    handler: async (_request, reply) =>
      reply
        .header('cache-control', CACHE)
        .type('text/plain; charset=utf-8')
        .send(presentText(publicUrl, isoIn(clock, HOLDS_SECONDS))),
  });
  app.route({
    method,
    url: POLICY_PATH,
    handler: async (_request, reply) =>
      reply
        .headers({ 'cache-control': CACHE, 'content-security-policy': policy.contentSecurityPolicy })
        .type('text/html; charset=utf-8')
        .send(policy.html),
  });
}

function presentText(publicUrl: string, expires: string): string {
  const fields = {
    Contact: `mailto:${securityContact.email}`,
    Expires: expires,
    'Preferred-Languages': securityContact.languages.join(', '),
    Canonical: `${publicUrl}${TEXT_PATH}`,
    Policy: `${publicUrl}${POLICY_PATH}`,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function renderPolicy(look: MailLook) {
  const { email, replyTime, disclosure } = securityContact;
  const address = escapeHtml(email);
  return renderPlainPage(look, {
    heading: 'Report a security problem',
    body: `<p>Found a way to see or change what isn’t yours? Write to <a href="mailto:${address}">${address}</a>: the address of the page, what you did, and what happened.</p>
<p>You get an answer ${escapeHtml(replyTime)}, and word when it’s fixed. Please keep it between us until then, for ${escapeHtml(disclosure)} at most.</p>
<p>Use your own account and made-up data. Don’t read or change what belongs to others, and don’t flood the site or anyone’s mailbox. If you keep to that, you have nothing to fear from me.</p>`,
  });
}
