import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { Archive, MailOpen } from 'lucide-react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { usePassingText } from '../../../ui/list/use-passing-text.ts';
import { useSetEnquiryStatuses } from './set-enquiry-status.ts';

/** How long the line about what was done stays, in ms; as for one message (specification section 9). */
const MARKED_FOR = 2_500;

/** Above the messages of a page: selecting all of them, and what can be done with those that are selected. */
export function BulkBar({
  items,
  selected,
  onSelect,
}: {
  items: readonly Enquiry[];
  /** Those of the page that are selected. */
  selected: readonly Enquiry[];
  onSelect: (ids: readonly string[]) => void;
}) {
  const marking = useSetEnquiryStatuses();
  const [said, say] = usePassingText();
  const mark = (status: EnquiryStatus) =>
    marking.mutate(
      { ids: selected.map((enquiry) => enquiry._id), status },
      {
        onSuccess: (changed) => {
          say(`${changed.length} marked as ${status}.`, MARKED_FOR);
          onSelect([]);
        },
      },
    );
  const isMarking = (status: EnquiryStatus) => marking.isPending && marking.variables.status === status;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-11 flex-wrap items-center gap-2 pl-2">
        <Checkbox
          label={selected.length > 0 ? `${selected.length} selected` : 'Select all'}
          checked={selected.length === items.length}
          onChange={(event) => onSelect(event.target.checked ? items.map((enquiry) => enquiry._id) : [])}
        />
        {selected.length > 0 && (
          <>
            <Button
              variant="secondary"
              size="sm"
              className="ml-auto"
              isPending={isMarking('read')}
              pendingLabel="Marking…"
              onClick={() => mark('read')}
            >
              <MailOpen aria-hidden="true" className="size-4" />
              Mark read
            </Button>
            <Button
              variant="secondary"
              size="sm"
              isPending={isMarking('archived')}
              pendingLabel="Archiving…"
              onClick={() => mark('archived')}
            >
              <Archive aria-hidden="true" className="size-4" />
              Archive<span className="sr-only"> selected</span>
            </Button>
          </>
        )}
        <StatusLine tone="success">{said}</StatusLine>
      </div>
      {marking.isError && (
        <Alert tone="danger">{failureMessage(marking.error, 'Failed to update status.')}</Alert>
      )}
    </div>
  );
}
