import { api } from '@atelier/domain/api.ts';
import { type Contract, requestContractChangeSchema } from '@atelier/domain/contracts/schema.ts';
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from '../../../lib/storage/unsent-store.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { answersContract } from '../contracts.queries.ts';

const schema = requestContractChangeSchema.shape.message;

/**
 * Asks for a change, in a form behind a button. Its text stays until the request arrives, through another tab of
 * the project or leaving the page. Sent again after a lost reply, it is the same request.
 */
export function ChangeRequest({ projectId, contract }: { projectId: string; contract: Contract }) {
  const [announcement, setAnnouncement] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, reset, isPending, error } = useCall(api.requestContractChange, answersContract(projectId));
  const kept = `change-request:${projectId}`;
  const { text, outgoing } = useSyncExternalStore(subscribeToUnsent, () => readUnsent(kept));
  // As last decided here; before that the form is open if there is something in it.
  const [isOpened, setOpened] = useState<boolean>();
  const isOpen = isOpened ?? (text !== '' || outgoing.length > 0);
  const field = useRef<HTMLTextAreaElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpened) field.current?.focus();
    // The pressed button left with the form.
    if (isOpened === false && document.activeElement === document.body) opener.current?.focus();
  }, [isOpened]);
  const type = (typed: string) => {
    setProblem(undefined);
    changeUnsent(kept, (before) => ({ ...before, text: typed }));
  };

  // The request has arrived once the contract names it, even if the reply was lost. Text typed
  // since then stays.
  const { changeRequests } = contract;
  useEffect(() => {
    const arrived = outgoing.find(({ key }) => changeRequests.some((request) => request.key === key));
    if (!arrived) return;
    changeUnsent(kept, (before) => ({
      text: messageOf(before.text) === arrived.body ? '' : before.text,
      outgoing: [],
    }));
    reset();
    setAnnouncement('Your request has been sent.');
    setOpened(false);
  }, [outgoing, changeRequests, kept, reset]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setAnnouncement('');
    const message = messageOf(text);
    setProblem(message === undefined ? schema.safeParse(text).error?.issues[0]?.message : undefined);
    if (message === undefined) return;
    const body = { version: contract.version, message, key: keyFor(kept, message) };
    mutate({ params: { id: projectId }, body });
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {isOpen ? (
        <form onSubmit={send} noValidate className="grid grid-cols-1 gap-3">
          <Field label="Request a change" isLabelHidden error={problem}>
            <Textarea
              ref={field}
              value={text}
              rows={3}
              placeholder="Request a change…"
              onChange={(event) => type(event.target.value)}
            />
          </Field>
          <FailureAlert error={error} fallback="Failed to request change." />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="secondary" isPending={isPending} pendingLabel="Sending…">
              Send
            </Button>
            <Button
              variant="quiet"
              aria-disabled={isPending || undefined}
              onClick={() => {
                setProblem(undefined);
                setOpened(false);
              }}
            >
              Not now
            </Button>
          </div>
        </form>
      ) : (
        <Button
          ref={opener}
          variant="secondary"
          isWide
          onClick={() => {
            setAnnouncement('');
            setOpened(true);
          }}
        >
          {text === '' ? 'Request a change' : 'Continue your request'}
        </Button>
      )}
      <StatusLine tone="success" className="empty:hidden">
        {announcement}
      </StatusLine>
    </div>
  );
}

/** A request to send; undefined if it is invalid. */
const messageOf = (text: string): string | undefined => schema.safeParse(text).data;

/** A request's key: the same for the same words until they arrive. */
function keyFor(kept: string, message: string): string {
  const tried = readUnsent(kept).outgoing.find(({ body }) => body === message);
  if (tried) return tried.key;
  const now = Date.now();
  const sent = { key: newKey(), body: message, writtenAt: new Date(now).toISOString(), triedAt: now };
  changeUnsent(kept, (before) => ({ ...before, outgoing: [sent] }));
  return sent.key;
}
