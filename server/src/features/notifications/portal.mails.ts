import { formatKilobytes } from '@atelier/domain/files/rules.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { ProjectTabName } from '@atelier/domain/pages.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { PortalNotificationKind } from './notification-rules.ts';

/** A message as its mail shows it. */
export interface MailedMessage {
  authorName: string;
  body: string;
}

/** One thing that is told. */
export interface Told {
  subject: { id: string; title: string };
  detail: Record<string, string | number | null>;
  createdAt: string;
}

export interface PortalMail {
  kind: PortalNotificationKind;
  /** Who reads it. */
  side: ProjectSide;
  /** What the project is called. */
  project: string;
  studioName: string;
  /** Who did it. */
  actor: string;
  /** Oldest first; one, but for the kinds that are gathered. */
  told: readonly [Told, ...Told[]];
  /** The messages that are told, where it is messages. */
  messages: readonly MailedMessage[];
  hasAttachment: boolean;
}

/** What a mail says; its link is made of `tab` and `label`. */
export interface PortalMailContent extends Omit<MailContent, 'action' | 'unsubscribe'> {
  tab: ProjectTabName;
  label: string;
}

/** Of a long message, and of many, the mail shows the beginning: the rest is a click away. */
const MAX_MESSAGE = 2_000;
const MAX_SHOWN = 10;

type Compose = (mail: PortalMail) => PortalMailContent;

