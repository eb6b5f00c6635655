import { mailColors, studio } from '@atelier/content/studio.ts';
import type { EventMailKind } from './core/projects/project-event.ts';
import type { MailLook } from './platform/mail/layout.ts';
import type { MailRule } from './platform/mail/mailer.ts';
import { EVENT_MAILS } from './product-parts.ts';

const HOUR = 3_600;
/** To an account, about its own actions. */
const SECURITY: MailRule = { max: 30, seconds: HOUR };
/** To the studio, and about single events of a project: a busy day has as many. */
const NOTICE: MailRule = { max: 30, seconds: HOUR };
/** To the studio, about what strangers can send in any number: the first ones each, then one mail for all. */
const FLOOD: MailRule = { max: 30, seconds: HOUR, beyond: 'gathered' };
/** To a client, about events that occur a few times in the life of an account. */
const RARE: MailRule = { max: 10, seconds: HOUR };

/** Mails about events of a project: gathered as their definition says, or capped. */
const eventMailKinds = Object.fromEntries(
  Object.entries(EVENT_MAILS).map(([kind, { timing }]): [string, MailRule] => [
    `portal.${kind}`,
    timing.startsWith('gathered') ? 'gathered' : NOTICE,
  ]),
) as Record<`portal.${EventMailKind}`, MailRule>;

/**
 * Every kind of mail with its limit: gathered into one mail or paced by its sender, or capped for
 * each recipient. The compiler refuses a mail of an unlisted kind.
 */
export const MAIL_KINDS = {
  ...eventMailKinds,
  'account.calendar-link': SECURITY,
  'account.deleted': RARE,
  'account.rights': SECURITY,
  'auth.account-exists': 'paced',
  'auth.address-taken': 'paced',
  'auth.confirm': 'paced',
  'auth.email-change': 'paced',
  'auth.email-changed': SECURITY,
  'auth.invitation': SECURITY,
  'auth.password-changed': SECURITY,
  'auth.password-missing': SECURITY,
  'auth.reauthentication': SECURITY,
  'auth.recovery': 'paced',
  'auth.second-factor': SECURITY,
  'backups.problem': NOTICE,
  'backups.well': NOTICE,
  'calls.booked': RARE,
  'calls.cancelled': RARE,
  'calls.confirm': RARE,
  'calls.gathered': 'gathered',
  'calls.moved': RARE,
  'calls.reminder': NOTICE,
  'calls.studio': FLOOD,
  'contact.answer': NOTICE,
  'contact.enquiry': FLOOD,
  'contact.gathered': 'gathered',
  'contact.invitation': RARE,
  'contact.reply': NOTICE,
  'health.over': NOTICE,
  'health.problem': NOTICE,
  'people.invitation': RARE,
  'people.rights': SECURITY,
  'mail-in.bounced': NOTICE,
  'mail-in.not-posted': RARE,
  'mail-in.quarantined': NOTICE,
  'project.brief': NOTICE,
  'project.client-left': NOTICE,
  'project.confirmation': RARE,
  'project.deleted-by-client': NOTICE,
  'project.deleted-by-colleague': RARE,
  'project.deleted-by-studio': RARE,
  'project.reminder': RARE,
} as const satisfies Record<string, MailRule>;

type Declared = typeof MAIL_KINDS;

declare module './platform/mail/mailer.ts' {
  interface MailKinds extends Declared {}
}

/** The studio as its mails show it. */
export function studioMailLook(publicUrl: string): MailLook {
  return {
    studioName: studio.name,
    tagline: studio.tagline,
    studioEmail: studio.email,
    siteUrl: publicUrl,
    colors: mailColors,
  };
}
