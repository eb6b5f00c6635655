import type { ContractDraft, StudioContract } from '@atelier/domain/contracts/schema.ts';
import { formatUsd } from '@atelier/domain/onboarding/estimate.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Replacement } from '../../../ui/feedback/placeholders.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { ChoiceGroup } from '../../../ui/forms/choices.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { PreviewBox, SOURCE_CHOICES, UploadedPdf } from './document-field.tsx';
import { type DraftInput, useDraftForm } from './draft-form.ts';
import { SendDialog, sourceWords } from './send-dialog.tsx';

/** The unsaved text of a contract that was accepted or archived meanwhile, until the studio discards it. */
function UnsavedDraft({
  input: { total, source, link },
  file,
  isAccepted,
  onDiscard,
}: {
  input: DraftInput;
  file: ContractDraft['file'];
  /** Accepted by the client meanwhile; otherwise the project was archived. */
  isAccepted: boolean;
  onDiscard: () => void;
}) {
  return (
    <Replacement>
      <Alert
        tone="warning"
        title={
          isAccepted
            ? 'Your client accepted the contract while you were writing.'
            : 'This project was archived while you were writing.'
        }
        action={
          <Button size="sm" variant="secondary" onClick={onDiscard}>
            Discard it
          </Button>
        }
      >
        <p>
          What you typed isn’t saved:{' '}
          <strong className="wrap-anywhere">
            {total === '' ? 'no total' : `a total of ${total}`},{' '}
            {sourceWords({ source, file, link: link ?? '' })}
          </strong>
          .{' '}
          {isAccepted
            ? 'An accepted contract can’t change: what counts is what your client was sent.'
            : 'Restore the project to continue.'}
        </p>
      </Alert>
    </Replacement>
  );
}

/**
 * The next version of the contract, as the studio writes and sends it. It closes (`isOpen`) once the contract is
 * accepted or the project archived; unsaved text is still shown.
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
  const [announcement, setAnnouncement] = useState('');
  const [sending, setSending] = useState<StudioContract>();
  const source = form.watch('source');
  const next = (contract.versions[0]?.version ?? 0) + 1;
  const { errors } = form.formState;

  /** What is typed, as it is saved; undefined where that did not work. */
  const saved = async () => {
    setAnnouncement('');
    let result: StudioContract | undefined = contract;
    await form.handleSubmit(
      async (fields) => {
        // An untouched contract becomes a draft the first time it is saved.
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
    if (await saved()) setAnnouncement('Draft saved. Your client can’t see it yet.');
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
              setAnnouncement('');
              if (await state.upload(file)) setAnnouncement('The PDF is now part of the draft.');
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
            {state.isDirty ? 'Not saved yet.' : announcement}
          </StatusLine>
        </div>
      </form>
      <SendDialog
        project={project}
        contract={sending}
        onClose={() => setSending(undefined)}
        onSent={(version) => {
          setSending(undefined);
          setAnnouncement(`Version ${version} has been sent.`);
        }}
      />
    </Card>
  );
}
