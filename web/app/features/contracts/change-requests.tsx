import type { ChangeRequest } from '@atelier/domain/contracts/schema.ts';
import { formatDateTime } from '../../lib/format.ts';

/** What was asked to be changed, in the order in which it was asked. */
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
