import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { FocusedOnArrival } from '../account-screen.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { passwordFailureMessage } from './confirm-password.ts';

const schema = z.object({ password: z.string().min(1, 'Enter your password.') });

/** Asks for the signed-in account's password again. */
export function PasswordForm({
  onPassword,
}: {
  /** Resolves when the password was right; a failure is shown here. */
  onPassword: (password: string) => Promise<void>;
}) {
  const form = useForm({ defaultValues: { password: '' }, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password);
    } catch (error) {
      form.setError('password', { message: passwordFailureMessage(error) }, { shouldFocus: true });
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      <FocusedOnArrival>
        <p>You signed in a while ago. Enter your password to confirm it’s you.</p>
      </FocusedOnArrival>
      <Field label="Your password" error={errors.password?.message} isRequired>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" isPending={isSubmitting} pendingLabel="Checking…">
          Continue
        </Button>
      </div>
    </form>
  );
}
