import { NOTIFICATIONS } from '@atelier/domain/project-events.ts';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { GATHERED, type PortalNotificationKind } from './features/notifications/notification-rules.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import type { Mail, MailRule } from './platform/mail/mailer.ts';

const isPortal = (kind: string): kind is PortalNotificationKind => kind !== 'project_submitted';

describe('the kinds of mail', () => {
  it('refuse, when it is compiled, a mail of a kind without a rule, and a rule that bounds nothing', () => {
    expectTypeOf<'feature.event'>().not.toExtend<Mail['kind']>();
    expectTypeOf<'contact.enquiry'>().toExtend<Mail['kind']>();
    expectTypeOf<'unlimited'>().not.toExtend<MailRule>();
    expectTypeOf<undefined>().not.toExtend<MailRule>();
  });

  it('call gathered what is gathered', () => {
    for (const kind of Object.keys(NOTIFICATIONS).filter(isPortal)) {
      const rule: MailRule = MAIL_KINDS[`portal.${kind}`];
      expect([kind, rule === 'gathered']).toEqual([kind, GATHERED.has(kind)]);
    }
    const gathered = Object.entries<MailRule>(MAIL_KINDS).filter(([, rule]) => rule === 'gathered');
    for (const [kind] of gathered) expect(kind).toMatch(/^portal\./);
  });
});
