import { editFileCommentSchema } from '@atelier/domain/files/schema.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';

/** What a comment says. It stays until it has arrived. */
export function WordsForm({
  label,
  initial = '',
  submitLabel,
  onText,
  onSubmit,
  onCancel,
  control,
  change,
}: {
  label: string;
  initial?: string;
  submitLabel: string;
  /** Follows what is typed, to keep it. */
  onText?: (text: string) => void;
  onSubmit: (body: string) => void;
  onCancel: () => void;
  /** The text's field, if something else moves the keyboard there; by default the keyboard starts in it. */
  control?: RefObject<HTMLTextAreaElement | null>;
  /** What sends it. */
  change: { isPending: boolean; error: unknown };
}) {
  const own = useRef<HTMLTextAreaElement>(null);
  useEffect(() => own.current?.focus(), []);
  const [text, setText] = useState(initial);
  const [refusal, setRefusal] = useState<string>();
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (change.isPending) return;
        const { data, error } = editFileCommentSchema.safeParse({ body: text });
        setRefusal(error?.issues[0]?.message);
        if (data) onSubmit(data.body);
      }}
    >
      <Field label={label} error={refusal} isRequired>
        <Textarea
          ref={control ?? own}
          rows={3}
          className="min-h-20"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onText?.(target.value);
          }}
        />
      </Field>
      <FailureAlert error={change.error} fallback="Failed to send." />
      <div className="flex flex-wrap justify-end gap-3">
        <Button size="sm" variant="quiet" onClick={onCancel} aria-disabled={change.isPending || undefined}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isPending={change.isPending} pendingLabel="Sending…">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
