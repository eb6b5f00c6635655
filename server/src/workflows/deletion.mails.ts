import { isEmailAddress } from '@atelier/domain/email-address.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { MailPorts } from '../core/feature.ts';
import type { EndedProjects } from '../core/projects/projects.service.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { nameProject } from '../core/projects/stored-brief.ts';
import type { Trx } from '../platform/db/database.ts';
import { type MailLook, type RenderedMail, renderMail } from '../platform/mail/layout.ts';

/** An account was deleted with some of its projects, while others were kept. */
export async function announceAccountDeleted(
  { look, mailer, listStudioAddresses }: MailPorts,
  trx: Trx,
  account: { email: string } & Pick<EndedProjects, 'deleted' | 'kept' | 'passed'>,
): Promise<void> {
  const titles = (projects: readonly ProjectRow[]) => projects.map(nameProject);
  const kept = titles(account.kept);
  const passed = titles(account.passed);
  if (isEmailAddress(account.email)) {
    const { email, deleted } = account;
    const mail = renderGoodbyeMail(look, { email, deleted: titles(deleted), kept, passed });
    await mailer.enqueue(trx, { kind: 'account.deleted', to: email, ...mail });
  }
  const submitted = account.deleted.filter(({ status }) => status !== 'draft');
  if (submitted.length + kept.length + passed.length === 0) return;
  const mail = renderClientLeftMail(look, { deleted: titles(submitted), kept, passed });
  for (const to of await listStudioAddresses(trx)) {
    await mailer.enqueue(trx, { kind: 'project.client-left', to, ...mail });
  }
}

/** A project that is being deleted. */
export interface ProjectEnd {
  project: ProjectRow;
  /** Who deleted it; `undefined` if it goes with its main contact's account, which has mails of its own. */
  side: ProjectSide | undefined;
  /** Its contract was accepted, so the record is kept. */
  isRecorded: boolean;
  /** The addresses of the others on the client's side. */
  colleagues: readonly string[];
}

/**
 * Mails everyone else about a deleted project. The studio gets no mail about a draft, which it never sees.
 */
export async function announceProjectDeleted(
  ports: MailPorts,
  trx: Trx,
  { project, side, isRecorded, colleagues }: ProjectEnd,
): Promise<void> {
  const { look, mailer, publicUrl } = ports;
  const isDraft = project.status === 'draft';
  const deleted = { title: nameProject(project), isDraft, isRecorded };
  const studioAddresses = await ports.listStudioAddresses(trx);
  const [studioAddress] = studioAddresses;
  const profileUrl = `${publicUrl}${PAGES.profile}`;
  const recipients = side === 'studio' ? [project.email, ...colleagues] : colleagues;
  for (const to of recipients.filter(isEmailAddress)) {
    const by = side === 'studio' ? look.studioName : 'Its main contact';
    await mailer.enqueue(trx, {
      kind: side === 'studio' ? 'project.deleted-by-studio' : 'project.deleted-by-colleague',
      to,
      ...(studioAddress !== undefined && { replyTo: studioAddress }),
      ...renderDeletedMail(look, deleted, { by, profileUrl }),
    });
  }
  if (isDraft || side !== 'client') return;
  const mail = renderDeletedByClientMail(look, deleted, {
    clientEmail: project.email,
    recordsUrl: `${publicUrl}${PAGES.acceptedContracts}`,
  });
  for (const to of studioAddresses) {
    await mailer.enqueue(trx, {
      kind: 'project.deleted-by-client',
      to,
      ...(isEmailAddress(project.email) && { replyTo: project.email }),
      ...mail,
    });
  }
}

/** A deleted account, and its projects by their titles. */
interface DeletedAccount {
  email: string;
  deleted: readonly string[];
  /** Kept by the studio: their contract was accepted. */
  kept: readonly string[];
  /** A colleague who decides is their main contact now. */
  passed: readonly string[];
}

