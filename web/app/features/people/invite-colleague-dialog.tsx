import { api } from '@atelier/domain/api.ts';
import { issuesOf, issueText } from '@atelier/domain/errors.ts';
import {
  COLLEAGUE_ROLES,
  type ColleagueRole,
  clientRoleLabels,
  clientRoleMeanings,
} from '@atelier/domain/people/rules.ts';
import { inviteColleagueSchema } from '@atelier/domain/people/schema.ts';
import { useState } from 'react';
import { useCall } from '../../lib/api/use-call.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ChoiceGroup } from '../../ui/forms/choices.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { changesPeople } from './people.queries.ts';

/** Asks for a colleague's address and role. What is typed stays until the invitation is sent. */
export default function InviteColleagueDialog({
  projectId,
  isOpen,
  onClose,
}: {
  projectId: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const inviting = useCall(api.inviteColleague, changesPeople(projectId));
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ColleagueRole>('follows');
  const [error, setError] = useState<string>();
  const send = () => {
    const { data: invitation, error: wrong } = inviteColleagueSchema.safeParse({ email, role });
    if (wrong) return setError(issuesOf(wrong).map(issueText)[0]);
    inviting.mutate(
      { params: { id: projectId }, body: invitation },
      {
        onSuccess: () => {
          setEmail('');
          onClose();
          showToast(`${invitation.email} was invited.`);
        },
      },
    );
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Invite a colleague"
      description="They get an email. Once they’ve signed in with that address, they can join this project."
      submitLabel="Send invitation"
      pendingLabel="Sending…"
      change={inviting}
      fallback="Failed to send."
      onSubmit={send}
    >
      <Field label="Email" error={error} isRequired>
        <Input
          type="email"
          autoComplete="off"
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            setError(undefined);
          }}
        />
      </Field>
      <ChoiceGroup
        legend="What they may do"
        layout="list"
        value={role}
        onChange={setRole}
        choices={COLLEAGUE_ROLES.map((value) => ({
          value,
          label: clientRoleLabels[value],
          description: clientRoleMeanings[value],
        }))}
      />
    </FormDialog>
  );
}
