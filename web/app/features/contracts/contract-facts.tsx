import type { ContractStatus } from '@atelier/domain/contracts/rules.ts';
import type { ChangeRequest } from '@atelier/domain/contracts/schema.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';

const statuses = {
  draft: { tone: 'neutral', label: 'Draft' },
  sent: { tone: 'info', label: 'Sent' },
  change_requested: { tone: 'warning', label: 'Change requested' },
  accepted: { tone: 'success', label: 'Accepted' },
} as const;

/** A contract's status as a badge. */
export function ContractStatusBadge({ status }: { status: ContractStatus }) {
  return <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>;
}

/** The change requests, oldest first. */
export function ChangeRequests({ requests }: { requests: readonly ChangeRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <section aria-labelledby="change-requests" className="grid grid-cols-1 gap-3">
      <h3 id="change-requests" className="text-sm font-semibold">
        Change requests
      </h3>
      <ol className="grid grid-cols-1 gap-3">
        {requests.map((request) => (
          <li key={request.id} className="grid min-w-0 gap-1 rounded-md bg-sunken px-4 py-3">
            <p className="whitespace-pre-wrap wrap-anywhere">{request.message}</p>
            <p className="text-sm text-ink-soft">
              {formatDateTime(request.createdAt)} · on version {request.version}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
