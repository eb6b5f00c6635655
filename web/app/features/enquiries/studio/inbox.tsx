import { api } from '@atelier/domain/api.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { PAGES } from '@atelier/domain/pages.ts';
import { formatTotal } from '@atelier/domain/paging-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, Inbox as InboxIcon, Keyboard, Mails } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { late, useEver } from '../../../lib/late.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../../lib/use-media-query.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AdminsOnly, isForbidden, LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { EmptyState, Skeleton, SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { DownloadButton } from '../../../ui/list/download-button.tsx';
import { useListAddress, useSearchText } from '../../../ui/list/list-address.ts';
import { ClearFilters, ListToolbar } from '../../../ui/list/list-toolbar.tsx';
import { Pager, useLastPage } from '../../../ui/list/pager.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { listEnquiries } from './enquiries.queries.ts';
import { REPLY_ID } from './enquiry-answer.tsx';
import {
  ARCHIVE_ID,
  EnquiryPane,
  enquiryFilter,
  enquiryFilterChoices,
  useOpenEnquiry,
} from './enquiry-detail.tsx';
import { EnquiryList, enquiryRowId } from './enquiry-list.tsx';
import { InboxSettingsDialog, useInboxSettings } from './inbox-settings.tsx';

const DeleteEnquiryDialog = late(() => import('./delete-enquiry-dialog.tsx'));

/**
 * The contact inbox: the list on the left, the open message on the right; on phones the one or the
 * other.
 */
export function Inbox({
  below,
}: {
  /** What the studio keeps about an enquiry, below its message. */
  below: (enquiryId: string) => ReactNode;
}) {
  const { address, change } = useListAddress(enquiryFilter);
  const [params, setParams] = useSearchParams();
  const [text, setText] = useSearchText(address.q, (q, options) => change({ q }, options));
  const isWide = useMediaQuery(WIDE_SCREEN);
  const list = useQuery(listEnquiries(address));
  useLastPage(address.page, list.isPlaceholderData ? undefined : list.data?.pages, (page) =>
    change({ page }, { replace: true }),
  );

  const [settings, changeSettings] = useInboxSettings();
  const [isSettingsOpen, setIsSettingsOpen] = useState(false);
  const [asked, setAsked] = useState<Enquiry>();
  const wasAsked = useEver(asked !== undefined);
  const region = useRef<HTMLElement>(null);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const items = list.data?.items ?? [];
  const isUnfiltered = address.page === 1 && address.status === 'all' && address.q === '';
  const chosenId = params.get('enquiry');
  const open = useOpenEnquiry(list.data?.items, chosenId, isUnfiltered);
  const { enquiry, isChosen } = open;
  const heading = useKeyboardOnPhones(chosenId, isWide, enquiry !== undefined);
  const currentId = isWide || isChosen ? enquiry?._id : undefined;

  // The target of the last key until the page shows it: the next key may come first.
  const aim = useRef<string>(undefined);
  useEffect(() => {
    if (aim.current === chosenId) aim.current = undefined;
  }, [chosenId]);
  const moveTo = (step: 1 | -1) => {
    const from = aim.current ?? currentId;
    const at = items.findIndex((item) => item._id === from);
    const next = at < 0 ? items[0] : items[at + step];
    if (!next) return;
    aim.current = next._id;
    const search = withEnquiry(params, next._id);
    setParams(search, { replace: isChosen, preventScrollReset: isWide, flushSync: true });
    // Scrolls the list, and makes screen readers follow; on a phone they read the message's
    // heading.
    document.getElementById(enquiryRowId(next._id))?.focus();
  };
  /** Presses a button of the open message, unless another one is about to open. */
  const press = (id: string) => {
    if (aim.current === undefined) document.getElementById(id)?.click();
  };
  const toggle = () => {
    const id = aim.current ?? enquiry?._id;
    if (!id) return;
    setSelectedIds((now) => new Set(now.has(id) ? [...now].filter((each) => each !== id) : [...now, id]));
  };
  useInboxKeys(settings.hasKeys, {
    j: () => moveTo(1),
    k: () => moveTo(-1),
    r: () => press(REPLY_ID),
    e: () => press(ARCHIVE_ID),
    x: toggle,
    '?': () => setIsSettingsOpen(true),
  });

  if (isForbidden(list.error)) return <AdminsOnly />;
  const total = list.data && formatTotal(list.data.total, { isSearch: address.q !== '' });
  const onPhonesWithoutMessage = clsx(isChosen && 'max-lg:hidden');
  return (
    <div className="grid grid-cols-1 gap-6">
      <div
        className={clsx('flex flex-wrap items-center justify-between gap-4', isChosen && 'max-lg:sr-only')}
      >
        <div className="flex flex-wrap items-baseline gap-x-4">
          <PageHeader title="Contact" />
          <p role="status" className="text-sm text-ink-soft tabular-nums">
            {total !== undefined && `${total} contact(s)`}
          </p>
        </div>
        <div className={clsx('flex flex-wrap gap-3', onPhonesWithoutMessage)}>
          <Button variant="quiet" size="sm" onClick={() => setIsSettingsOpen(true)}>
            <Keyboard aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Shortcuts and settings</span>
          </Button>
          <ButtonLink variant="quiet" size="sm" to={PAGES.receivedMails}>
            <Mails aria-hidden="true" className="size-4" />
            <span className="max-sm:sr-only">Received emails</span>
          </ButtonLink>
          <DownloadButton endpoint={api.exportEnquiries} query={{ q: address.q, status: address.status }} />
        </div>
      </div>
      <div className={onPhonesWithoutMessage}>
        <ListToolbar
          label="Search contacts"
          placeholder="Search name, email, message…"
          text={text}
          onText={setText}
          choices={enquiryFilterChoices}
          status={address.status}
          onStatus={(status) => change({ status })}
        />
      </div>
      {list.isError && (
        <LoadFailure
          error={list.error}
          fallback="Failed to load contacts."
          onRetry={() => void list.refetch()}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
        <section
          ref={region}
          tabIndex={-1}
          aria-label="Messages"
          className={clsx('grid min-w-0 grid-cols-1 gap-4', onPhonesWithoutMessage)}
        >
          {list.isPending && <SkeletonList label="Loading contacts…" rows={6} />}
          {list.data?.total === 0 && (
            <EmptyState
              icon={<InboxIcon aria-hidden="true" />}
              title="No contacts found."
              action={
                !isUnfiltered && (
                  <ClearFilters onClear={() => change({ q: '', status: 'all' })} list={region} />
                )
              }
            >
              {isUnfiltered
                ? 'Messages from the contact page arrive here.'
                : 'Nothing matches this search and filter.'}
            </EmptyState>
          )}
          {items.length > 0 && (
            <EnquiryList
              items={items}
              isBusy={list.isPlaceholderData}
              currentId={currentId}
              keepsScroll={isWide}
              addressOf={(id) => withEnquiry(params, id)}
              selectedIds={selectedIds}
              onSelect={(ids) => setSelectedIds(new Set(ids))}
            />
          )}
          {list.data && items.length > 0 && (
            <Pager page={address.page} pages={list.data.pages} onPage={(page) => change({ page })} />
          )}
        </section>
        <div className={clsx('min-w-0 lg:sticky lg:top-24', !isChosen && 'max-lg:hidden')}>
          <Link
            to={{ search: withEnquiry(params, undefined) }}
            className="mb-3 inline-flex min-h-11 items-center gap-2 font-medium lg:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
            All messages
          </Link>
          {list.isPending && <Skeleton className="h-96 w-full rounded-lg" />}
          {list.data && (
            <EnquiryPane
              open={open}
              headingRef={heading}
              marksOnOpen={settings.marksOnOpen}
              below={below}
              onDelete={setAsked}
            />
          )}
        </div>
      </div>
      {wasAsked && (
        <DeleteEnquiryDialog
          enquiry={asked}
          onClose={() => setAsked(undefined)}
          onDeleted={(id) => {
            setSelectedIds((now) => new Set([...now].filter((each) => each !== id)));
            setParams(withEnquiry(params, undefined), { replace: true, preventScrollReset: isWide });
          }}
          finalFocus={region}
        />
      )}
      <InboxSettingsDialog
        isOpen={isSettingsOpen}
        onClose={() => setIsSettingsOpen(false)}
        settings={settings}
        onChange={changeSettings}
      />
    </div>
  );
}

function withEnquiry(params: URLSearchParams, id: string | undefined): string {
  const next = new URLSearchParams(params);
  if (id) next.set('enquiry', id);
  else next.delete('enquiry');
  return next.toString();
}

/**
 * On phones, where the message replaces the list, moves the focus to its heading and back to its
 * row.
 */
function useKeyboardOnPhones(chosenId: string | null, isWide: boolean, isShown: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    const before = shownId.current;
    shownId.current = isShown ? (chosenId ?? undefined) : undefined;
    if (isWide || shownId.current === before) return;
    if (shownId.current) heading.current?.focus({ preventScroll: true });
    else if (before) document.getElementById(enquiryRowId(before))?.focus();
  }, [chosenId, isWide, isShown]);
  return heading;
}

/** The action of each key. */
type InboxKeys = Record<'j' | 'k' | 'r' | 'e' | 'x' | '?', () => void>;

/** Runs an action per key, except while the user types or a dialog is open. */
function useInboxKeys(isOn: boolean, keys: InboxKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
    if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
    const act = Object.hasOwn(keys, event.key) ? keys[event.key as keyof InboxKeys] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  // In a layout effect: the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

/** Letters belong to text fields, and to selects, which search by first letters. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'button'].includes(target.type);
  return (
    target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
