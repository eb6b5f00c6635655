import { isDraftToPublish } from '@atelier/domain/milestones/rules.ts';
import type { Milestone } from '@atelier/domain/milestones/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Milestone as MilestoneIcon } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmptyState } from '../../../ui/feedback/placeholders.tsx';
import { FailureAlert, QueryState } from '../../../ui/feedback/query-state.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { type MilestoneNeeds, MilestonesHead } from '../milestone-facts.tsx';
import { listMilestonesAsStudio, useDeleteMilestone, usePublishMilestones } from '../milestones.queries.ts';
import { useOpenEdits } from './kept-forms.ts';
import { AddMilestone } from './milestone-forms.tsx';
import { MilestoneTable } from './milestone-table.tsx';
import type { PreviewPicker } from './review-dialog.tsx';

function DeleteMilestoneDialog({
  projectId,
  milestone,
  onClose,
  onDeleted,
  finalFocus,
}: {
  projectId: string;
  /** Undefined while the dialog is closed. */
  milestone: Milestone | undefined;
  onClose: () => void;
  onDeleted: (milestone: Milestone) => void;
  /** Takes the focus once the row is gone. */
  finalFocus: RefObject<HTMLElement | null>;
}) {
  // Keeps its text while the dialog fades out, when `milestone` is already undefined.
  const [asked, setAsked] = useState(milestone);
  const [isDeleted, setDeleted] = useState(false);
  const removal = useDeleteMilestone(projectId);
  if (milestone && milestone !== asked) {
    setAsked(milestone);
    if (milestone._id !== asked?._id) {
      setDeleted(false);
      removal.reset();
    }
  }
  return (
    <ConfirmDialog
      isOpen={milestone !== undefined}
      title={asked && `Delete “${asked.title}”?`}
      description={
        asked?.published
          ? 'It disappears for your client too. This can’t be undone.'
          : 'Your client hasn’t seen it. This can’t be undone.'
      }
      confirmLabel="Delete milestone"
      pendingLabel="Deleting…"
      isDangerous
      isPending={removal.isPending}
      error={removal.error ? failureMessage(removal.error, 'Failed to delete milestone.') : undefined}
      onConfirm={() =>
        asked &&
        removal.mutate(asked, {
          onSuccess: () => {
            setDeleted(true);
            onDeleted(asked);
            onClose();
          },
        })
      }
      onClose={() => {
        removal.reset();
        onClose();
      }}
      finalFocus={isDeleted ? finalFocus : undefined}
    />
  );
}

function DraftsBanner({
  projectId,
  drafts,
  onPublished,
}: {
  projectId: string;
  drafts: number;
  onPublished: (announcement: string) => void;
}) {
  const publication = usePublishMilestones(projectId);
  const [count, them] = drafts === 1 ? ['1 draft', 'it'] : [`${drafts} drafts`, 'them'];
  const publish = async () => {
    const published = await publication.mutateAsync().catch(() => undefined);
    if (published) onPublished(`Published ${count}. Your client can now see ${them}.`);
  };
  return (
    <>
      <Alert
        tone="info"
        title={`Your client can’t see ${count} yet.`}
        action={
          <Button size="sm" isPending={publication.isPending} pendingLabel="Publishing…" onClick={publish}>
            Publish {count}
          </Button>
        }
      >
        A new project starts with a plan made from its brief. Change, move or delete what you like, then
        publish {them === 'it' ? 'it' : 'it all at once'}. Giving a draft a status publishes it too.
      </Alert>
      <FailureAlert error={publication.error} fallback="Failed to update milestone." />
    </>
  );
}

/**
 * The plan as the studio makes it and works through it. What is archived is only read.
 * @param isAccepted whether the project's contract is accepted
 * @param Picker chooses what a milestone in review shows
 * @param Needs shows what is paid for a milestone and before it
 */
export default function StudioMilestones({
  project,
  isAccepted,
  Picker,
  Needs,
}: {
  project: Project;
  isAccepted: boolean;
  Picker: PreviewPicker;
  Needs: MilestoneNeeds;
}) {
  const query = useQuery(listMilestonesAsStudio(project._id));
  const [announcement, setAnnouncement] = useState('');
  const [leavingId, setLeavingId] = useState<string>();
  const list = useRef<HTMLElement>(null);
  const milestones = query.data ?? [];
  const edits = useOpenEdits(project._id, milestones);
  const drafts = milestones.filter(isDraftToPublish).length;
  const publishedAs = (words: string) => {
    list.current?.focus();
    setAnnouncement(words);
  };
  const isReadOnly = project.status !== 'submitted';

  return (
    <div className="grid grid-cols-1 gap-6">
      <QueryState query={query} label="Loading milestones…" fallback="Failed to load milestones." />
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
              <MilestonesHead milestones={milestones} announcement={announcement} />
              <MilestoneTable
                projectId={project._id}
                milestones={milestones}
                edits={edits}
                Picker={Picker}
                Needs={Needs}
                isAccepted={isAccepted}
                isReadOnly={isReadOnly}
                onDiscarded={() => list.current?.focus()}
                onAnnounce={setAnnouncement}
                onStale={(line) => setAnnouncement((now) => (now === line ? '' : now))}
                onDelete={({ _id }) => setLeavingId(_id)}
              />
            </>
          ) : (
            <EmptyState icon={<MilestoneIcon aria-hidden="true" />} title="No milestones yet.">
              {isReadOnly
                ? 'This project has no plan.'
                : 'Add the first one: a step your client can review and approve.'}
            </EmptyState>
          )}
        </section>
      )}
      {query.data && !isReadOnly && <AddMilestone projectId={project._id} hasDrafts={drafts > 0} />}
      <DeleteMilestoneDialog
        projectId={project._id}
        milestone={milestones.find(({ _id }) => _id === leavingId)}
        onClose={() => setLeavingId(undefined)}
        onDeleted={({ title }) => setAnnouncement(`Deleted “${title}”.`)}
        finalFocus={list}
      />
    </div>
  );
}
