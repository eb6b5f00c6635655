import { describe, expect, expectTypeOf, it } from 'vitest';
import type { EventMailKind } from './core/projects/project-event.ts';
import { MAIL_KINDS } from './mails.ts';
import type { Mail, MailRule } from './platform/mail/mailer.ts';
import { EVENT_MAILS } from './product-parts.ts';

describe('MAIL_KINDS', () => {
  it('rejects at compile time a mail kind without a rule and a rule that bounds nothing', () => {
    expectTypeOf<'feature.event'>().not.toExtend<Mail['kind']>();
    expectTypeOf<'contact.enquiry'>().toExtend<Mail['kind']>();
    expectTypeOf<'portal.message'>().toExtend<Mail['kind']>();
    expectTypeOf<'unlimited'>().not.toExtend<MailRule>();
    expectTypeOf<undefined>().not.toExtend<MailRule>();
  });

  it('caps every mail about an event that is not gathered', () => {
    for (const kind of Object.keys(EVENT_MAILS) as EventMailKind[]) {
      const isGathered = EVENT_MAILS[kind].timing.startsWith('gathered');
      expect([kind, MAIL_KINDS[`portal.${kind}`] === 'gathered']).toEqual([kind, isGathered]);
    }
  });
});
