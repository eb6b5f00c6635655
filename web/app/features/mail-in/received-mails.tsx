import { studio } from '@atelier/content/studio.ts';
import { formatKilobytes } from '@atelier/domain/files/rules.ts';
import { MAIL_FILTERS, MAIL_REASONS, type MailFilter } from '@atelier/domain/mail-in/rules.ts';
import type { InboundMail } from '@atelier/domain/mail-in/schema.ts';
import { enquiryPath, PAGES, studioProjectPath } from '@atelier/domain/pages.ts';
import { truncate } from '@atelier/domain/text.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Ellipsis, FileText, MailQuestionMark, Send, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { formatAgo, formatDateTime } from '../../lib/format.ts';
import { Link } from '../../lib/pages/links.ts';
import type { AdminHandle } from '../../lib/pages/page-routes.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmailText } from '../../ui/contact-links.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Alert, type Tone } from '../../ui/feedback/alert.tsx';
import { AdminsOnly, isForbidden } from '../../ui/feedback/load-failure.tsx';
import { EmptyState } from '../../ui/feedback/placeholders.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { ChoiceGroup } from '../../ui/forms/choices.tsx';
import { useChosen, useListAddress } from '../../ui/list/list-address.ts';
import { ClearFilters } from '../../ui/list/list-toolbar.tsx';
import { Pager, useLastPage } from '../../ui/list/pager.tsx';
import { MenuIconButton } from '../../ui/overlays/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { BouncedAddresses } from './bounced-addresses.tsx';
import { MailDialogs, type OpenedMail } from './mail-dialogs.tsx';
import { listInboundMails } from './mail-in.queries.ts';

const labels: Record<MailFilter, string> = {
  all: 'All',
  posted: 'Posted',
  quarantined: 'Quarantined',
  discarded: 'Discarded',
};
const tones: Record<InboundMail['state'], Tone> = {
  received: 'neutral',
  posted: 'success',
  quarantined: 'warning',
  discarded: 'neutral',
};
const filter = { choices: MAIL_FILTERS, initial: 'all' } as const;
const choices = MAIL_FILTERS.map((value) => ({ value, label: labels[value] }));
/** Letters of an email that the list shows. */
const SHOWN = 280;

export const meta = (): MetaDescriptor[] => [{ title: `Received emails · ${studio.name}` }];
export const handle: AdminHandle = { isFullWidth: true };

/** /admin/mails: the answers by email, and what became of each. */
export default function ReceivedMails() {
  const { address, change } = useListAddress<MailFilter>(filter);
  const list = useQuery(listInboundMails({ state: address.status, page: address.page }));
  useLastPage(address.page, list.isPlaceholderData ? undefined : list.data?.pages, (page) =>
    change({ page }, { replace: true }),
  );
  const [chosen, choose] = useChosen(address.status, (status) => change({ status }));
  const [opened, setOpened] = useState<OpenedMail>();
  const region = useRef<HTMLElement>(null);

  if (isForbidden(list.error)) return <AdminsOnly />;
  const items = list.data?.items ?? [];
  const isFiltered = address.status !== 'all';
  return (
    <div className="grid grid-cols-1 gap-6">
      <Link
        to={PAGES.inbox}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium"
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        Contact
      </Link>
      <PageHeader title="Received emails">
        Replies to your emails. What’s proven to come from its sender is posted; the rest waits here for you.
      </PageHeader>
      {list.data && !list.data.isOn && (
        <Alert tone="info">
          Answers by email are off: people reply in the portal. To let them reply to the emails, set
          MAIL_IN_ADDRESS and MAIL_IN_PORT or MAIL_IN_IMAP_URL. The runbook says how, and Health checks it.
        </Alert>
      )}
      {list.data && list.data.quarantined > 0 && address.status !== 'quarantined' && (
        <Alert tone="warning">
          {list.data.quarantined === 1
            ? 'One email is in quarantine. Have a look at it.'
            : `${list.data.quarantined} emails are in quarantine. Have a look at them.`}
        </Alert>
      )}
      <BouncedAddresses next={region} />
      <ChoiceGroup
        legend="State"
        isLegendHidden
        choices={choices}
        value={chosen}
        onChange={choose}
        className="max-sm:[&_label]:px-2.5"
      />
      <section ref={region} tabIndex={-1} aria-label="Emails" className="grid grid-cols-1 gap-5 outline-none">
        <QueryState query={list} label="Loading the emails…" rows={6} fallback="Failed to load the emails." />
        {list.data && items.length === 0 && (
          <EmptyState
            icon={<MailQuestionMark aria-hidden="true" />}
            title={isFiltered ? 'Nothing matches.' : 'No emails yet.'}
            action={isFiltered && <ClearFilters onClear={() => change({ status: 'all' })} list={region} />}
          >
            {isFiltered
              ? 'No email is in this state.'
              : 'Replies to your emails are listed here, with what became of them.'}
          </EmptyState>
        )}
        {items.length > 0 && (
          <DataTable
            caption="Received emails"
            columns={columnsOf((dialog, mail) => setOpened({ dialog, mail }))}
            rows={items}
            rowKey={({ id }) => id}
            isBusy={list.isPlaceholderData}
          />
        )}
        {list.data && items.length > 0 && (
          <Pager page={address.page} pages={list.data.pages} onPage={(page) => change({ page })} />
        )}
      </section>
      <MailDialogs opened={opened} onClose={() => setOpened(undefined)} list={region} />
    </div>
  );
}

