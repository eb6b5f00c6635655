import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { useApproveFile } from '../files.queries.ts';

/** The client's approval of a deliverable's newest version, which asks first. */
export function ApproveFile({ projectId, file }: { projectId: string; file: Deliverable }) {
  const [isAsking, setAsking] = useState(false);
  const approval = useApproveFile({ projectId, fileId: file.id });
  const open = file.review?.open ?? 0;
  return (
    <>
      <Button size="sm" aria-label={`Approve ${file.name}`} onClick={() => setAsking(true)}>
        Approve
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Approve version ${file.version} of "${file.name}"?`}
        description={`${open > 0 ? `${open === 1 ? 'One comment is' : `${open} comments are`} still open. ` : ''}This can’t be undone. A new version would need your approval again.`}
        confirmLabel="Approve"
        pendingLabel="Approving…"
        isPending={approval.isPending}
        error={approval.error ? failureMessage(approval.error, 'Failed to approve.') : undefined}
        onConfirm={() => approval.mutate(file.version, { onSuccess: () => setAsking(false) })}
        onClose={() => {
          setAsking(false);
          approval.reset();
        }}
      />
    </>
  );
}
