import { usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { failureMessage } from '../../../lib/api-error.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { useUsernameStatus } from '../use-username-status.ts';
import { UsernameField } from '../username-field.tsx';
import { saveUsername } from './save-username.ts';
import { SettingForm } from './setting-form.tsx';

const schema = z.object({ username: usernameSchema });

/** Edits the username. It can be saved once the name is known to be free and is not the current one. */
export function UsernameForm({
  username,
  typed: initial,
  onTyped,
  onSaved,
  onCancel,
}: {
  username: string;
  /** What stands in the field at first. */
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
