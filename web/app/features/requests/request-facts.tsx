import { requestAnchor } from '@atelier/domain/pages.ts';
import { type RequestStatus, requestDueState, requestStatusLabels } from '@atelier/domain/requests/rules.ts';
import type { ClientRequest, RequestAnswer } from '@atelier/domain/requests/schema.ts';
import { type ReactNode, type RefObject, useRef } from 'react';
import { formatDate, formatDateTime, localDay } from '../../lib/format.ts';
import { useAnchorFocus } from '../../lib/pages/use-anchor-focus.ts';
import { AttachedFiles } from '../../ui/attached-files.tsx';
import { Badge } from '../../ui/badge.tsx';
import type { Tone } from '../../ui/feedback/alert.tsx';

const tones: Record<'client' | 'studio', Record<RequestStatus, Tone>> = {
  client: { open: 'warning', answered: 'info', accepted: 'success', withdrawn: 'neutral' },
  studio: { open: 'neutral', answered: 'warning', accepted: 'success', withdrawn: 'neutral' },
};

type Side = 'client' | 'studio';

/** A request in a list: what it asks for, by when and for what, and the answers so far. */
export function RequestItem({
  request,
  side,
  milestoneTitle,
  more,
  children,
}: {
  request: ClientRequest;
  side: Side;
  /** Of the milestone that waits for it. */
  milestoneTitle: string | undefined;
  /** Beside its title, such as a menu. */
  more?: ReactNode;
  /** Its buttons. */
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useAnchorFocus(requestAnchor(request.id), heading);
  return (
    <li
      id={requestAnchor(request.id)}
      aria-label={request.title}
      className="grid scroll-mt-24 grid-cols-1 gap-3 py-5 first:pt-0 last:pb-0"
    >
      <div className="flex items-start gap-2">
        <RequestHead request={request} side={side} milestoneTitle={milestoneTitle} heading={heading} />
        {more}
      </div>
      {request.instructions && (
        <p className="max-w-measure whitespace-pre-line wrap-anywhere text-ink-soft">
          {request.instructions}
        </p>
      )}
      <Answers answers={request.answers} />
      {children}
    </li>
  );
}

function RequestHead({
  request: { title, due, status },
  side,
  milestoneTitle,
  heading,
}: {
  request: ClientRequest;
  side: Side;
  milestoneTitle: string | undefined;
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const state = requestDueState({ due, status }, localDay());
  const isEnded = status === 'accepted' || status === 'withdrawn';
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 ref={heading} tabIndex={-1} className="min-w-0 text-base wrap-anywhere">
          {title}
        </h3>
        <Badge tone={tones[side][status]}>{requestStatusLabels[side][status]}</Badge>
        {state === 'overdue' && <Badge tone="danger">Overdue</Badge>}
        {state === 'due-soon' && <Badge tone="warning">Due soon</Badge>}
      </div>
      {!isEnded && (due || milestoneTitle) && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          {due && (
            <span>
              Due <time dateTime={due}>{formatDate(due)}</time>
            </span>
          )}
          {due && milestoneTitle && <span>, </span>}
          {milestoneTitle && (
            <span>
              {due ? 'for' : 'For'} “{milestoneTitle}”
            </span>
          )}
        </p>
      )}
    </div>
  );
}

/** The answers to a request, each with what the studio said to it. */
export function Answers({ answers }: { answers: readonly RequestAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <ol aria-label="Answers" className="grid grid-cols-1 gap-3">
      {answers.map((answer) => (
        <li
          key={answer.id}
          className="grid max-w-measure grid-cols-1 gap-1 border-l-2 border-edge pl-4 text-sm"
        >
          <p className="text-ink-faint wrap-anywhere">
            {answer.authorName},{' '}
            <time dateTime={answer.createdAt} title={formatDateTime(answer.createdAt)}>
              {formatDate(answer.createdAt)}
            </time>
            {answer.byMailLink && <span>, by mail link</span>}
          </p>
          {answer.body && <p className="whitespace-pre-line wrap-anywhere">{answer.body}</p>}
          {!answer.body && answer.files.length === 0 && <p>It’s done.</p>}
          {answer.files.length > 0 && <AttachedFiles files={answer.files} />}
          {answer.reason && (
            <figure className="mt-2 grid grid-cols-1 gap-1 border-l-2 border-warning pl-4">
              <figcaption className="font-semibold">Still missing</figcaption>
              <blockquote className="whitespace-pre-line wrap-anywhere text-ink-soft">
                {answer.reason}
              </blockquote>
            </figure>
          )}
        </li>
      ))}
    </ol>
  );
}

/** A list of requests that ended, folded. */
export function EndedRequests({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="group border-t border-rule pt-3">
      <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">{label}</summary>
      <ul aria-label={label} className="grid grid-cols-1 divide-y divide-rule pt-3">
        {children}
      </ul>
    </details>
  );
}
