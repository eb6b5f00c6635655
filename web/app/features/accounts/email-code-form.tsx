import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { useAccountForm } from './account-form.ts';
import { authFailureMessage, toSignInFailure } from './auth-failure.ts';

/**
 * Six digits from our own provider; a hosted one may send up to ten. Mails are copied with spaces.
 */
const schema = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6,10}$/, 'Enter the six digits from the email.')),
});

/** For a mail read on another device: the user types its code where they requested it. */
export function EmailCodeForm({
  submitLabel,
  onCode,
}: {
  submitLabel: string;
  /** Resolves when the code was accepted; a failure is shown here. */
  onCode: (code: string) => Promise<void>;
}) {
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { code: '' },
    send: ({ code }) => onCode(code),
    describeFailure: emailCodeFailureMessage,
    failureField: 'code',
  });
  return (
    <form
      method="dialog"
      noValidate
      className="grid grid-cols-1 gap-3 border-t border-rule pt-5"
      onSubmit={submit}
    >
      <Field
        label="Or type the code from the email"
        hint="It works for ten minutes. After five wrong tries, use the link."
        error={errors.code?.message}
      >
        <Input
          {...form.register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCorrect="off"
          spellCheck={false}
          maxLength={24}
          className="font-mono text-lg tracking-widest"
        />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        isWide
        isPending={isSubmitting}
        pendingLabel="Checking your code…"
      >
        {submitLabel}
      </Button>
    </form>
  );
}

const CODE_WRONG =
  'That code is wrong or has expired. Check the newest email, use its link, or ask for a new one.';
const TOO_MANY = 'Too many tries. Use the link in the email, or wait a few minutes.';

/** The message for a refused code from a mail. */
export function emailCodeFailureMessage(error: unknown): string {
  const { code, status } = toSignInFailure(error);
  if (code === 'otp_expired') return CODE_WRONG;
  if (status === 429) return TOO_MANY;
  return authFailureMessage(error, 'That didn’t work. Please try again.');
}
