import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { HiddenUsername } from '../hidden-username.tsx';
import { deletionFailureMessage } from './deletion-failure.ts';

const WORD = 'delete';
const schema = z.object({
  word: z
    .string()
    .trim()
    .toLowerCase()
    .refine((word) => word === WORD, `Type “${WORD}” to continue.`),
  password: z.string().min(1, 'Enter your password.'),
});

/** Asks for the word and the password, so that nobody deletes an account by a slip or at somebody else's screen. */
export function DeletionForm({
  email,
  onPassword,
  onCancel,
}: {
  email: string;
  /** Resolves when the password was right and what follows is done; a failure is shown here. */
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const form = useForm({ defaultValues: { word: '', password: '' }, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
    } catch (error) {
      form.setError('root', { message: deletionFailureMessage(error) });
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <HiddenUsername value={email} />
      <Field label={`Type “${WORD}” to confirm`} error={errors.word?.message} isRequired>
        <Input {...form.register('word')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Your password" error={errors.password?.message} isRequired>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
        <Button variant="secondary" onClick={onCancel}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" isPending={isSubmitting} pendingLabel="Deleting your account…">
          Delete my account
        </Button>
      </div>
    </form>
  );
}
