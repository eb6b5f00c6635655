import { CONTACT_UNDO_DAYS } from '@atelier/domain/people/rules.ts';
import type { RefObject } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { ConfirmDialog } from '../../ui/overlays/dialog.tsx';
import { type AskedAct, useActOnPeople, useLeaveProject } from './people.queries.ts';

const WORDS = {
  remove: {
    title: (name: string) => `Remove ${name} from this project?`,
    text: 'They no longer see it from that moment on. What they wrote and sent stays. You can invite them again.',
    confirm: 'Remove',
    pending: 'Removing…',
  },
  contact: {
    title: (name: string) => `Make ${name} the main contact?`,
    text: 'The project is theirs from then on: they choose who is in it, and can delete it. Invoices from now on are for them. The main contact until now keeps deciding.',
    confirm: 'Make main contact',
    pending: 'Changing…',
  },
  leave: {
    title: () => 'Leave this project?',
    text: 'You no longer see it from that moment on. What you wrote and sent stays. Only a new invitation lets you in again.',
    confirm: 'Leave',
    pending: 'Leaving…',
  },
} as const;

/** What the client's side reads too: a change by the studio can't be undone. */
const UNDO_TEXT = `For ${CONTACT_UNDO_DAYS} days they can undo it by the link of an email; until then the new one can’t remove them, pass the project on or delete it.`;

/** Asks before a person's part in a project ends or changes for good. */
export default function PersonDialog({
  projectId,
  asked,
  onLeft,
  onClose,
  finalFocus,
}: {
  projectId: string;
  asked: AskedAct | undefined;
  onLeft: (() => void) | undefined;
  onClose: () => void;
  finalFocus: RefObject<HTMLElement | null>;
}) {
  const change = useActOnPeople(projectId);
  const leaving = useLeaveProject(() => onLeft?.());
  const { act, personId = '', name = '' } = asked ?? {};
  const words = WORDS[act ?? 'remove'];
  const current = act === 'leave' ? leaving : change;
  const close = () => {
    onClose();
    change.reset();
    leaving.reset();
  };
  return (
    <ConfirmDialog
      isOpen={asked !== undefined}
      title={words.title(name)}
      description={act === 'contact' && onLeft ? `${words.text} ${UNDO_TEXT}` : words.text}
      confirmLabel={words.confirm}
      pendingLabel={words.pending}
      isDangerous={act !== 'contact'}
      isPending={current.isPending}
      error={current.error ? failureMessage(current.error, 'Failed to change it.') : undefined}
      onConfirm={() => {
        if (act === 'leave') leaving.mutate({ params: { id: projectId } }, { onSuccess: close });
        else if (act) change.mutate({ act, personId }, { onSuccess: close });
      }}
      onClose={close}
      finalFocus={current.isSuccess ? finalFocus : undefined}
    />
  );
}
