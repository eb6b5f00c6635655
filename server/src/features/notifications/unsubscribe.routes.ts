import { PAGES } from '@atelier/domain/pages.ts';
import { NOTIFICATIONS } from '@atelier/domain/project-parts.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PlainPage, renderPlainPage, sendPlainPage } from '../../platform/http/plain-page.ts';
import { escapeHtml, type MailLook } from '../../platform/mail/layout.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { setNotification } from './notification-preferences.ts';
import { openUnsubscription, UNSUBSCRIBE_PATH, type Unsubscription } from './unsubscribe.ts';

interface UnsubscribeDeps extends Pick<Platform, 'db' | 'clock' | 'publicUrl'> {
  secret: ServerSecret;
  look: MailLook;
}

/** A mail program's POST has a few bytes (RFC 8058, section 3.1). */
const BODY_LIMIT = 16 * 1024;
const LIMIT = { max: 30, seconds: 60 };

/**
 * Unsubscribes from a kind of mail without signing in: having the mail is enough. The link (GET) shows a
 * page and changes nothing, because programs follow links in mails; its only button, or a mail program's
 * one-click POST, does.
 */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: UnsubscribeDeps): void {
  app.register(async (scope) => {
    // Either kind of form body is accepted; the address already says everything.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));

    scope.get(UNSUBSCRIBE_PATH, async (request, reply) => {
      const found = openUnsubscription(deps.secret, tokenOf(request));
      return found
        ? send(reply, 200, question(deps, found, tokenOf(request)))
        : send(reply, 400, brokenLink(deps));
    });

    scope.post(
      UNSUBSCRIBE_PATH,
      { bodyLimit: BODY_LIMIT, config: { limit: LIMIT } },
      async (request, reply) => {
        const found = openUnsubscription(deps.secret, tokenOf(request));
        if (!found) return send(reply, 400, brokenLink(deps));
        await setNotification(deps.db, deps.clock, found.address, { kind: found.kind, isOn: false });
        return send(reply, 200, done(deps, found));
      },
    );
  });
}

function tokenOf(request: FastifyRequest): string {
  const { token } = request.query as Record<string, unknown>;
  return typeof token === 'string' ? token : '';
}

function send(reply: FastifyReply, status: number, page: PlainPage): FastifyReply {
  reply.status(status).headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  return sendPlainPage(reply, page);
}

function question({ look, publicUrl }: UnsubscribeDeps, found: Unsubscription, token: string): PlainPage {
  const about = NOTIFICATIONS[found.kind].about;
  return renderPlainPage(look, {
    heading: `Stop emails about ${about}?`,
    body: `<p>Press the button, and I’ll stop emailing ${escapeHtml(found.address)} about ${about}. You’ll still find it all in your portal.</p>
<form method="post" action="${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}">
<button type="submit">Stop these emails</button>
</form>
<p class="small">Other emails still come. Choose each kind in <a href="${escapeHtml(publicUrl)}${PAGES.profile}">your profile</a>.</p>`,
  });
}

function done({ look, publicUrl }: UnsubscribeDeps, found: Unsubscription): PlainPage {
  return renderPlainPage(look, {
    heading: 'Done: no more of these emails',
    body: `<p>I won’t email ${escapeHtml(found.address)} about ${NOTIFICATIONS[found.kind].about} any more.</p>
<p class="small">Changed your mind? Turn them on again in <a href="${escapeHtml(publicUrl)}${PAGES.profile}">your profile</a>.</p>`,
  });
}

function brokenLink({ look, publicUrl }: UnsubscribeDeps): PlainPage {
  return renderPlainPage(look, {
    heading: 'This link doesn’t work',
    body: `<p>Part of it may be missing. Copy the whole link from the email, or choose your emails in <a href="${escapeHtml(publicUrl)}${PAGES.profile}">your profile</a>.</p>`,
  });
}
