import {
  type Milestone,
  milestoneActions,
  milestoneStatusLabels,
} from '@atelier/domain/portal/milestones.ts';
import { failureMessage } from '../../../../lib/api-error.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { useSetMilestoneStatus } from './set-milestone-status.ts';

/** What can be done to a milestone: the moves that its status allows (none while it is a draft), Edit and Delete. */
export function MilestoneActions({
  projectId,
  milestone,
  onMoved,
  onEdit,
  onDelete,
}: {
  projectId: string;
  milestone: Milestone;
  /** Told in words. The button that was pressed may be gone by then. */
  onMoved: (said: string) => void;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const move = useSetMilestoneStatus(projectId);
  const actions = milestone.published ? milestoneActions('studio', milestone.status) : [];
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, to }) => {
          const isThis = move.isPending && move.variables.to === to;
          return (
            <Button
              key={to}
              size="sm"
              variant="secondary"
              isPending={isThis}
              pendingLabel="Saving…"
              aria-disabled={(move.isPending && !isThis) || undefined}
              onClick={() =>
                move.mutate(
                  { milestone, to },
                  {
                    onSuccess: ({ title, status }) =>
                      onMoved(`“${title}” is ${milestoneStatusLabels[status].toLowerCase()} now.`),
                  },
                )
              }
            >
              {label}
            </Button>
          );
        })}
        <Button size="sm" variant="quiet" aria-label={`Edit ${milestone.title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button size="sm" variant="quiet" aria-label={`Delete ${milestone.title}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
      {move.isError && (
        <Alert tone="danger">{failureMessage(move.error, 'Failed to update milestone.')}</Alert>
      )}
    </div>
  );
}
