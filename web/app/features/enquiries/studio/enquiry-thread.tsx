import { studio } from '@atelier/content/studio.ts';
import type { Enquiry, EnquiryMessage, EnquiryThread } from '@atelier/domain/enquiries/schema.ts';
import { studioProjectPath } from '@atelier/domain/pages.ts';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { AttachedFiles } from '../../../ui/attached-files.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { FoldedMail } from '../../../ui/folded-mail.tsx';
import { getEnquiryThread } from './enquiry-thread.queries.ts';
import { ReplyPanel } from './reply-panel.tsx';

/** Below a visitor's message: what was written since, and the next reply. */
export default function EnquiryThreadSection({ enquiry, onSent }: { enquiry: Enquiry; onSent: () => void }) {
  const thread = useQuery(getEnquiryThread(enquiry._id));
  return (
    <section aria-label="Replies" className="grid grid-cols-1 gap-4">
      <QueryState query={thread} label="Loading replies…" rows={2} fallback="Failed to load the replies." />
      {thread.data && (
        <>
          <ProjectLine enquiry={enquiry} project={thread.data.project} />
          {thread.data.items.length > 0 && (
            <ol aria-label="Replies and answers" className="grid grid-cols-1 gap-3">
              {thread.data.items.map((message) => (
                <Entry key={message.id} message={message} name={enquiry.name} />
              ))}
            </ol>
          )}
          {thread.data.bounced && (
            <Alert tone="warning" title={`Emails to ${enquiry.email} come back.`} isUrgent={false}>
              <span className="wrap-anywhere">
                {thread.data.bounced.report || 'The mail server gave no reason.'}
              </span>{' '}
              Noticed on {formatDateTime(thread.data.bounced.bouncedAt)}.
            </Alert>
          )}
          <ReplyPanel enquiry={enquiry} thread={thread.data} onSent={onSent} />
        </>
      )}
    </section>
  );
}

/** Whether the client has begun, once they were invited or have a project anyway. */
function ProjectLine({ enquiry, project }: { enquiry: Enquiry; project: EnquiryThread['project'] }) {
  if (!project && !enquiry.invitedAt) return null;
  return (
    <p className="text-sm text-ink-soft">
      {project ? (
        <>
          <span>{project.status === 'draft' ? 'They’re filling in a brief: ' : 'They have a project: '}</span>
          <Link to={studioProjectPath(project.id)} className="font-medium wrap-anywhere text-ink">
            {project.name}
          </Link>
        </>
      ) : (
        <span>Invited. They haven’t begun a project yet.</span>
      )}
    </p>
  );
}

function Entry({ message, name }: { message: EnquiryMessage; name: string }) {
  const isStudios = message.side === 'studio';
  return (
    <li
      className={clsx(
        'grid min-w-0 grid-cols-1 gap-1 rounded-lg border px-4 py-3',
        isStudios ? 'border-rule bg-sunken' : 'border-transparent bg-accent-soft',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-ink-soft">
        <span className="font-semibold wrap-anywhere text-ink">{isStudios ? studio.name : name}</span>
        <time dateTime={message.createdAt}>{formatDateTime(message.createdAt)}</time>
        {message.byMail && (
          <span>{message.byMail === 'proven' ? 'by email' : 'by email, sender not confirmed'}</span>
        )}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.body}</p>
      {message.folded !== null && <FoldedMail text={message.folded} />}
      {message.files.length > 0 && <AttachedFiles files={message.files} />}
    </li>
  );
}
