import { EMPTY_NOTE, NOTE_MAX } from '@atelier/domain/notes/rules.ts';
import { cleanText, tooLongMessage } from '@atelier/domain/text.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';

/** A note's words: Ctrl or ⌘ with Enter sends them. They stay until they have arrived. */
export function NoteForm({
  label,
  initial = '',
  submitLabel,
  pendingLabel,
  change,
  onSubmit,
  onCancel,
}: {
  label: string;
  initial?: string;
  submitLabel: string;
  pendingLabel: string;
  /** What sends it. */
  change: { isPending: boolean; error: unknown };
  /** Gets the cleaned words; calls back once they have arrived. */
  onSubmit: (body: string, onArrived: () => void) => void;
  onCancel?: () => void;
}) {
  const control = useRef<HTMLTextAreaElement>(null);
  // Once, with the caret behind the last word: a change from another browser must not move it again.
  useEffect(() => {
    const field = control.current;
    if (!field?.value) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const [text, setText] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  const submit = () => {
    if (change.isPending) return;
    const body = cleanText(text).trim();
    const reason = noteRefusal(body);
    setRefusal(reason);
    // What was typed meanwhile is the next note.
    if (reason === undefined) onSubmit(body, () => setText((now) => (now === text ? '' : now)));
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={label} isLabelHidden error={refusal}>
        <Textarea
          ref={control}
          rows={2}
          className="min-h-16!"
          placeholder="Write a note…"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setRefusal(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && onCancel) onCancel();
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) {
              return;
            }
            event.preventDefault();
            submit();
          }}
        />
      </Field>
      <FailureAlert error={change.error} fallback="Failed to save the note." />
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          size="sm"
          variant="secondary"
          type="submit"
          isPending={change.isPending}
          pendingLabel={pendingLabel}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Why a note can't be sent. Not by its schema: the validation library weighs more than the rest of the screen. */
function noteRefusal(body: string): string | undefined {
  if (body === '') return EMPTY_NOTE;
  return body.length > NOTE_MAX ? tooLongMessage(NOTE_MAX) : undefined;
}
