import { type EmailChangeForm, emailChangeFormSchema } from '@atelier/domain/auth.ts';
import { useForm } from 'react-hook-form';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { changeEmail } from './change-email.ts';

/** Asks for another address. */
export function EmailForm({
  email,
  onSent,
  onCancel,
}: {
  email: string | undefined;
  onSent: () => void;
  onCancel: () => void;
}) {
  const form = useForm<EmailChangeForm>({
    defaultValues: { email: '' },
    resolver: firstIssueResolver(emailChangeFormSchema),
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (filled) => {
    if (!email) {
      form.setError('root', { message: 'Missing email on account.' });
      return;
    }
    // The provider would take it and send nothing.
    if (filled.email === email.toLowerCase()) {
      form.setError('email', { message: 'This is your current email.' });
      return;
    }
    try {
      await changeEmail(filled.email);
      onSent();
    } catch (error) {
      form.setError('root', {
        message: authFailureMessage(error, 'Unable to send the confirmation links. Please try again.'),
      });
    }
  });
  const leave = (event: { key: string }) => {
    if (event.key === 'Escape' && !isSubmitting) onCancel();
  };

  return (
    <form noValidate className="grid gap-3" onSubmit={submit} onKeyDown={leave}>
      <Field
        label="New email"
        hint={email && `Now: ${email}. We’ll send a link to both addresses.`}
        error={errors.email?.message}
        isRequired
      >
        <Input {...form.register('email')} autoFocus type="email" inputMode="email" autoComplete="email" />
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isPending={isSubmitting} pendingLabel="Sending…">
          Send confirmation links
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
