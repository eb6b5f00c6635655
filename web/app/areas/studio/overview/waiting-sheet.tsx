import type { AnswerState } from '@atelier/domain/messages/rules.ts';
import { newEnquiryPath, PAGES, type PageAddress, studioProjectPath } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging-rules.ts';
import type { ProjectTabName } from '@atelier/domain/project-parts.ts';
import { placePath } from '@atelier/domain/projects/places.ts';
import { WAITING_LIMIT } from '@atelier/domain/projects/rules.ts';
import type { Overview } from '@atelier/domain/projects/schema.ts';
import {
  ArrowRight,
  CalendarClock,
  CheckCheck,
  FileSignature,
  FileText,
  Hourglass,
  Inbox,
  type LucideIcon,
  MessageCircleReply,
  PackageOpen,
  PencilLine,
  Undo2,
} from 'lucide-react';
import { useId, useRef } from 'react';
import { useNoteAnswer } from '../../../features/messages/messages.queries.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { formatAgo, formatDate, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';

/** Long enough to notice a mistake; the conversation itself offers the same as long as it waits. */
const UNDO_LASTS = 12_000;

/**
 * Takes conversations that need no answer off the sheet, and can undo that. `heading` receives the
 * focus of the row that disappears.
 */
export function useDismissal() {
  const heading = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending, variables } = useNoteAnswer();
  const note = ({ projectId, upTo }: WaitingThread, answer: AnswerState, onDone?: () => void) =>
    mutate(
      { params: { id: projectId }, body: { answer, upTo } },
      {
        ...(onDone && { onSuccess: onDone }),
        onError: (error) =>
          showToast(failureMessage(error, 'That didn’t work. Please try again.'), { tone: 'danger' }),
      },
    );
  const dismiss = (thread: WaitingThread, title: string) =>
    note(thread, 'not_needed', () => {
      heading.current?.focus({ preventScroll: true });
      showToast(`${title} needs no answer.`, {
        tone: 'success',
        lasts: UNDO_LASTS,
        action: { label: 'Undo', run: () => note(thread, 'needed') },
      });
    });
  return { heading, dismiss, dismissingId: isPending ? variables.params.id : undefined };
}

interface Dismissal {
  dismiss: (thread: WaitingThread, title: string) => void;
  /** The project whose conversation is being dismissed. */
  dismissingId: string | undefined;
}

/** The groups of waiting tasks, each row a link to where it is done. */
export function WaitingSheet({ groups, ...dismissal }: { groups: readonly WaitingGroup[] } & Dismissal) {
  return (
    <div className="@container grid grid-cols-1 divide-y divide-rule rounded-lg border border-rule bg-raised">
      {groups.map((group) => (
        <Group key={group.label} group={group} {...dismissal} />
      ))}
    </div>
  );
}

function Group({ group, dismiss, dismissingId }: { group: WaitingGroup } & Dismissal) {
  const heading = useId();
  return (
    <section
      id={group.id}
      aria-labelledby={heading}
      className="grid grid-cols-1 gap-x-6 gap-y-2 p-4 sm:px-5 sm:py-2.5 @min-[44rem]:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div className="flex flex-wrap content-start items-center justify-between gap-x-3 px-2 py-1 @min-[44rem]:flex-nowrap @min-[44rem]:items-center @min-[44rem]:self-start @min-[44rem]:py-2 @min-[44rem]:pr-0">
        <h3 id={heading} className="flex items-center gap-2.5 text-base">
          <group.icon aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
          {group.label}
          <span className="text-accent tabular-nums">{group.total}</span>
        </h3>
        {group.allTo && (
          <Link
            to={group.allTo}
            className="inline-flex min-h-11 shrink-0 items-center gap-1.5 text-sm font-semibold @min-[44rem]:-my-2.5"
          >
            See all
            <span className="sr-only"> {group.label.toLowerCase()}</span>
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
      <ul className="grid grid-cols-1 content-start">
        {group.items.map((item) => (
          <li key={item.key} className="flex items-center gap-x-2">
            <Row item={item} />
            {item.thread && (
              <DismissButton
                title={item.title}
                isPending={item.thread.projectId === dismissingId}
                onPress={() => item.thread && dismiss(item.thread, item.title)}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function DismissButton({
  title,
  isPending,
  onPress,
}: {
  title: string;
  isPending: boolean;
  onPress: () => void;
}) {
  return (
    <Button size="sm" variant="quiet" className="shrink-0" isPending={isPending} onClick={onPress}>
      {!isPending && <CheckCheck aria-hidden="true" className="size-4" />}
      <span className="@max-[56rem]:sr-only">No answer needed</span>
      <span className="sr-only"> by {title}</span>
    </Button>
  );
}

function Row({ item }: { item: WaitingItem }) {
  return (
    <Link
      to={item.to}
      className="grid min-h-11 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 rounded-md px-2 py-2 no-underline pointer-fine:@min-[44rem]:min-h-9 pointer-fine:@min-[44rem]:py-1.5 hover:bg-neutral-soft @min-[32rem]:grid-cols-[minmax(0,14rem)_minmax(0,1fr)_auto] sm:px-3"
    >
      <span className="truncate font-semibold">{item.title}</span>
      <span className="truncate text-sm text-ink-soft @max-[32rem]:order-last @max-[32rem]:col-span-full">
        {item.text}
      </span>
      <time
        dateTime={item.since}
        title={formatDateTime(item.since)}
        className="text-right text-xs text-ink-faint"
      >
        {formatAgo(item.since)}
      </time>
    </Link>
  );
}

/** A conversation that waits for an answer, up to the newest message seen. */
export interface WaitingThread {
  projectId: string;
  upTo: string;
}

/** A task, one step from where it is done. */
interface WaitingItem {
  key: string;
  to: PageAddress;
  title: string;
  text: string;
  since: string;
  /** Set if the studio can note that no answer is needed. */
  thread?: WaitingThread;
}

/** Where the overview's figures lead: the ids of the groups' headings, on the page also where nothing waits. */
export const WAITING_IDS = {
  enquiries: 'waiting-enquiries',
  answers: 'waiting-answers',
  overdue: 'waiting-overdue',
} as const;

export interface WaitingGroup {
  label: string;
  id?: string;
  icon: LucideIcon;
  /** "3", or "6+" if the server lists no more. */
  total: string;
  items: WaitingItem[];
  /** The list with all of them, if there is one. */
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
        id: WAITING_IDS.enquiries,
        icon: Inbox,
        total: formatTotal(waiting.enquiries.total),
        items: enquiries,
        allTo: `${PAGES.inbox}?status=new` as const,
      },
      {
        label: 'Messages to answer',
        id: WAITING_IDS.answers,
        icon: MessageCircleReply,
        total: totalOf(waiting.answers),
        items: waiting.answers.map((each) => ({
          ...projectItem(each, 'feedback', each.preview),
          thread: { projectId: each.projectId, upTo: each.upTo },
        })),
      },
      {
        label: 'Answers to look at',
        icon: PackageOpen,
        total: totalOf(waiting.requests),
        items: waiting.requests.map((each) => ({
          ...projectItem(each, 'overview', each.title),
          key: each.requestId,
          to: placePath('studio', each.projectId, { what: 'request', id: each.requestId }),
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
        id: WAITING_IDS.overdue,
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

/** How many tasks wait for the studio, and whether there may be more than the server listed. */
export function countWaiting(waiting: Waiting): { count: number; isMore: boolean } {
  const lists = [
    waiting.answers,
    waiting.requests,
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
