import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { usePublishMilestones } from './publish-milestones.ts';

/** Says that there are drafts, and publishes them all at once. */
export function DraftsBanner({
  projectId,
  drafts,
  onPublished,
}: {
  projectId: string;
  drafts: number;
  onPublished: (said: string) => void;
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
      {publication.isError && (
        <Alert tone="danger">{failureMessage(publication.error, 'Failed to update milestone.')}</Alert>
      )}
    </>
  );
}
