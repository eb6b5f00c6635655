import { dateInWords } from '@atelier/content/brief-summary.ts';
import type { contractNotifications } from '@atelier/domain/contracts/events.ts';
import { readMovedLines } from '@atelier/domain/milestones/moved-dates.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import { truncate } from '@atelier/domain/text.ts';
import {
  type EventMailDefinition,
  excerptOf,
  MAX_MAILED_ITEMS,
  MAX_MAILED_TEXT,
  type MailedEvent,
  moreParagraphs,
  textOf,
} from '../../core/projects/event-mail.ts';

/** The mails about a contract. */
export const contractMails: Record<keyof typeof contractNotifications, EventMailDefinition> = {
  contract_sent: {
    timing: 'at-once',
    compose: ({ project, studioName, events: [{ detail }] }) => {
      const isRevised = typeof detail.version === 'number' && detail.version > 1;
      return {
        subject: isRevised ? `The revised contract for ${project}` : `The contract for ${project}`,
        preview: 'Read it, then accept it or ask for a change.',
        heading: isRevised ? 'Your contract was revised' : 'Your contract is here',
        paragraphs: [
          `${studioName} sent you ${isRevised ? 'a new version of the contract' : 'the contract'} for ${project}. Read it, then accept it or ask for a change.`,
        ],
        facts: contractFacts(detail),
        at: { what: 'contract' },
        label: 'Read the contract',
      };
    },
  },
  contract_accepted: {
    timing: 'at-once',
    compose: ({ side, isActor, actor, project, hasAttachment, events: [{ detail, createdAt }] }) => ({
      subject: isActor ? `You accepted the contract for ${project}` : `${actor} accepted the contract`,
      preview: side === 'client' ? 'Your copy, for your records.' : `${project} can start.`,
      heading: isActor ? 'You accepted the contract' : `${actor} accepted the contract`,
      paragraphs: [
        `This is the record of what you agreed for ${project}. ${hasAttachment ? 'The document is attached.' : 'The document is in the portal.'} Keep this email.`,
        ...datesParagraphs(detail, side),
      ],
      facts: [
        ...contractFacts(detail),
        ...readMovedLines(textOf(detail.moved)).map(
          ({ title, from, to }) => [`“${title}”`, `${dateInWords(to)} (was ${dateInWords(from)})`] as const,
        ),
        ...(textOf(detail.name) ? [['Accepted by', textOf(detail.name)] as const] : []),
        ['Accepted at', `${createdAt.slice(0, 16).replace('T', ' ')} UTC`],
        ...(textOf(detail.hash) ? [['SHA-256 of the document', textOf(detail.hash)] as const] : []),
      ],
      at: { what: 'contract' },
      label: 'Open the contract',
    }),
  },
  contract_change: {
    timing: 'gathered-after-first',
    compose: ({ actor, project, events }) => {
      const reasons = events.map(({ detail }) => textOf(detail.reason)).filter(Boolean);
      const what = events.length === 1 ? 'a change' : `${events.length} changes`;
      return {
        subject: `${actor} asked for ${what} to the contract`,
        preview: excerptOf(reasons[0] ?? project),
        heading: `${actor} asked for ${what} to the contract`,
        paragraphs: [
          ...reasons.slice(0, MAX_MAILED_ITEMS).map((reason) => truncate(reason, MAX_MAILED_TEXT)),
          ...moreParagraphs(reasons.length, 'request'),
        ],
        facts: [['Project', project]],
        at: { what: 'contract' },
        label: 'Open the contract',
      };
    },
  },
};

function contractFacts(detail: MailedEvent['detail']): (readonly [string, string])[] {
  const { total, version } = detail;
  return [
    ...(total === undefined ? [] : [['Total', formatUsd(typeof total === 'number' ? total : null)] as const]),
    ...(typeof version === 'number' ? [['Version', String(version)] as const] : []),
  ];
}

/** What the wait for the acceptance did to the plan's dates; the studio is told what it left as it was. */
function datesParagraphs({ daysMoved, kept }: MailedEvent['detail'], side: ProjectSide): string[] {
  if (typeof daysMoved !== 'number') return [];
  const days = daysMoved === 1 ? 'a day' : `${daysMoved} days`;
  const moved = `The contract was accepted ${days} after it was sent, so the open dates of the plan move by as much.`;
  const own = textOf(kept)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `${line.slice(11)}, ${dateInWords(line.slice(0, 10))}`);
  if (side === 'client' || own.length === 0) return [moved];
  return [
    moved,
    `These keep their day, because it was fixed: ${own.join('; ')}. Check that they still hold.`,
  ];
}
