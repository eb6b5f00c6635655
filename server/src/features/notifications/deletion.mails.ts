import { type MailLook, type RenderedMail, renderMail } from '../../platform/mail/layout.ts';

/** An account that was deleted, and its projects by their titles. */
export interface DeletedAccount {
  email: string;
  deleted: readonly string[];
  /** The studio keeps these: their contract was accepted. */
  kept: readonly string[];
}

/** To the person: the account is gone, and what is not. */
export function renderGoodbyeMail(look: MailLook, { email, deleted, kept }: DeletedAccount): RenderedMail {
  return renderMail(look, {
    subject: `Your account at ${look.studioName} is deleted`,
    preview: 'You are signed out everywhere. Thank you for your time here.',
    heading: 'Your account is deleted',
    paragraphs: [
      `Your account with the address ${email} was deleted, and you are signed out everywhere.`,
      ...(kept.length > 0
        ? [
            'What you and the studio have agreed on by contract stays with the studio, as a record that both sides ' +
              'can rely on. It is no longer connected with an account.',
          ]
        : []),
      'Thank you for your time here. You are welcome back whenever you like.',
    ],
    facts: facts({ deleted, kept }),
    footnote: `It was not you? Write to ${look.studioEmail} at once.`,
  });
}

/** To the studio: a client's projects have gone from its lists, and why. */
export function renderClientLeftMail(
  look: MailLook,
  { deleted, kept }: Omit<DeletedAccount, 'email'>,
): RenderedMail {
  return renderMail(look, {
    subject: 'A client has deleted their account',
    preview: 'Their projects without an accepted contract went with it.',
    heading: 'A client has deleted their account',
    paragraphs: [
      'Projects without an accepted contract were deleted with it. Those with one are kept for you, without their client: ' +
        'nobody else sees them any more.',
    ],
    facts: facts({ deleted, kept }),
  });
}

function facts({ deleted, kept }: Omit<DeletedAccount, 'email'>): [string, string][] {
  return [
    ...deleted.map((title): [string, string] => ['Deleted', title]),
    ...kept.map((title): [string, string] => ['Kept, under contract', title]),
  ];
}
