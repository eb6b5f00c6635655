import { studio } from '@atelier/content/studio.ts';
import { formatTotal } from '@atelier/domain/paging.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowLeft, Inbox as InboxIcon, MousePointerClick } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, type MetaDescriptor, useSearchParams } from 'react-router';
import { failureMessage } from '../../../lib/api-error.ts';
import { useLastPage } from '../../../lib/use-last-page.ts';
import { useMediaQuery, WIDE_SCREEN } from '../../../lib/use-media-query.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { Skeleton, SkeletonList } from '../../../ui/skeleton.tsx';
import { ListToolbar } from '../list-toolbar.tsx';
import { useListAddress, useSearchText } from '../use-list-address.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';
import { EnquiryRow, enquiryRowId } from './enquiry-row.tsx';
import { enquiryFilter, enquiryFilterChoices } from './enquiry-status.tsx';
import { listEnquiries } from './list-enquiries.ts';
import { useSelection } from './selection.ts';

export const meta = (): MetaDescriptor[] => [{ title: `Contact · ${studio.name}` }];

/** The contact inbox: the list on the left, the open message on the right; on phones the one or the other. */
export default function Inbox() {
  const { address, change } = useListAddress(enquiryFilter);
  const [params] = useSearchParams();
  const [text, setText] = useSearchText(address.q, (q, options) => change({ q }, options));
  const isWide = useMediaQuery(WIDE_SCREEN);
  const list = useQuery(listEnquiries(address));
  useLastPage(address.page, list.data?.pages, (page) => change({ page }, { replace: true }));

  const items = list.data?.items ?? [];
  const isUnfiltered = address.page === 1 && address.status === 'all' && address.q === '';
  const { selected, isChosen } = useSelection(items, params.get('enquiry'), isUnfiltered);
  const heading = useKeyboardOnPhones(params.get('enquiry'), isWide, selected !== undefined);
  const total = list.data && formatTotal(list.data.total, { isSearch: address.q !== '' });

  return (
    <div className="grid grid-cols-1 gap-6">
      <div className={clsx(isChosen && 'max-lg:sr-only')}>
        <PageHeader title="Contact" />
      </div>
      <div className={clsx(isChosen && 'max-lg:hidden')}>
        <ListToolbar
          searchLabel="Search contacts"
          placeholder="Search name, email, message…"
          text={text}
          onText={setText}
          choices={enquiryFilterChoices}
          status={address.status}
          onStatus={(status) => change({ status })}
        >
          <p role="status" className="ml-auto text-sm text-ink-soft tabular-nums">
            {total !== undefined && `${total} contact(s)`}
          </p>
        </ListToolbar>
      </div>
      {list.isError && (
        <Alert
          tone="danger"
          action={
            <Button size="sm" onClick={() => list.refetch()}>
              Try again
            </Button>
          }
        >
          {failureMessage(list.error, 'Failed to load contacts.')}
        </Alert>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(18rem,24rem)_minmax(0,1fr)]">
        <section
          aria-label="Messages"
          className={clsx('grid min-w-0 grid-cols-1 gap-4', isChosen && 'max-lg:hidden')}
        >
          {list.isPending && <SkeletonList label="Loading contacts…" rows={6} />}
          {list.data?.total === 0 && (
            <EmptyState icon={<InboxIcon aria-hidden="true" />} title="No contacts found.">
              {isUnfiltered
                ? 'What visitors write on the contact page arrives here.'
                : 'Nothing fits this search and filter.'}
            </EmptyState>
          )}
          {items.length > 0 && (
            <ul
              aria-busy={list.isPlaceholderData || undefined}
              className={clsx('grid grid-cols-1 gap-1', list.isPlaceholderData && 'opacity-60')}
            >
              {items.map((enquiry) => (
                <EnquiryRow
                  key={enquiry._id}
                  enquiry={enquiry}
                  search={withId(params, enquiry._id)}
                  isCurrent={enquiry === selected && (isWide || isChosen)}
                  keepsScroll={isWide}
                />
              ))}
            </ul>
          )}
          {list.data && items.length > 0 && (
            <Pager page={address.page} pages={list.data.pages} onPage={(page) => change({ page })} />
          )}
        </section>
        <div className={clsx('min-w-0 lg:sticky lg:top-24', !isChosen && 'max-lg:hidden')}>
          <Link
            to={{ search: withId(params, undefined) }}
            className="mb-3 inline-flex min-h-11 items-center gap-2 font-medium lg:hidden"
          >
            <ArrowLeft aria-hidden="true" className="size-5" />
            All messages
          </Link>
          {list.isPending && <Skeleton className="h-96 w-full rounded-lg" />}
          {selected && <EnquiryDetail key={selected._id} enquiry={selected} headingRef={heading} />}
          {list.data && !selected && (
            <EmptyState
              icon={<MousePointerClick aria-hidden="true" />}
              title="Select a message to view details"
            />
          )}
        </div>
      </div>
    </div>
  );
}

function withId(params: URLSearchParams, id: string | undefined): string {
  const next = new URLSearchParams(params);
  if (id) next.set('enquiry', id);
  else next.delete('enquiry');
  return next.toString();
}

/** Where the message takes the list's place, the keyboard goes along: to its heading, and back to its row. */
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