/** To the person: the account is deleted, and what is kept. */
function renderGoodbyeMail(look: MailLook, { email, deleted, kept, passed }: DeletedAccount): RenderedMail {
  return renderMail(look, {
    subject: `Your account at ${look.studioName} is deleted`,
    preview: 'You’re signed out everywhere. Thank you for your time here.',
    heading: 'Your account is deleted',
    paragraphs: [
      `Your account for ${email} was deleted, and you’re signed out everywhere.`,
      ...(kept.length > 0
        ? [
            'What you and the studio agreed by contract stays with the studio, as a record both sides ' +
              'can rely on. It’s no longer connected to an account.',
          ]
        : []),
      'Thank you for your time here. You’re welcome back whenever you like.',
    ],
    facts: facts({ deleted, kept, passed }),
    footnote: `Wasn’t you? Write to ${look.studioEmail} right away.`,
  });
}

/** To the studio: a client's projects have left its lists, and why. */
function renderClientLeftMail(
  look: MailLook,
  { deleted, kept, passed }: Omit<DeletedAccount, 'email'>,
): RenderedMail {
  return renderMail(look, {
    subject: 'A client deleted their account',
    preview: 'Projects without an accepted contract are gone too.',
    heading: 'A client deleted their account',
    paragraphs: [
      'Projects without an accepted contract were deleted with it. Those with one are kept for you, without their client: ' +
        'nobody else can see them. Those in which a colleague decides have that colleague as their main contact now.',
    ],
    facts: facts({ deleted, kept, passed }),
  });
}

/** A deleted project, as named in the mail to the other side. */
interface DeletedProject {
  title: string;
  isDraft: boolean;
  /** Its contract was accepted: the record is kept. */
  isRecorded: boolean;
}

const WITH_IT = 'the brief, the milestones, the messages and the files';

/** To the client's side: their project is deleted, by whom, and what is kept. */
function renderDeletedMail(
  look: MailLook,
  { title, isDraft, isRecorded }: DeletedProject,
  { by, profileUrl }: { by: string; profileUrl: string },
): RenderedMail {
  const heading = isDraft ? 'Your draft was deleted' : 'Your project was deleted';
  return renderMail(look, {
    subject: `${heading}: ${title}`,
    preview: isRecorded
      ? 'The contract you accepted is kept.'
      : 'Everything in it is gone. If you didn’t expect that, write to me.',
    heading,
    paragraphs: [
      isDraft
        ? `${by} deleted “${title}”, a brief you had started but not submitted, with your answers in it.`
        : `${by} deleted “${title}” with everything in it: ${WITH_IT}. Links to it no longer work.`,
      ...(isRecorded
        ? [
            'The contract you accepted and the record of your acceptance are kept, so both sides can ' +
              'rely on them. The record is in the copy of your data, which you can download from your profile.',
          ]
        : []),
    ],
    action: isRecorded ? { label: 'Open your profile', url: profileUrl } : undefined,
    footnote: `Didn’t expect this? Reply to this email, or write to ${look.studioEmail}.`,
  });
}

/** To the studio: a client has deleted their project. */
function renderDeletedByClientMail(
  look: MailLook,
  { title, isRecorded }: DeletedProject,
  { clientEmail, recordsUrl }: { clientEmail: string; recordsUrl: string },
): RenderedMail {
  return renderMail(look, {
    subject: `A client deleted their project: ${title}`,
    preview: isRecorded ? 'The accepted contract is kept.' : 'Everything in it is gone.',
    heading: 'A client deleted their project',
    paragraphs: [
      `“${title}” is gone with everything in it: ${WITH_IT}.`,
      ...(isRecorded ? ['The accepted contract and the record of its acceptance are kept for you.'] : []),
    ],
    facts: [['Account', clientEmail]],
    action: isRecorded ? { label: 'Open the accepted contracts', url: recordsUrl } : undefined,
    footnote: 'Reply to this email to write to the client.',
  });
}

function facts({ deleted, kept, passed }: Omit<DeletedAccount, 'email'>): [string, string][] {
  return [
    ...deleted.map((title): [string, string] => ['Deleted', title]),
    ...kept.map((title): [string, string] => ['Kept, under contract', title]),
    ...passed.map((title): [string, string] => ['A colleague’s now', title]),
  ];
}
