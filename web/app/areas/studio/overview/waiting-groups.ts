import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import { newEnquiryPath, PAGES, type PageAddress, studioProjectPath } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging.ts';
import { WAITING_LIMIT } from '@atelier/domain/projects/rules.ts';
import type { Overview } from '@atelier/domain/projects/schema.ts';
import { CalendarClock, FileSignature, FileText, Hourglass, Inbox, type LucideIcon, MessageCircleReply, PencilLine, Undo2 } from 'lucide-react';
import { formatDate } from '../../../lib/format.ts';

/** A thread that waits for an answer, as far as it was seen. */
export interface WaitingThread {
  projectId: string;
  upTo: string;
}

/** One thing that waits, a step from where it is dealt with. */
export interface WaitingItem {
  key: string;
  to: PageAddress;
  title: string;
  text: string;
  since: string;
  /** Given where the owner may say that no answer is needed. */
  thread?: WaitingThread;
}

/** Things that wait for the same thing. */
export interface WaitingGroup {
  label: string;
  icon: LucideIcon;
  /** "3", or "6+" where the server names no more of them. */
  total: string;
  items: WaitingItem[];
  /** The list that holds all of them, where there is one. */
  allTo?: PageAddress;
}

type Waiting = Overview['waiting'];

/** What waits for the studio, and what waits for its clients: the groups that have anything in them. */
export function waitingGroups(waiting: Waiting): { studio: WaitingGroup[]; clients: WaitingGroup[] } {
  const enquiries = waiting.enquiries.items.map(({ id, name, preview, since }) => ({
    key: id,
    to: newEnquiryPath(id),
    title: name,
    text: preview,
    since,
  }));
  const changes = [
    ...waiting.changes.map((each) => milestoneItem(each, each.title)),
    ...waiting.contractChanges.map((each) => projectItem(each, 'contract', 'Another contract')),
  ].sort((one, other) => one.since.localeCompare(other.since));
  const isCut = [waiting.changes, waiting.contractChanges].some(isFull);
  return {
    studio: [
      {
        label: 'Unread enquiries',
        icon: Inbox,
        total: formatTotal(waiting.enquiries.total),
        items: enquiries,
        allTo: `${PAGES.inbox}?status=new` as const,
      },
      {
        label: 'Messages to answer',
        icon: MessageCircleReply,
        total: totalOf(waiting.answers),
        items: waiting.answers.map((each) => ({
          ...projectItem(each, 'feedback', each.preview),
          thread: { projectId: each.projectId, upTo: each.upTo },
        })),
      },
      {
        label: 'Proposals to send',
        icon: FileText,
        total: totalOf(waiting.proposals),
        items: waiting.proposals.map((each) =>
          projectItem(each, 'contract', 'Submitted, no contract sent yet'),
        ),
      },
      {
        label: 'Changes requested',
        icon: Undo2,
        total: `${changes.length}${isCut ? '+' : ''}`,
        items: changes,
      },
      {
        label: 'Overdue',
        icon: CalendarClock,
        total: totalOf(waiting.overdue),
        items: waiting.overdue.map((each) => ({
          ...milestoneItem(each, `${each.title}, due ${formatDate(each.due)}`),
          since: each.due ?? each.since,
        })),
      },
      {
        label: 'Drafts gone quiet',
        icon: PencilLine,
        total: totalOf(waiting.quietDrafts),
        items: waiting.quietDrafts.map((each) => projectItem(each, undefined, 'A brief left unfinished')),
        allTo: `${PAGES.studioProjects}?status=draft` as const,
      },
    ].filter(isFilled),
    clients: [
      {
        label: 'Milestones to approve',
        icon: Hourglass,
        total: totalOf(waiting.reviews),
        items: waiting.reviews.map((each) => milestoneItem(each, each.title)),
      },
      {
        label: 'Contracts to accept',
        icon: FileSignature,
        total: totalOf(waiting.contracts),
        items: waiting.contracts.map((each) => projectItem(each, 'contract', 'Sent, not accepted yet')),
      },
    ].filter(isFilled),
  };
}

/** How many things wait for the studio, and whether there may be more than the server named. */
export function countWaiting(waiting: Waiting): { count: number; isMore: boolean } {
  const lists = [
    waiting.answers,
    waiting.proposals,
    waiting.changes,
    waiting.contractChanges,
    waiting.overdue,
    waiting.quietDrafts,
  ];
  const count = lists.reduce((sum, list) => sum + list.length, waiting.enquiries.total);
  return { count, isMore: lists.some(isFull) };
}

const isFilled = (group: WaitingGroup) => group.items.length > 0;
const isFull = (items: readonly unknown[]) => items.length >= WAITING_LIMIT;
const totalOf = (items: readonly unknown[]) => `${items.length}${isFull(items) ? '+' : ''}`;

function projectItem(
  { projectId, project, since }: Waiting['proposals'][number],
  tab: ProjectTabName | undefined,
  text: string,
): WaitingItem {
  return { key: projectId, to: studioProjectPath(projectId, tab), title: project, text, since };
}

function milestoneItem(milestone: Waiting['reviews'][number], text: string): WaitingItem {
  return { ...projectItem(milestone, 'milestones', text), key: milestone.milestoneId };
}
