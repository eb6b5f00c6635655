import { MESSAGE_MAX } from '@atelier/domain/messages/rules.ts';
import type { Quote } from '@atelier/domain/messages/schema.ts';
import { cleanText } from '@atelier/domain/text.ts';
import { clsx } from 'clsx';
import { Paperclip, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { type Dropped, refusalOfFolder, useFileDrop } from '../../lib/file-drop.ts';
import type { MessageParts } from '../../lib/storage/unsent-store.ts';
import { AttachmentList } from '../../ui/attachment-list.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useAttachments } from './attachments.ts';
import { authorOfQuote } from './message-quote.tsx';
import type { MessagesPlace } from './messages.queries.ts';
import { NewLineButton } from './new-line-button.tsx';
import { removeFile, replyTo } from './outbox.ts';

/** From this length on the remaining characters show. */
const NEAR_MAX = MESSAGE_MAX - 500;
const WAIT = 'Wait until the files have arrived, or remove them.';

/** Above the field: the message that this one replies to. */
function ReplyLine({ quote, onRemove }: { quote: Quote; onRemove: () => void }) {
  return (
    <div className="col-span-full flex items-center gap-2 border-l-2 border-accent pl-3">
      <p className="min-w-0 flex-1 text-sm">
        <span className="block font-semibold wrap-anywhere">Reply to {authorOfQuote(quote)}</span>
        <span className="block truncate text-ink-soft">{quote.excerpt}</span>
      </p>
      <IconButton label="Don’t reply to this message" onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Writes a message: its words, its files, and what it replies to. */
export function Composer({
  place,
  text,
  draft = {},
  maxFileBytes,
  onText,
  onSend,
  placeholder,
  field,
}: {
  place: MessagesPlace;
  text: string;
  /** What goes with the text. */
  draft: MessageParts | undefined;
  maxFileBytes: number | undefined;
  onText: (text: string) => void;
  onSend: (body: string) => void;
  placeholder: string;
  field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { replyTo: quote, files = [] } = draft;
  const chooser = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const attachments = useAttachments(place, { arrived: files.length, maxBytes: maxFileBytes });
  const isWaiting = attachments.items.length > 0;
  const take = ({ files: chosen, folders }: Dropped) => {
    const tooMany = attachments.add(chosen);
    setRefusal([...folders.map(refusalOfFolder), tooMany].filter(Boolean).join(' ') || undefined);
  };
  const isOver = useFileDrop(take);
  // As the server counts it.
  const body = cleanText(text).trim();
  const isTooLong = body.length > MESSAGE_MAX;
  const hasFiles = files.length > 0 || isWaiting;
  const submit = () => {
    field.current?.focus();
    if (isTooLong) return;
    if (isWaiting) return setRefusal(WAIT);
    if (body === '') return setRefusal(hasFiles ? 'Write a few words to go with them.' : undefined);
    setRefusal(undefined);
    onSend(body);
  };
  const press = (event: KeyboardEvent) => {
    // During IME composition Enter chooses a candidate (older browsers report key code 229).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return;
    event.preventDefault();
    submit();
  };
  const left = MESSAGE_MAX - body.length;
  const tooLong = `Use ${MESSAGE_MAX.toLocaleString('en-US')} characters or fewer: ${(-left).toLocaleString('en-US')} too many.`;
  const isRefused = refusal === WAIT ? isWaiting : refusal !== undefined;
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const pasted = [...event.clipboardData.files];
    // Copied words may come with a picture of them, as from a spreadsheet: the words are meant.
    if (pasted.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    take({ files: pasted, folders: [] });
  };
  return (
    <form
      className={clsx(
        'grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-1 gap-y-2 border-t p-3 transition-colors sm:gap-x-2 sm:p-4 print:hidden',
        isOver ? 'border-accent bg-accent-soft' : 'border-rule',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {quote && <ReplyLine quote={quote} onRemove={() => replyTo(place, undefined)} />}
      <AttachmentList
        files={files}
        items={attachments.items}
        onRemoveFile={(id) => {
          removeFile(place, id);
          field.current?.focus();
        }}
        onRemoveItem={(id) => {
          attachments.queue.remove(id);
          field.current?.focus();
        }}
        onRetry={(id) => attachments.queue.retry(id)}
      />
      <IconButton label="Attach files" className="mb-0" onClick={() => chooser.current?.click()}>
        <Paperclip aria-hidden="true" />
      </IconButton>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          take({ files: [...(target.files ?? [])], folders: [] });
          target.value = '';
        }}
      />
      <Field label="Your message" isLabelHidden error={isTooLong ? tooLong : isRefused ? refusal : undefined}>
        <Textarea
          ref={field}
          rows={1}
          value={text}
          placeholder={placeholder}
          enterKeyHint="send"
          className="min-h-11! max-h-48!"
          onChange={(event) => onText(event.target.value)}
          onKeyDown={press}
          onPaste={paste}
        />
      </Field>
      <div className="flex items-end gap-x-1">
        <NewLineButton field={field} onText={onText} />
        <Button type="submit" aria-disabled={body === '' || isTooLong || isWaiting}>
          <SendHorizontal aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Send</span>
        </Button>
      </div>
      <p className="col-span-full text-xs text-ink-faint">
        {body.length >= NEAR_MAX && !isTooLong ? (
          <span className="tabular-nums">{left.toLocaleString('en-US')} characters left. </span>
        ) : null}
        <span className="max-sm:hidden">
          {isOver ? 'Drop the files to attach them.' : 'Enter sends, Shift + Enter begins a new line.'}
        </span>
      </p>
    </form>
  );
}
