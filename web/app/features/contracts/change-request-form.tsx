import { type Contract, requestContractChangeSchema } from '@atelier/domain/contracts/schema.ts';
import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/new-key.ts';
import { changeUnsent, readUnsent, subscribeToUnsent } from '../../lib/storage/unsent-store.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { StatusLine } from '../../ui/feedback/status-line.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Textarea } from '../../ui/forms/textarea.tsx';
import { useRequestChange } from './contracts.queries.ts';

const schema = requestContractChangeSchema.shape.message;

/**
 * The form for a change request. Its text stays until the request arrives, through another tab of
 * the project or leaving the page. Sent again after a lost reply, it is the same request.
 */
export function ChangeRequestForm({ projectId, contract }: { projectId: string; contract: Contract }) {
  const [announcement, setAnnouncement] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, reset, isPending, error } = useRequestChange(projectId);
  const kept = `change-request:${projectId}`;
  const { text, outgoing } = useSyncExternalStore(subscribeToUnsent, () => readUnsent(kept));
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
  }, [outgoing, changeRequests, kept, reset]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    setAnnouncement('');
    const message = messageOf(text);
    setProblem(message === undefined ? schema.safeParse(text).error?.issues[0]?.message : undefined);
    if (message !== undefined) mutate({ version: contract.version, message, key: keyFor(kept, message) });
  };
  return (
    <form onSubmit={send} noValidate className="grid grid-cols-1 gap-3 border-t border-rule pt-5">
      <Field label="Request a change" isLabelHidden error={problem}>
        <Textarea
          value={text}
          rows={2}
          placeholder="Request a change…"
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      {error && <Alert tone="danger">{failureMessage(error, 'Failed to request change.')}</Alert>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" variant="secondary" isPending={isPending} pendingLabel="Sending…">
          Send
        </Button>
        <StatusLine tone="success">{announcement}</StatusLine>
      </div>
    </form>
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
