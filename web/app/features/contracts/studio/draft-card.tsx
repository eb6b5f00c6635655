import type { StudioContract } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StatusLine } from '../../../ui/feedback/status-line.tsx';
import { ChoiceGroup } from '../../../ui/forms/choice-group.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { SOURCE_CHOICES, UploadedPdf } from './document-field.tsx';
import { PreviewBox } from './preview-box.tsx';
import { SendDialog } from './send-dialog.tsx';
import { sourceWords } from './source-words.ts';
import { UnsavedDraft } from './unsaved-draft.tsx';
import { useDraftForm } from './use-draft-form.ts';

/**
 * The next version of the contract, as the studio writes and sends it. Nothing can be written any more once it is
 * accepted, or the project archived (`isOpen`); what was being typed at that moment is still shown.
 */
export function DraftCard({
  project,
  contract,
  isOpen,
}: {
  project: Project;
  contract: StudioContract;
  isOpen: boolean;
}) {
  const { draft } = contract;
  const { form, save, ...state } = useDraftForm(project._id, draft);
  const [said, setSaid] = useState('');
  const [sending, setSending] = useState<StudioContract>();
  const source = form.watch('source');
  const next = (contract.versions[0]?.version ?? 0) + 1;
  const { errors } = form.formState;

  /** What is typed, as it is saved; undefined where that did not work. */
  const saved = async () => {
    setSaid('');
    let result: StudioContract | undefined = contract;
    await form.handleSubmit(
      async (fields) => {
        // A contract that nobody has touched is a draft from the first time it is saved.
        if (state.isDirty || draft.revision === 0) result = await save(fields);
      },
      () => {
        result = undefined;
      },
    )();
    return result;
  };
  const saveDraft = async () => {
    if (state.isPending) return;
    if (await saved()) setSaid('Draft saved. Your client can’t see it yet.');
  };
  const askToSend = async () => {
    if (!state.isPending) setSending(await saved());
  };
  if (!isOpen) {
    if (sending) setSending(undefined);
    if (!state.isDirty) return null;
    return (
      <UnsavedDraft
        input={form.getValues()}
        file={draft.file}
        isAccepted={contract.status === 'accepted'}
        onDiscard={state.takeSaved}
      />
    );
  }
  return (
    <Card title={next === 1 ? 'Write the contract' : `Write version ${next}`}>
      <form
        noValidate
        aria-label="The contract"
        onSubmit={(event) => {
          event.preventDefault();
          void saveDraft();
        }}
        className="grid grid-cols-1 gap-5"
      >
        <Field
          label="Total in US dollars"
          hint="Leave it empty for “TBD”."
          error={errors.total?.message}
          className="max-w-xs"
        >
          <Input {...form.register('total')} inputMode="numeric" autoComplete="off" placeholder="12,500" />
        </Field>
        <ChoiceGroup
          legend="The document"
          layout="list"
          choices={SOURCE_CHOICES}
          control={form.register('source')}
        />
        {source === 'made' && (
          <PreviewBox
            projectId={project._id}
            revision={state.isDirty ? undefined : draft.revision}
            save={async () => (state.isPending ? undefined : (await saved())?.draft.revision)}
          />
        )}
        {source === 'upload' && (
          <UploadedPdf
            file={draft.file}
            isUploading={state.isUploading}
            onUpload={async (file) => {
              setSaid('');
              if (await state.upload(file)) setSaid('The PDF is now part of the draft.');
            }}
          />
        )}
        {source === 'link' && (
          <Field label="Link to the contract" error={errors.link?.message}>
            <Input {...form.register('link')} type="url" placeholder="https://" autoComplete="off" />
          </Field>
        )}
        {source === 'made' && contract.missingLetters !== '' && (
          <Alert tone="warning" isUrgent={false} title="Some letters can’t be printed.">
            The document’s typeface lacks <bdi className="font-semibold">{contract.missingLetters}</bdi> and
            shows [?] instead. Upload your own PDF, or have the brief changed.
          </Alert>
        )}
        {state.error && (
          <Alert
            tone="danger"
            action={
              state.isConflict && (
                <Button size="sm" variant="secondary" onClick={state.takeSaved}>
                  Use that version
                </Button>
              )
            }
          >
            {failureMessage(state.error, 'Failed to save the contract.')}
            {state.isConflict && (
              <>
                {' '}
                Saved there: {formatUsd(draft.total)}, {sourceWords(draft)}. What you typed is still here:
                save again to replace it.
              </>
            )}
          </Alert>
        )}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule pt-5">
          <Button
            type="submit"
            variant="secondary"
            isPending={state.isSaving}
            pendingLabel="Saving…"
            aria-disabled={state.isUploading || undefined}
          >
            Save draft
          </Button>
          <Button onClick={askToSend} aria-disabled={state.isPending || undefined}>
            {next === 1 ? 'Send to the client…' : `Send version ${next}…`}
          </Button>
          <StatusLine tone={state.isDirty ? 'neutral' : 'success'}>
            {state.isDirty ? 'Not saved yet.' : said}
          </StatusLine>
        </div>
      </form>
      <SendDialog
        project={project}
        contract={sending}
        onClose={() => setSending(undefined)}
        onSent={(version) => {
          setSending(undefined);
          setSaid(`Version ${version} has been sent.`);
        }}
      />
    </Card>
  );
}