const COMPOSE: Record<PortalNotificationKind, Compose> = {
  message: ({ actor, project, messages, told }) => {
    const count = told.length;
    const subject =
      count === 1 ? `${actor} wrote about ${project}` : `${count} new messages about ${project}`;
    return {
      subject,
      preview: excerpt(messages[0]?.body ?? told[0].subject.title),
      heading: count === 1 ? `${actor} wrote to you` : `${actor} wrote ${count} messages`,
      paragraphs: [
        ...messages.slice(0, MAX_SHOWN).map(({ body }) => truncate(body, MAX_MESSAGE)),
        ...more(count - Math.min(count, MAX_SHOWN), 'message'),
      ],
      tab: 'feedback',
      label: 'Reply in the portal',
    };
  },
  milestone_review: ({ project, studioName, told: [{ subject, detail }] }) => {
    const isAgain = detail.from === 'approved';
    const heading = `“${subject.title}” is ${isAgain ? 'open for review again' : 'ready for your review'}`;
    const news = isAgain
      ? `${studioName} would like you to take another look at this milestone of ${project}.`
      : `${studioName} finished this milestone of ${project}.`;
    return {
      subject: heading,
      preview: `${project}: take a look, then approve it or say what should change.`,
      heading,
      paragraphs: [`${news} Take a look, then approve it or say what should change.`, ...noteOf(detail)],
      tab: 'milestones',
      label: 'Review the milestone',
    };
  },
  milestone_stopped: ({ project, studioName, told: [{ subject, detail }] }) => {
    const isCancelled = detail.to === 'cancelled';
    const heading = `“${subject.title}” is ${isCancelled ? 'cancelled' : 'blocked'}`;
    const news = isCancelled
      ? `${studioName} cancelled this milestone of ${project}.`
      : `${studioName} can’t continue with this milestone of ${project} for now.`;
    return {
      subject: heading,
      preview: excerpt(textOf(detail.reason) || news),
      heading,
      paragraphs: [news, ...noteOf(detail)],
      tab: 'milestones',
      label: 'Open the milestones',
    };
  },
  milestone_approved: ({ actor, project, told: [{ subject }] }) => ({
    subject: `“${subject.title}” is approved`,
    preview: `${actor} approved it. (${project})`,
    heading: `${actor} approved “${subject.title}”`,
    paragraphs: [`This milestone of ${project} is done. The next one can start.`],
    tab: 'milestones',
    label: 'Open the milestones',
  }),
  milestone_changes: ({ actor, project, told: [{ subject, detail }] }) => ({
    subject: `“${subject.title}” needs changes`,
    preview: excerpt(textOf(detail.reason) || `${actor} asked for changes. (${project})`),
    heading: `${actor} asked for changes to “${subject.title}”`,
    paragraphs: [textOf(detail.reason) || 'No reason given: ask in the conversation.'],
    facts: [['Project', project]],
    tab: 'milestones',
    label: 'Open the milestones',
  }),
  contract_sent: ({ project, studioName, told: [{ detail }] }) => {
    const isRevised = typeof detail.version === 'number' && detail.version > 1;
    return {
      subject: isRevised ? `The revised contract for ${project}` : `The contract for ${project}`,
      preview: 'Read it, then accept it or ask for a change.',
      heading: isRevised ? 'Your contract was revised' : 'Your contract is here',
      paragraphs: [
        `${studioName} sent you ${isRevised ? 'a new version of the contract' : 'the contract'} for ${project}. Read it, then accept it or ask for a change.`,
      ],
      facts: contractFacts(detail),
      tab: 'contract',
      label: 'Read the contract',
    };
  },
  contract_accepted: ({ side, actor, project, hasAttachment, told: [{ detail, createdAt }] }) => ({
    subject:
      side === 'client' ? `You accepted the contract for ${project}` : `${actor} accepted the contract`,
    preview: side === 'client' ? 'Your copy, for your records.' : `${project} can start.`,
    heading: side === 'client' ? 'You accepted the contract' : `${actor} accepted the contract`,
    paragraphs: [
      `This is the record of what you agreed for ${project}. ${hasAttachment ? 'The document is attached.' : 'The document is in the portal.'} Keep this email.`,
    ],
    facts: [
      ...contractFacts(detail),
      ...(textOf(detail.name) ? [['Accepted by', textOf(detail.name)] as const] : []),
      ['Accepted at', `${createdAt.slice(0, 16).replace('T', ' ')} UTC`],
      ...(textOf(detail.hash) ? [['SHA-256 of the document', textOf(detail.hash)] as const] : []),
    ],
    tab: 'contract',
    label: 'Open the contract',
  }),
  contract_change: ({ actor, project, told }) => {
    const reasons = told.map(({ detail }) => textOf(detail.reason)).filter(Boolean);
    const what = told.length === 1 ? 'a change' : `${told.length} changes`;
    return {
      subject: `${actor} asked for ${what} to the contract`,
      preview: excerpt(reasons[0] ?? project),
      heading: `${actor} asked for ${what} to the contract`,
      paragraphs: [
        ...reasons.slice(0, MAX_SHOWN).map((reason) => truncate(reason, MAX_MESSAGE)),
        ...more(reasons.length - Math.min(reasons.length, MAX_SHOWN), 'request'),
      ],
      facts: [['Project', project]],
      tab: 'contract',
      label: 'Open the contract',
    };
  },
  file: ({ actor, project, told }) => ({
    subject:
      told.length === 1
        ? `New file for ${project}: ${told[0].subject.title}`
        : `${told.length} new files for ${project}`,
    preview: told.map(({ subject }) => subject.title).join(', '),
    heading: told.length === 1 ? `${actor} sent a file` : `${actor} sent ${told.length} files`,
    paragraphs: more(told.length - Math.min(told.length, MAX_SHOWN), 'file'),
    facts: told
      .slice(0, MAX_SHOWN)
      .map(({ subject, detail }) => [
        subject.title,
        typeof detail.size === 'number' ? formatKilobytes(detail.size) : '',
      ]),
    tab: 'files',
    label: 'Open the files',
  }),
};

/** The words of a mail about something in a project. */
export function composePortalMail(mail: PortalMail): PortalMailContent {
  return COMPOSE[mail.kind](mail);
}

function contractFacts(detail: Told['detail']): (readonly [string, string])[] {
  const { total, version } = detail;
  return [
    ...(total === undefined ? [] : [['Total', formatUsd(typeof total === 'number' ? total : null)] as const]),
    ...(typeof version === 'number' ? [['Version', String(version)] as const] : []),
  ];
}

/** The studio's note with a move. */
function noteOf({ reason }: Told['detail']): string[] {
  return textOf(reason) ? [truncate(textOf(reason), MAX_MESSAGE)] : [];
}

function more(count: number, noun: string): string[] {
  return count > 0 ? [`And ${count} more ${noun}${count === 1 ? '' : 's'}.`] : [];
}

function excerpt(text: string): string {
  return truncate(text.replace(/\s+/g, ' '), 140);
}

function textOf(value: string | number | null | undefined): string {
  return typeof value === 'string' ? value : '';
}
