import { contactUndoPath, portalPath } from '@atelier/domain/pages.ts';
import type { peopleNotifications } from '@atelier/domain/people/events.ts';
import { CONTACT_UNDO_DAYS, INVITATION_DAYS } from '@atelier/domain/people/rules.ts';
import { findAccount } from '../../core/accounts/accounts.repository.ts';
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
    compose: ({ side, actor, project, events: [{ subject, detail }] }) => ({
      ...(detail.isUndo === 1
        ? contactIsBack(actor, project)
        : {
            subject: `${subject.title} is the main contact of ${project} now`,
            preview: `${actor} changed it.`,
            heading: `${project} has another main contact`,
            paragraphs: [
              `${actor} made ${subject.title} the main contact of ${project}.`,
              side === 'client'
                ? 'The main contact chooses who is in the project, and can delete it. If this surprises you, write to me.'
                : 'Invoices that you send from now on, and reminders, go to them.',
            ],
          }),
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

/** To the studio: the former main contact is it again. */
const contactIsBack = (actor: string, project: string) => ({
  subject: `${actor} is the main contact of ${project} again`,
  preview: 'The change of the main contact was undone.',
  heading: `${project} has its former main contact again`,
  paragraphs: [
    `${actor} undid the change of the main contact of ${project}. The people who were in it are in it again, and anyone who joined since is out.`,
    'What was accepted, asked for or written meanwhile stays: have a look whether it’s still meant.',
  ],
});

/** What changed for a person of a project. */
export type ChangedRight =
  | 'decides'
  | 'follows'
  | 'removed'
  | 'back'
  | 'contact'
  | 'no-contact'
  | 'other-contact';

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
  back: (project) => ({
    subject: `You’re in ${project} again`,
    means: 'You can do there what you could before.',
  }),
  contact: (project) => ({
    subject: `You’re the main contact of ${project}`,
    means: 'You choose who is in it, can delete it, and get its invoices.',
  }),
  'no-contact': (project) => ({
    subject: `You’re no longer the main contact of ${project}`,
    means: 'Another person chooses who is in it and gets its invoices from now on.',
  }),
  'other-contact': (project) => ({
    subject: `${project} has its former main contact again`,
    means: 'What you can do there is the same as before.',
  }),
};

/** What a mail says about a person's right: which project, and why. */
interface RightNews {
  what: ChangedRight;
  project: string;
  /** The sentence that says who or what changed it. */
  because: string;
  /** The change of the main contact that they can undo. */
  undoId?: string | undefined;
}

/** Mails a person what changed for them; nobody for a deleted account. */
export async function mailRightOf(
  mails: MailPorts,
  trx: Trx,
  { personId, ...news }: RightNews & { personId: string },
): Promise<void> {
  const account = await findAccount(trx, personId);
  if (account && account.email !== '') await mailRight(mails, trx, { ...news, to: account.email });
}

/** Tells a person what they may do from now on, whoever changed it, themselves included. It can't be switched off. */
export async function mailRight(
  { look, mailer, publicUrl }: MailPorts,
  trx: Trx,
  right: RightNews & { to: string },
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
        `${right.because} ${means}`,
        ...(right.undoId === undefined
          ? []
          : [
              `For ${CONTACT_UNDO_DAYS} days you can undo this, even if you’re removed from the project: sign in with ${right.to}. Contact and people are as they were then, and anyone who joined since is out.`,
            ]),
        `If you didn’t expect it, write to me at ${look.studioEmail}. If it was done from your own account and not by you, choose a new password at once.`,
      ],
      action:
        right.undoId === undefined
          ? { label: 'Open the client portal', url: `${publicUrl}${portalPath()}` }
          : { label: 'Undo this', url: `${publicUrl}${contactUndoPath(right.undoId)}` },
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
