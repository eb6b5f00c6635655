import { PREVIEW_FILES_MAX } from '@atelier/domain/milestones/rules.ts';
import { type Milestone, sentPreviewSchema } from '@atelier/domain/milestones/schema.ts';
import { type ComponentType, type FormEvent, type RefObject, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { SentPreview } from '../milestones.queries.ts';

/** Chooses deliverables of a project, or uploads some. */
export type PreviewPicker = ComponentType<{
  projectId: string;
  legend: string;
  value: readonly string[];
  onChange: (change: (before: readonly string[]) => readonly string[]) => void;
  onBusy: (isBusy: boolean) => void;
  max: number;
}>;

/**
 * Asks what the client can look at, for sending a milestone for review or, in review, for changing it. Everything
 * is optional; what was typed stays while the dialog is closed.
 */
export function ReviewDialog({
  projectId,
  milestone,
  Picker,
  isOpen,
  shown: { link, fileIds },
  onShown,
  note,
  onNote,
  change,
  onSend,
  onClose,
  finalFocus,
}: {
  projectId: string;
  milestone: Milestone;
  Picker: PreviewPicker;
  isOpen: boolean;
  /** What the client is to look at, as it stands in the form. */
  shown: SentPreview;
  onShown: (change: (before: SentPreview) => SentPreview) => void;
  /** The note to the client; undefined where the preview alone is changed. */
  note: string | undefined;
  onNote: (note: string) => void;
  change: { isPending: boolean; error: unknown };
  onSend: () => void;
  onClose: () => void;
  /** Takes the focus once the opener is gone. */
  finalFocus: RefObject<HTMLElement | null> | undefined;
}) {
  const formId = useId();
  const [wasSent, setSent] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const parsed = sentPreviewSchema.safeParse({ link, fileIds });
  const isReview = note !== undefined;
  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (parsed.success && !change.isPending && !isUploading) onSend();
  };
  const error = (path: string) =>
    wasSent ? parsed.error?.issues.find((issue) => issue.path[0] === path)?.message : undefined;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !change.isPending && onClose()}
      title={isReview ? `Send “${milestone.title}” for review` : `What “${milestone.title}” shows`}
      description={
        isReview
          ? 'Give your client something to look at. They get an email ten seconds later.'
          : 'Your client sees the change right away, without an email.'
      }
      finalFocus={finalFocus}
      actions={
        <>
          <Button variant="secondary" onClick={onClose} aria-disabled={change.isPending || undefined}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            isPending={change.isPending || isUploading}
            pendingLabel={isUploading ? 'Uploading…' : 'Saving…'}
          >
            {isReview ? 'Send for review' : 'Save preview'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={send} className="grid grid-cols-1 gap-5">
        <Field label="Link" isOptional error={error('link')} hint="A page to open, such as a staging site.">
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={link}
            onChange={({ target }) => onShown((before) => ({ ...before, link: target.value }))}
          />
        </Field>
        <Picker
          projectId={projectId}
          legend="Screenshots or files"
          value={fileIds}
          onChange={(next) => onShown((before) => ({ ...before, fileIds: next(before.fileIds) }))}
          onBusy={setUploading}
          max={PREVIEW_FILES_MAX}
        />
        {isReview && (
          <Field label="Note to your client" isOptional>
            <Textarea
              rows={2}
              maxLength={5_000}
              value={note}
              onChange={(event) => onNote(event.target.value)}
            />
          </Field>
        )}
        <FailureAlert error={change.error} fallback="Failed to update milestone." />
      </form>
    </Dialog>
  );
}
