import type { Trx } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { MailPorts } from '../feature.ts';

/** What the studio changed about an account. */
export type AccountRight = 'admin' | 'client' | 'disabled' | 'enabled';

const RIGHTS: Record<AccountRight, { subject: string; means: string }> = {
  admin: {
    subject: 'Your account is an admin now',
    means: 'You see and change everything in the studio’s back office.',
  },
  client: {
    subject: 'Your account is no longer an admin',
    means: 'The back office is closed to it. Your own projects stay as they are.',
  },
  disabled: {
    subject: 'Your account is disabled',
    means: 'You’re signed out everywhere and can’t sign in. Nothing in it is deleted.',
  },
  enabled: {
    subject: 'Your account is enabled again',
    means: 'You can sign in, and everything is where you left it.',
  },
};

/** Tells the account's holder, whoever changed it, themselves included. It can't be switched off. */
export async function mailAccountRight(
  { look, mailer, publicUrl }: Pick<MailPorts, 'look' | 'mailer' | 'publicUrl'>,
  trx: Trx,
  { to, what }: { to: string; what: AccountRight },
): Promise<void> {
  const { subject, means } = RIGHTS[what];
  await mailer.enqueue(trx, {
    kind: 'account.rights',
    to,
    ...renderMail(look, {
      subject,
      preview: means,
      heading: subject,
      paragraphs: [
        means,
        `An admin of ${look.studioName} changed this. If you didn’t expect it, write to ${look.studioEmail}.`,
      ],
      ...(what !== 'disabled' && { action: { label: 'Sign in', url: `${publicUrl}/login` } }),
      footnote: 'Emails about what you may do are always sent.',
    }),
  });
}
