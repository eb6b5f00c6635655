import { api } from '@atelier/domain/api.ts';
import { REQUEST_ANSWER_MAX } from '@atelier/domain/requests/rules.ts';
import type { ClientRequest, ClientRequests } from '@atelier/domain/requests/schema.ts';
import { cleanText } from '@atelier/domain/text.ts';
import { Paperclip } from 'lucide-react';
import { type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { refusalOfFolder, useFileDrop } from '../../../lib/file-drop.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from '../../../lib/storage/unsent-store.ts';
import { AttachmentList } from '../../../ui/attachment-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field, FieldError } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Answers } from '../request-facts.tsx';
import { answersRequest, useDeleteUnsentFile } from '../request-mutations.ts';
import { useAnswerFiles } from './answer-files.ts';

/** The unfinished words of an answer: they survive leaving and reloading the page. */
function useKeptText(requestId: string) {
  const key = `request:${requestId}`;
  const { text } = useSyncExternalStore(subscribeToUnsent, () => readUnsent(key));
  const keep = (typed: string) => changeUnsent(key, (before) => ({ ...before, text: typed }));
  /** @returns whether nothing else was typed since */
  const forget = (sent: string) => {
    const isWhole = readUnsent(key).text === sent;
    if (isWhole) keep('');
    return isWhole;
  };
  return { text, keep, forget };
}

/**
 * Answers a request with words and files. What was written stays until it has arrived: also while a colleague answers first, or
 * the studio withdraws the request.
 */
export default function AnswerDialog({
  projectId,
  request,
  isGone,
  list,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  request: ClientRequest;
  /** True if the request takes no answer any more. */
  isGone: boolean;
  list: ClientRequests | undefined;
  isOpen: boolean;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const { id, revision, answers, status } = request;
  const { text, keep, forget } = useKeptText(id);
  const [key, setKey] = useState(newKey);
  const [error, setError] = useState<{ text?: string; files?: string }>({});
  const chooser = useRef<HTMLInputElement>(null);
  const answering = useCall(api.answerRequest, answersRequest(projectId));
  const deletion = useDeleteUnsentFile(projectId, id);
  const files = (list?.unsent ?? []).filter(({ requestId }) => requestId === id).map(({ file }) => file);
  const uploads = useAnswerFiles(
    { projectId, requestId: id },
    { arrived: files.length, maxBytes: list?.maxFileBytes },
  );
  const take = ({ files: chosen, folders }: { files: readonly File[]; folders: readonly string[] }) => {
    const refusals = [...folders.map(refusalOfFolder), uploads.add(chosen)].filter(Boolean);
    setError(refusals.length > 0 ? { files: refusals.join(' ') } : {});
  };
  const isOver = useFileDrop((dropped) => isOpen && take(dropped));
  const submit = () => {
    const body = cleanText(text).trim();
    if (isGone) return;
    if (body.length > REQUEST_ANSWER_MAX) {
      return setError({ text: `Use ${REQUEST_ANSWER_MAX.toLocaleString('en-US')} characters or fewer.` });
    }
    if (uploads.items.length > 0) {
      return setError({ files: 'Wait until the files have arrived, or remove those that failed.' });
    }
    if (body === '' && files.length === 0) return setError({ text: 'Write something, or add a file.' });
    setError({});
    answering.mutate(
      {
        params: { id: projectId, requestId: id },
        body: { revision, key, body, files: files.map((file) => file.id) },
      },
      {
        onSuccess: () => {
          setKey(newKey());
          // What was typed on the way is not sent yet.
          if (forget(text)) onClose();
          showToast('Sent. I’ll have a look at it.', { tone: 'success' });
        },
        onError: (failure) => {
          // What is sent next is another answer.
          if (failure instanceof ApiError && failure.status === 409) setKey(newKey());
        },
      },
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={<span className="wrap-anywhere">{request.title}</span>}
      description="Never send passwords: invite me to the service instead."
      submitLabel={status === 'answered' ? 'Send as an addition' : 'Send'}
      pendingLabel="Sending…"
      change={answering}
      fallback="Failed to send."
      onSubmit={submit}
      finalFocus={finalFocus}
    >
      {isGone && (
        <Alert tone="warning">
          This is no longer needed: it’s done, or I have withdrawn it. Copy your words if you need them.
        </Alert>
      )}
      {request.instructions && (
        <p className="max-h-40 overflow-y-auto text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
          {request.instructions}
        </p>
      )}
      {status === 'answered' && <Answers answers={answers.slice(-2)} />}
      <Field label="Your answer" error={error.text}>
        <Textarea
          rows={5}
          value={text}
          onChange={({ target }) => {
            keep(target.value);
            setError({});
          }}
        />
      </Field>
      <div className="grid grid-cols-1 gap-2">
        <AttachmentList
          files={files.map((file) => ({ ...file, key: file.id }))}
          items={uploads.items}
          onRemoveFile={(fileId) => deletion.mutate(fileId)}
          onRemoveItem={(itemId) => uploads.queue.remove(itemId)}
          onRetry={(itemId) => uploads.queue.retry(itemId)}
        />
        <Button
          size="sm"
          variant="secondary"
          className="justify-self-start"
          onClick={() => chooser.current?.click()}
        >
          <Paperclip aria-hidden="true" className="size-4" />
          {isOver ? 'Drop the files here' : 'Add files'}
        </Button>
        <FieldError message={error.files} />
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files to send"
          onChange={({ target }) => {
            take({ files: [...(target.files ?? [])], folders: [] });
            target.value = '';
          }}
        />
      </div>
    </FormDialog>
  );
}
