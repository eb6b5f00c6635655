import { api } from '@atelier/domain/api.ts';
import {
  dueBeforeMilestone,
  REQUEST_INSTRUCTIONS_MAX,
  REQUEST_TITLE_MAX,
} from '@atelier/domain/requests/rules.ts';
import { type ClientRequest, changeRequestSchema } from '@atelier/domain/requests/schema.ts';
import { type RefObject, useState } from 'react';
import { newKey } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { localDay } from '../../../lib/format.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { LateDateInput } from '../../../ui/forms/late-date-input.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Textarea } from '../../../ui/forms/textarea.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { changesRequests } from '../request-mutations.ts';
import { type AwaitingMilestone, milestoneChoices } from './milestone-choice.ts';

const EMPTY = { title: '', instructions: '', due: '', milestoneId: '' };
const fieldsOf = (request: ClientRequest) => ({
  title: request.title,
  instructions: request.instructions,
  due: request.due ?? '',
  milestoneId: request.milestoneId ?? '',
});

const formSchema = changeRequestSchema.omit({ revision: true });

/** Asks for something, or changes what was asked for. What is typed stays until it has arrived. */
export default function RequestDialog({
  projectId,
  milestones,
  request,
  isOpen,
  onClose,
  finalFocus,
}: {
  projectId: string;
  milestones: readonly AwaitingMilestone[];
  /** The one to change, as it is now; undefined to ask for something new. */
  request: ClientRequest | undefined;
  isOpen: boolean;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const sending = useCall(api.sendRequests, changesRequests(projectId));
  const changing = useCall(api.changeRequest, changesRequests(projectId));
  const [fields, setFields] = useState(() => (request ? fieldsOf(request) : EMPTY));
  const [key, setKey] = useState(newKey);
  const [errors, setErrors] = useState<Partial<Record<keyof typeof EMPTY, string>>>({});
  const set = (change: Partial<typeof EMPTY>) => {
    setFields((before) => ({ ...before, ...change }));
    setErrors({});
  };
  const chooseMilestone = (milestoneId: string) => {
    const due = milestones.find(({ _id }) => _id === milestoneId)?.due ?? null;
    const suggested = dueBeforeMilestone(due, localDay());
    set({ milestoneId, ...(fields.due === '' && suggested !== null && { due: suggested }) });
  };
  const submit = () => {
    const parsed = formSchema.safeParse({ ...fields, milestoneId: fields.milestoneId || null });
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      return setErrors(Object.fromEntries(problems.toReversed()));
    }
    if (request) {
      return changing.mutate(
        {
          params: { id: projectId, requestId: request.id },
          body: { ...parsed.data, revision: request.revision },
        },
        { onSuccess: () => onClose() },
      );
    }
    const body = { items: [{ key, template: null, ...parsed.data }] };
    sending.mutate(
      { params: { id: projectId }, body },
      {
        onSuccess: () => {
          setFields(EMPTY);
          setKey(newKey());
          onClose();
          showToast('Sent. Your client gets an email in a few minutes.', { tone: 'success' });
        },
      },
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={request ? 'Change this request' : 'Ask for something'}
      description={
        request
          ? 'Your client sees the change at once, without an email.'
          : 'Everyone on your client’s side gets an email, and can answer with text, files or just “done”.'
      }
      submitLabel={request ? 'Save' : 'Send'}
      pendingLabel={request ? 'Saving…' : 'Sending…'}
      change={request ? changing : sending}
      fallback={request ? 'Failed to save.' : 'Failed to send.'}
      onSubmit={submit}
      finalFocus={finalFocus}
    >
      <Field label="What you need" error={errors.title} isRequired>
        <Input
          value={fields.title}
          maxLength={REQUEST_TITLE_MAX}
          autoComplete="off"
          onChange={({ target }) => set({ title: target.value })}
        />
      </Field>
      <Field
        label="Instructions"
        hint="Never ask for a password: have them invite you instead."
        error={errors.instructions}
        isOptional
      >
        <Textarea
          rows={4}
          value={fields.instructions}
          maxLength={REQUEST_INSTRUCTIONS_MAX}
          onChange={({ target }) => set({ instructions: target.value })}
        />
      </Field>
      {milestones.length > 0 && (
        <Field label="For the milestone" error={errors.milestoneId} isOptional>
          <Select
            value={fields.milestoneId}
            placeholder="None"
            choices={milestoneChoices(milestones, request?.milestoneId ?? null)}
            onChange={({ target }) => chooseMilestone(target.value)}
          />
        </Field>
      )}
      <Field label="Due" error={errors.due} isOptional>
        <LateDateInput value={fields.due} onChange={(due) => set({ due })} />
      </Field>
    </FormDialog>
  );
}
