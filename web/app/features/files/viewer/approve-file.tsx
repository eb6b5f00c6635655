import { api } from '@atelier/domain/api.ts';
import type { Deliverable } from '@atelier/domain/files/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { changesFiles } from '../files.queries.ts';

/** The client's approval of a deliverable's newest version, which asks first. */
export function ApproveFile({ projectId, file }: { projectId: string; file: Deliverable }) {
  const [isAsking, setAsking] = useState(false);
  const approval = useCall(api.approveFile, changesFiles(projectId));
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
        onConfirm={() =>
          approval.mutate(
            { params: { id: projectId, fileId: file.id }, body: { version: file.version } },
            { onSuccess: () => setAsking(false) },
          )
        }
        onClose={() => {
          setAsking(false);
          approval.reset();
        }}
      />
    </>
  );
}
