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

/** A project that one side has deleted, as its mail tells the other. */
export interface DeletedProject {
  title: string;
  isDraft: boolean;
  /** Its contract was accepted: the record of that is kept. */
  isRecorded: boolean;
}

const WITH_IT = 'the brief, the milestones, the messages and the files';

/** To the client: their project is gone, and what is not. */
export function renderDeletedByStudioMail(
  look: MailLook,
  { title, isDraft, isRecorded }: DeletedProject,
  { profileUrl }: { profileUrl: string },
): RenderedMail {
  const heading = isDraft ? 'Your draft was deleted' : 'Your project was deleted';
  return renderMail(look, {
    subject: `${heading}: ${title}`,
    preview: isRecorded
      ? 'What you accepted by contract is kept.'
      : 'Everything in it is gone. If you did not expect that, write to us.',
    heading,
    paragraphs: [
      isDraft
        ? `${look.studioName} has deleted “${title}”, a brief that you had begun and not submitted, with your answers in it.`
        : `${look.studioName} has deleted “${title}” with everything in it: ${WITH_IT}. Links to it no longer open.`,
      ...(isRecorded
        ? [
            'The contract that you accepted and the record of your acceptance are kept, as something that both sides can ' +
              'rely on. The record is in the copy of your data that you can download from your profile.',
          ]
        : []),
    ],
    action: isRecorded ? { label: 'Open your profile', url: profileUrl } : undefined,
    footnote: `You did not expect this? Answer this mail, or write to ${look.studioEmail}.`,
  });
}

/** To the studio: a client has deleted their project. */
export function renderDeletedByClientMail(
  look: MailLook,
  { title, isRecorded }: DeletedProject,
  { clientEmail, recordsUrl }: { clientEmail: string; recordsUrl: string },
): RenderedMail {
  return renderMail(look, {
    subject: `A client has deleted their project: ${title}`,
    preview: isRecorded ? 'The accepted contract is kept.' : 'Everything in it went with it.',
    heading: 'A client has deleted their project',
    paragraphs: [
      `“${title}” is gone with everything in it: ${WITH_IT}.`,
      ...(isRecorded
        ? ['The contract that was accepted and the record of its acceptance are kept for you.']
        : []),
    ],
    facts: [['Account', clientEmail]],
    action: isRecorded ? { label: 'Open the accepted contracts', url: recordsUrl } : undefined,
    footnote: 'Answer this mail to write to the client.',
  });
}

function facts({ deleted, kept }: Omit<DeletedAccount, 'email'>): [string, string][] {
  return [
    ...deleted.map((title): [string, string] => ['Deleted', title]),
    ...kept.map((title): [string, string] => ['Kept, under contract', title]),
  ];
}
