import { portalPath } from '@atelier/domain/pages.ts';
import type { peopleNotifications } from '@atelier/domain/people/events.ts';
import { INVITATION_DAYS } from '@atelier/domain/people/rules.ts';
import type { MailPorts } from '../../core/feature.ts';
import { type EventMailDefinition, textOf } from '../../core/projects/event-mail.ts';
import type { Trx } from '../../platform/db/database.ts';
import { renderMail } from '../../platform/mail/layout.ts';
import type { ProjectInvitationRow } from './people.table.ts';

/** The mails about who is in a project. */
export const peopleMails: Record<keyof typeof peopleNotifications, EventMailDefinition> = {
  person_joined: {
    timing: 'at-once',
    compose: ({ actor, project, events: [{ detail }] }) => ({
      subject: `${actor} joined ${project}`,
      preview: `They were invited by your client: ${roleWords(detail)}.`,
      heading: `${actor} joined ${project}`,
      paragraphs: [
        `${actor} was invited as a colleague of your client: ${roleWords(detail)}. The overview of the project shows everyone in it.`,
      ],
      at: { what: 'project' },
      label: 'Open the project',
    }),
  },
  contact_changed: {
    timing: 'at-once',
    compose: ({ side, actor, project, events: [{ subject }] }) => ({
      subject: `${subject.title} is the main contact of ${project} now`,
      preview: `${actor} changed it.`,
      heading: `${project} has another main contact`,
      paragraphs: [
        `${actor} made ${subject.title} the main contact of ${project}.`,
        side === 'client'
          ? 'The main contact chooses who is in the project, and can delete it. If this surprises you, write to me.'
          : 'Invoices that you send from now on, and reminders, go to them.',
      ],
      at: { what: 'project' },
      label: 'Open the project',
    }),
  },
};

/**
 * Invites a colleague. The link leads to the portal, which shows the invitation to the account with that address. What
 * clients can word freely isn't in it, nor is the project's name: anyone with an account can invite any address.
 * @param isStudio whether the studio invites, and no client
 */
export async function mailInvitation(
  { look, mailer, publicUrl }: MailPorts,
  trx: Trx,
  { email: to, role, invited_by_name: by }: ProjectInvitationRow,
  isStudio: boolean,
): Promise<void> {
  await mailer.enqueue(trx, {
    kind: 'people.invitation',
    to,
    ...renderMail(look, {
      subject: isStudio
        ? `${by} invited you to a project`
        : `${by} invited you to a project at ${look.studioName}`,
      preview: 'See it in the client portal.',
      heading: `${by} invited you to a project`,
      paragraphs: [
        isStudio
          ? `${by} would like you to see a project that it works on, in the client portal.`
          : `${by} works on a project with ${look.studioName}, and would like you to see it in the client portal.`,
        INVITED_TO[role],
        `Sign in with ${to}, or create an account with that address, and you’ll find the invitation there. It can be answered for ${INVITATION_DAYS} days.`,
      ],
      action: { label: 'See the invitation', url: `${publicUrl}${portalPath()}` },
      footnote:
        'If you don’t know what this is about, you can ignore this email: nothing happens without you.',
    }),
  });
}

/** What changed for a person of a project. */
export type ChangedRight = 'decides' | 'follows' | 'removed' | 'contact' | 'no-contact';

const RIGHTS: Record<ChangedRight, (project: string) => { subject: string; means: string }> = {
  decides: (project) => ({
    subject: `You can decide in ${project} now`,
    means: 'You can accept contracts, approve milestones, ask for changes and pay.',
  }),
  follows: (project) => ({
    subject: `You follow ${project} now`,
    means: 'You still see everything, write messages and send files, but no longer decide.',
  }),
  removed: (project) => ({
    subject: `You’re no longer in ${project}`,
    means: 'You can’t open it any more. What you wrote and sent there stays.',
  }),
  contact: (project) => ({
    subject: `You’re the main contact of ${project}`,
    means: 'You choose who is in it, can delete it, and get its invoices.',
  }),
  'no-contact': (project) => ({
    subject: `You’re no longer the main contact of ${project}`,
    means: 'Somebody else chooses who is in it and gets its invoices from now on.',
  }),
};

/** Tells a person what they may do from now on, whoever changed it, themselves included. It can't be switched off. */
export async function mailRight(
  { look, mailer, publicUrl }: MailPorts,
  trx: Trx,
  right: { to: string; what: ChangedRight; project: string; by: string },
): Promise<void> {
  const { subject, means } = RIGHTS[right.what](right.project);
  await mailer.enqueue(trx, {
    kind: 'people.rights',
    to: right.to,
    ...renderMail(look, {
      subject,
      preview: means,
      heading: subject,
      paragraphs: [
        `${right.by} changed this. ${means}`,
        `If you didn’t expect it, write to me at ${look.studioEmail}. If it was done from your own account and not by you, choose a new password at once.`,
      ],
      action: { label: 'Open the client portal', url: `${publicUrl}${portalPath()}` },
      footnote: 'Emails about what you may do are always sent.',
    }),
  });
}

const INVITED_TO: Record<ProjectInvitationRow['role'], string> = {
  decides: 'You’d decide there: accept contracts, approve milestones, ask for changes and pay.',
  follows: 'You’d follow it: see everything, write messages and send files, but decide nothing.',
};

function roleWords({ role }: Record<string, string | number | null>): string {
  return textOf(role) === 'decides' ? 'they decide' : 'they follow, and decide nothing';
}