function columnsOf(onOpen: (dialog: OpenedMail['dialog'], mail: InboundMail) => void): Column<InboundMail>[] {
  return [
    {
      key: 'what',
      header: 'Email',
      isTitle: true,
      className: 'wrap-anywhere whitespace-normal',
      cell: (mail) => <What mail={mail} />,
    },
    {
      key: 'from',
      header: 'From',
      className: 'wrap-anywhere @min-[56rem]:max-w-60',
      cell: ({ fromAddress, fromName }) => (
        <span title={fromName}>{fromAddress === '' ? 'Unknown' : <EmailText email={fromAddress} />}</span>
      ),
    },
    {
      key: 'about',
      header: 'About',
      className: 'wrap-anywhere @min-[56rem]:max-w-52',
      cell: ({ project, enquiry }) => {
        if (project)
          return (
            <Link to={studioProjectPath(project.id, 'feedback')}>
              <bdi>{project.title}</bdi>
            </Link>
          );
        if (enquiry)
          return (
            <Link to={enquiryPath(enquiry.id)}>
              <bdi>{enquiry.title}</bdi>
            </Link>
          );
        return <span className="text-ink-faint">—</span>;
      },
    },
    {
      key: 'when',
      header: 'Arrived',
      cell: ({ receivedAt, deletedAt }) => (
        <time
          dateTime={receivedAt}
          title={`${formatAgo(receivedAt)}. Deleted on ${formatDateTime(deletedAt)}`}
        >
          {formatDateTime(receivedAt)}
        </time>
      ),
    },
    {
      key: 'acts',
      header: 'Actions',
      isActions: true,
      className: '@max-[56rem]:-mt-14 @max-[56rem]:ml-auto',
      cell: (mail) => (
        <MenuIconButton
          label={`Actions for the email of ${mail.fromAddress || 'an unknown sender'}`}
          sections={[
            [
              { label: 'Show the whole email', icon: FileText, onSelect: () => onOpen('look', mail) },
              ...(mail.canPost
                ? [{ label: 'Post it…', icon: Send, onSelect: () => onOpen('post', mail) }]
                : []),
            ],
            [{ label: 'Delete…', icon: Trash2, onSelect: () => onOpen('delete', mail) }],
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuIconButton>
      ),
    },
  ];
}

/** Subject, what became of it and why, and how it begins. */
function What({ mail }: { mail: InboundMail }) {
  const { subject, state, reason, text, proof, size } = mail;
  return (
    <span className="block @min-[56rem]:py-3">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi>{subject || 'No subject'}</bdi>
        <Badge tone={tones[state]}>{labels[state === 'received' ? 'all' : state]}</Badge>
      </span>
      {reason && <span className="block text-sm font-normal text-ink">{MAIL_REASONS[reason]}</span>}
      {text !== '' && (
        <span className="block text-sm font-normal text-ink-soft">{truncate(text, SHOWN)}</span>
      )}
      <span className="block text-xs font-normal text-ink-soft">
        {proof && <span>{proof} · </span>}
        <span>{formatKilobytes(size)}</span>
      </span>
    </span>
  );
}
