import { type MailLook, type RenderedMail, renderMail } from '../../platform/mail/layout.ts';

export interface Invitation {
  name: string;
  /** What the studio adds in its own words; may be empty. */
  note: string;
}

/** Invites an enquirer to start a project. */
export function renderInvitationMail(
  look: MailLook,
  { name, note }: Invitation,
  { studioName, startUrl }: { studioName: string; startUrl: string },
): RenderedMail {
  const own = note.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return renderMail(look, {
    subject: `Let’s start your project with ${studioName}`,
    preview: 'Seven short steps, saved as you go.',
    heading: `Ready to start, ${name}?`,
    paragraphs: [
      ...(own.length > 0 ? own : ['Thank you for writing. I’d be glad to take this further.']),
      'The next step is a short brief: seven steps, about ten minutes, saved as you go. At the end you have an estimate, and a portal where you can follow the work.',
    ],
    action: { label: 'Start the brief', url: startUrl },
    footnote:
      'You’re getting this because you wrote to me through the contact page. Questions first? Just reply to this email.',
  });
}
