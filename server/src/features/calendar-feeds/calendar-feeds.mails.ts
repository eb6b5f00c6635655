import { PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';

/** Says that an account's calendar can be read at a new address, which isn't in it. */
export async function mailNewAddress(
  { look, mailer, publicUrl }: MailPorts,
  trx: Trx,
  email: string,
): Promise<void> {
  await mailer.enqueue(trx, {
    kind: 'account.calendar-link',
    to: email,
    ...renderMail(look, {
      subject: `A calendar link was created at ${look.studioName}`,
      preview: 'Whoever has it can read your dates.',
      heading: 'A calendar link was created',
      paragraphs: [
        'Calendar programs can read your dates at it, without a sign-in. A new password, signing out everywhere and a change of your authenticator app end it.',
      ],
      action: { label: 'Open your profile', url: `${publicUrl}${PAGES.profile}` },
      footnote: `Wasn’t you? Choose a new password right away, and write to ${look.studioEmail}.`,
    }),
  });
}
