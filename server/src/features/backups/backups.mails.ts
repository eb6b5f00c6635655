import { PAGES } from '@atelier/domain/pages.ts';
import type { MailPorts } from '../../core/feature.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  type MailContent,
  type MailLook,
  type RenderedMail,
  renderMail,
} from '../../platform/mail/layout.ts';
import { STUDIO_COMMAND } from '../../platform/version.ts';
import type { AlarmKind } from './backups.table.ts';

/** The mail to the owner about a problem, or about its end. */
export interface AlarmFacts {
  kind: AlarmKind;
  /** Where backups go, for people. */
  destination: string;
  /** ISO-8601; undefined if there has never been one. */
  lastBackupAt: string | undefined;
}

/** Mails a problem with the backups to the studio. `problem` is one or more sentences. */
export async function announceProblem(
  ports: MailPorts,
  trx: Trx,
  facts: AlarmFacts & { problem: string },
): Promise<void> {
  const mail = renderProblemMail(ports.look, facts, `${ports.publicUrl}${PAGES.studio}`);
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, { kind: 'backups.problem', to, ...mail });
  }
}

/** Mails the studio that a problem is over. */
export async function announceWell(ports: MailPorts, trx: Trx, facts: AlarmFacts): Promise<void> {
  const mail = renderWellMail(ports.look, facts);
  for (const to of await ports.listStudioAddresses(trx)) {
    await ports.mailer.enqueue(trx, { kind: 'backups.well', to, ...mail });
  }
}

const PROBLEMS: Record<AlarmKind, { subject: string; heading: string; next: string }> = {
  backup: {
    subject: 'The backup failed',
    heading: 'The backup needs you',
    next: 'It’s tried again every hour. You’ll get one email when it works again, and none until then.',
  },
  late: {
    subject: 'The backup is late',
    heading: 'There’s no new backup',
    next: 'You’ll get one email when there is a new one.',
  },
  rehearsal: {
    subject: 'A backup could not be restored',
    heading: 'The weekly rehearsal failed',
    next: 'Each week the newest backup is restored into a temporary place and compared. It’s tried again tomorrow; you’ll get one email when it works again.',
  },
  'rehearsal-late': {
    subject: 'No backup has been tried out lately',
    heading: 'The weekly rehearsal is late',
    next: 'Each week the newest backup is restored into a temporary place and compared. You’ll get one email when that has happened.',
  },
};

function renderProblemMail(
  look: MailLook,
  { kind, problem, destination, lastBackupAt }: AlarmFacts & { problem: string },
  url: string,
): RenderedMail {
  const { subject, heading, next } = PROBLEMS[kind];
  return renderMail(look, {
    subject,
    preview: problem.slice(0, 140),
    heading,
    paragraphs: [problem, next],
    facts: listFacts(destination, lastBackupAt),
    action: { label: 'Open the back office', url },
    footnote: `“${STUDIO_COMMAND} doctor” on the server checks the backups, too.`,
  });
}

function renderWellMail(look: MailLook, { kind, destination, lastBackupAt }: AlarmFacts): RenderedMail {
  const isRehearsal = kind === 'rehearsal' || kind === 'rehearsal-late';
  return renderMail(look, {
    subject: isRehearsal ? 'The backup can be restored again' : 'The backup works again',
    preview: 'Nothing to do.',
    heading: isRehearsal ? 'The rehearsal succeeded' : 'There’s a new backup',
    paragraphs: [
      isRehearsal
        ? 'The newest backup was tried out, and everything in it is as it was written.'
        : 'The problem that you had an email about is over.',
    ],
    facts: listFacts(destination, lastBackupAt),
  });
}

function listFacts(destination: string, lastBackupAt: string | undefined): MailContent['facts'] {
  return [
    ['Backups are', destination],
    ['Last good backup', lastBackupAt ? `${lastBackupAt.slice(0, 16).replace('T', ' ')} UTC` : 'none yet'],
  ];
}
