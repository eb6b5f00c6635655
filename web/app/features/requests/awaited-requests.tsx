import { requestAnchor } from '@atelier/domain/pages.ts';
import type { ClientRequest } from '@atelier/domain/requests/schema.ts';
import { PackageOpen } from 'lucide-react';
import { Link } from '../../lib/pages/links.ts';
import { useTabLink } from '../../lib/pages/project-view.ts';

/** What a milestone waits for: what the client has not brought, and what the studio has not looked at. Nothing where nothing is. */
export default function AwaitedRequests({
  requests,
  milestoneId,
}: {
  requests: readonly ClientRequest[];
  milestoneId: string;
}) {
  const linkTo = useTabLink();
  const awaited = requests.filter(
    (request) =>
      request.milestoneId === milestoneId && (request.status === 'open' || request.status === 'answered'),
  );
  if (awaited.length === 0) return null;
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-2 text-sm wrap-anywhere text-ink-soft">
      <PackageOpen aria-hidden="true" className="relative top-0.5 size-4" />
      <span>
        Waiting for:{' '}
        {awaited.map(({ id, title, status }, index) => (
          <span key={id}>
            {index > 0 && <span>, </span>}
            <Link to={linkTo('overview', requestAnchor(id))}>{title}</Link>
            {status === 'answered' && <span> (sent)</span>}
          </span>
        ))}
      </span>
    </p>
  );
}
