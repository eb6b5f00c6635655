import { MESSAGE_MAX } from '@atelier/domain/messages/rules.ts';
import { cleanText } from '@atelier/domain/text.ts';
import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';

/** From here on the room that is left is shown. */
const NEAR_MAX = MESSAGE_MAX - 500;

/** Where a message is typed. Enter sends it, Shift+Enter begins a new line. */
export function Composer({
  text,
  onText,
  onSend,
  placeholder,
  field,
}: {
  text: string;
  onText: (text: string) => void;
  onSend: (body: string) => void;
  placeholder: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  // As the server will count it.
  const body = cleanText(text).trim();
  const isTooLong = body.length > MESSAGE_MAX;
  const submit = () => {
    if (body !== '' && !isTooLong) onSend(body);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent) => {
    // While letters are being composed, Enter chooses among them (229 is what older browsers say then).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    submit();
  };
  const left = MESSAGE_MAX - body.length;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 border-t border-rule p-3 sm:p-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field
        label="Your message"
        isLabelHidden
        error={
          isTooLong
            ? `Use ${MESSAGE_MAX.toLocaleString('en-US')} characters or fewer: ${(-left).toLocaleString('en-US')} too many.`
            : undefined
        }
      >
        <Textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={placeholder}
          enterKeyHint="send"
          className="min-h-11! max-h-48!"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
        />
      </Field>
      <Button type="submit" aria-disabled={body === '' || isTooLong}>
        <SendHorizontal aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">Send</span>
      </Button>
      <p className="col-span-full text-xs text-ink-faint">
        {body.length >= NEAR_MAX && !isTooLong ? (
          <span className="tabular-nums">{left.toLocaleString('en-US')} characters left. </span>
        ) : null}
        <span className="max-sm:hidden">Enter sends, Shift + Enter begins a new line.</span>
      </p>
    </form>
  );
}
