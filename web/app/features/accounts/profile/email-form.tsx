import { type EmailChangeForm, emailChangeFormSchema } from '@atelier/domain/auth/schema.ts';
import { useForm } from 'react-hook-form';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { authFailureMessage } from '../auth-failure.ts';
import { firstIssueResolver } from '../first-issue.ts';
import { changeEmail } from './change-email.ts';
import { SettingForm } from './setting-form.tsx';

/** Asks for another address. */
export function EmailForm({
  email,
  typed,
  onTyped,
  onSent,
  onCancel,
}: {
  email: string | undefined;
  /** What stands in the field at first. */
  typed: string;
  onTyped: (text: string) => void;
  onSent: () => void;
  onCancel: () => void;
}) {
  const form = useForm<EmailChangeForm>({
    defaultValues: { email: typed },
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
  return (
    <SettingForm
      problem={errors.root?.message}
      submitLabel="Send confirmation links"
      pendingLabel="Sending…"
      isPending={isSubmitting}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label="New email"
        hint={email && `Now: ${email}. You’ll get a link at both addresses.`}
        error={errors.email?.message}
        isRequired
      >
        <Input
          {...form.register('email', { onChange: (event) => onTyped(event.target.value) })}
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
    </SettingForm>
  );
}
