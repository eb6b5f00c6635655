import { usernameSchema } from '@atelier/domain/accounts.ts';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { failureMessage } from '../../../lib/api-error.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { useUsernameStatus } from '../use-username-status.ts';
import { UsernameField } from '../username-field.tsx';
import { saveUsername } from './save-username.ts';

const schema = z.object({ username: usernameSchema });

/** Edits the username. It can be saved once the name is known to be free and is not the current one. */
export function UsernameForm({
  username,
  onSaved,
  onCancel,
}: {
  username: string;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const form = useForm({ defaultValues: { username }, resolver: firstIssueResolver(schema) });
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
  const leave = (event: { key: string }) => {
    if (event.key === 'Escape' && !isSubmitting) onCancel();
  };

  return (
    <form noValidate className="grid gap-3" onSubmit={submit} onKeyDown={leave}>
      <UsernameField
        {...form.register('username')}
        autoFocus
        status={status}
        onCheckAgain={checkAgain}
        error={errors.username?.message}
      />
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          disabled={status !== 'ok' && !isSubmitting}
          isPending={isSubmitting}
          pendingLabel="Saving…"
        >
          Save
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
