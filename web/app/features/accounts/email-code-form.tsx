import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Input } from '../../ui/forms/input.tsx';
import { emailCodeFailureMessage } from './email-code-failure.ts';
import { firstIssueResolver } from './first-issue.ts';

/** Six digits from our own provider; a hosted one may send up to ten. Mails are copied with spaces. */
const schema = z.object({
  code: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6,10}$/, 'Enter the six digits from the email.')),
});

/** For a mail read on another device: the user types its code where they asked for it. */
export function EmailCodeForm({
  submitLabel,
  onCode,
}: {
  submitLabel: string;
  /** Resolves when the code was accepted; a failure is shown here. */
  onCode: (code: string) => Promise<void>;
}) {
  const form = useForm({ defaultValues: { code: '' }, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      form.setError('code', { message: emailCodeFailureMessage(error) }, { shouldFocus: true });
    }
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
