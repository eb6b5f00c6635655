import { api } from '@atelier/domain/api.ts';
import { MESSAGE_MAX } from '@atelier/domain/messages/rules.ts';
import { cleanText, tooLongMessage } from '@atelier/domain/text.ts';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useCall } from '../../lib/api/use-call.ts';
import { Button } from '../../ui/button.tsx';
import { FailureAlert } from '../../ui/feedback/query-state.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { changesMessages, type ShownMessage } from './messages.queries.ts';
import { NewLineButton } from './new-line-button.tsx';

/** Changes the words of a message in its place: Enter saves, Escape leaves it as it was. */
export function EditForm({ message, onEnd }: { message: ShownMessage; onEnd: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(message.body);
  const edit = useCall(api.editMessage, changesMessages(message.projectId));
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  const body = cleanText(text).trim();
  const refusal =
    body === '' ? 'Write a message.' : body.length > MESSAGE_MAX ? tooLongMessage(MESSAGE_MAX) : undefined;
  const save = () => {
    if (refusal !== undefined || edit.isPending) return;
    if (body === message.body) return onEnd();
    const params = { id: message.projectId, messageId: message._id };
    edit.mutate({ params, body: { body } }, { onSuccess: onEnd });
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') return onEnd();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    save();
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field label="Change the message" isLabelHidden error={refusal}>
        <Textarea
          ref={field}
          rows={1}
          value={text}
          className="min-h-11! max-h-48!"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
        />
      </Field>
      <FailureAlert error={edit.error} fallback="Failed to save." />
      <div className="flex flex-wrap justify-end gap-2">
        <NewLineButton field={field} onText={setText} />
        <Button size="sm" variant="quiet" onClick={onEnd} aria-disabled={edit.isPending || undefined}>
          Cancel
        </Button>
        <Button size="sm" type="submit" isPending={edit.isPending} pendingLabel="Saving…">
          Save
        </Button>
      </div>
    </form>
  );
}
