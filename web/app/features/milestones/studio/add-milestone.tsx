import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { useCreateMilestone } from './create-milestone.ts';
import { keepAddition, readAddition } from './kept-forms.ts';
import { MilestoneFields } from './milestone-fields.tsx';
import { useKeptForm } from './use-kept-form.ts';

const EMPTY = { title: '', due: '', description: '' };

/** The form that adds a milestone at the end. Beside drafts it may be one of them. */
export function AddMilestone({ projectId, hasDrafts }: { projectId: string; hasDrafts: boolean }) {
  const creation = useCreateMilestone(projectId);
  const [kept] = useState(() => readAddition(projectId));
  const [isDraft, setDraft] = useState(kept?.isDraft ?? true);
  const [said, setSaid] = useState('');
  const form = useKeptForm({
    begin: EMPTY,
    kept: kept?.fields,
    onTyped: (fields) => keepAddition(projectId, fields && { fields, isDraft }),
  });
  const add = form.handleSubmit(async (fields) => {
    setSaid('');
    const published = !(hasDrafts && isDraft);
    const added = await creation.mutateAsync({ ...fields, published }).catch(() => undefined);
    if (!added) return;
    form.reset(EMPTY);
    keepAddition(projectId, undefined);
    form.setFocus('title');
    setSaid(`Added “${added.title}”${added.published ? '' : ' as a draft'}.`);
  });
  return (
    <Card title="Add a milestone">
      <form noValidate onSubmit={add} className="grid grid-cols-1 gap-4">
        <MilestoneFields form={form} />
        {hasDrafts && (
          <Checkbox
            label="Keep it a draft"
            description="It’s published with your other drafts."
            checked={isDraft}
            onChange={(event) => setDraft(event.target.checked)}
          />
        )}
        {creation.isError && (
          <Alert tone="danger">{failureMessage(creation.error, 'Failed to create milestone.')}</Alert>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" isPending={creation.isPending} pendingLabel="Adding…">
            Add milestone
          </Button>
          <StatusLine tone="success">{said}</StatusLine>
        </div>
      </form>
    </Card>
  );
}
