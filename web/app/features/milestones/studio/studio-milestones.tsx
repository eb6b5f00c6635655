import { isDraftToPublish } from '@atelier/domain/milestones/rules.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Milestone as MilestoneIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { MilestonesHead } from '../milestones-head.tsx';
import { AddMilestone } from './add-milestone.tsx';
import { DeleteMilestoneDialog } from './delete-milestone-dialog.tsx';
import { DraftsBanner } from './drafts-banner.tsx';
import { listMilestonesAsStudio } from './list-milestones-as-studio.ts';
import { MilestoneTable } from './milestone-table.tsx';
import { useOpenEdits } from './open-edits.ts';

/**
 * The plan as the studio makes it and works through it. What is archived is only read.
 * @param isAccepted whether the project's contract is accepted
 */
export function StudioMilestones({ project, isAccepted }: { project: Project; isAccepted: boolean }) {
  const query = useQuery(listMilestonesAsStudio(project._id));
  const [said, setSaid] = useState('');
  const [leavingId, setLeavingId] = useState<string>();
  const list = useRef<HTMLElement>(null);
  const milestones = query.data ?? [];
  const edits = useOpenEdits(project._id, milestones);
  const drafts = milestones.filter(isDraftToPublish).length;
  const publishedAs = (words: string) => {
    list.current?.focus();
    setSaid(words);
  };
  const isReadOnly = project.status !== 'submitted';

  if (query.isPending) return <SkeletonList label="Loading milestones…" />;
  return (
    <div className="grid grid-cols-1 gap-6">
      {query.isError && (
        <LoadFailure
          error={query.error}
          fallback="Failed to load milestones."
          onRetry={() => query.refetch()}
        />
      )}
      {query.data && (
        <section
          ref={list}
          tabIndex={-1}
          aria-label="Milestones"
          className="grid grid-cols-1 gap-5 outline-none"
        >
          {drafts > 0 && !isReadOnly && (
            <DraftsBanner projectId={project._id} drafts={drafts} onPublished={publishedAs} />
          )}
          {edits.shown.length > 0 ? (
            <>
              <MilestonesHead milestones={milestones} said={said} />
              <MilestoneTable
                projectId={project._id}
                milestones={milestones}
                edits={edits}
                isAccepted={isAccepted}
                isReadOnly={isReadOnly}
                onDiscarded={() => list.current?.focus()}
                onSaid={setSaid}
                onStale={(line) => setSaid((now) => (now === line ? '' : now))}
                onDelete={({ _id }) => setLeavingId(_id)}
              />
            </>
          ) : (
            <EmptyState icon={<MilestoneIcon aria-hidden="true" />} title="No milestones yet.">
              {isReadOnly
                ? 'This project has no plan.'
                : 'Add the first one below: a step your client can review and approve.'}
            </EmptyState>
          )}
        </section>
      )}
      {query.data && !isReadOnly && <AddMilestone projectId={project._id} hasDrafts={drafts > 0} />}
      <DeleteMilestoneDialog
        projectId={project._id}
        milestone={milestones.find(({ _id }) => _id === leavingId)}
        onClose={() => setLeavingId(undefined)}
        onDeleted={({ title }) => setSaid(`Deleted “${title}”.`)}
        finalFocus={list}
      />
    </div>
  );
}
