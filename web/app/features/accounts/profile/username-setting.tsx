import { usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { UsernameField, useUsernameStatus } from '../username-field.tsx';
import { useKeptText } from './kept-text.ts';
import { saveUsername } from './profile.queries.ts';
import { SettingForm, SettingRow, useReturnFocus } from './setting.tsx';

/** The username: shown, then edited in its place. */
export function UsernameSetting({ userId, username }: { userId: string; username: string | null }) {
  const kept = useKeptText(userId, 'username');
  const [isEditing, setIsEditing] = useState(kept.initial !== undefined);
  const [isSaved, setIsSaved] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const edit = () => {
    setIsSaved(false);
    setIsEditing(true);
  };
  const close = () => {
    kept.forget();
    setIsEditing(false);
  };
  const saved = () => {
    setIsSaved(true);
    close();
  };
  if (isEditing) {
    return (
      <SettingRow label="Username">
        <UsernameForm
          username={username ?? ''}
          typed={kept.initial ?? username ?? ''}
          onTyped={kept.keep}
          onSaved={saved}
          onCancel={close}
        />
      </SettingRow>
    );
  }
  return (
    <SettingRow
      label="Username"
      value={username ?? <span className="text-ink-faint">Not chosen yet</span>}
      actions={
        <Button ref={editButton} variant="quiet" size="sm" onClick={edit}>
          Edit <span className="sr-only">username</span>
        </Button>
      }
    >
      {isSaved && <StatusLine tone="success">Username updated.</StatusLine>}
    </SettingRow>
  );
}

const schema = z.object({ username: usernameSchema });

/**
 * Edits the username. It can be saved once the name is known to be free and is not the current one.
 */
function UsernameForm({
  username,
  typed: initial,
  onTyped,
  onSaved,
  onCancel,
}: {
  username: string;
  /** The field's initial text. */
  typed: string;
  onTyped: (text: string) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const form = useForm({ defaultValues: { username: initial }, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const typed = form.watch('username').trim();
  const { status, checkAgain } = useUsernameStatus(typed === username ? '' : typed);

  const submit = form.handleSubmit(async (filled) => {
    try {
      await saveUsername(filled.username);
      onSaved();
    } catch (error) {
      form.setError('root', {
        message: failureMessage(error, 'Unable to save the username. Please try again.'),
      });
    }
  });
  return (
    <SettingForm
      problem={errors.root?.message}
      submitLabel="Save"
      pendingLabel="Saving…"
      isPending={isSubmitting}
      isReady={status === 'ok'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <UsernameField
        {...form.register('username', { onChange: (event) => onTyped(event.target.value) })}
        autoFocus
        status={status}
        onCheckAgain={checkAgain}
        error={errors.username?.message}
      />
    </SettingForm>
  );
}
