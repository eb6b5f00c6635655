import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Input } from '../../../ui/forms/input.tsx';
import { firstIssueResolver } from '../first-issue.ts';
import { factorFailureMessage } from './factor-failure.ts';

/** Apps show their code with a space in the middle. */
const appCode = z
  .string()
  .transform((text) => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits your app shows.'));
const recoveryCode = z
  .string()
  .trim()
  .min(1, 'Enter one of your recovery codes.')
  .max(100, 'That’s too long for a code.');

const KINDS = {
  app: {
    label: 'Six-digit code',
    schema: z.object({ code: appCode }),
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    schema: z.object({ code: recoveryCode }),
    input: { autoComplete: 'off', autoCapitalize: 'none' },
  },
} as const;

/** Asks for a code and says in its own words why one was not taken. The keyboard starts in it. */
export function CodeForm({
  kind,
  submitLabel,
  onCode,
  children,
}: {
  kind: keyof typeof KINDS;
  submitLabel: string;
  /** Resolves when the code was taken; a failure is shown here. */
  onCode: (code: string) => Promise<void>;
  /** Further fields, above the code. */
  children?: ReactNode;
}) {
  const { label, schema, input } = KINDS[kind];
  const form = useForm({ defaultValues: { code: '' }, resolver: firstIssueResolver(schema) });
  const { errors, isSubmitting } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  // At once, where React Hook Form would wait a moment: in it a window finds that the keyboard was in what this takes the
  // place of, and takes it itself.
  useLayoutEffect(() => element.current?.querySelector<HTMLInputElement>('[name=code]')?.focus(), []);

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code);
    } catch (error) {
      form.setError('code', { message: factorFailureMessage(error, kind) }, { shouldFocus: true });
    }
  });
  return (
    <form ref={element} noValidate className="grid gap-5" onSubmit={submit}>
      {children}
      <Field label={label} error={errors.code?.message} isRequired>
        <Input
          {...form.register('code')}
          {...input}
          autoCorrect="off"
          spellCheck={false}
          className="font-mono text-lg tracking-widest"
        />
      </Field>
      <Button type="submit" isWide isPending={isSubmitting} pendingLabel="Checking your code…">
        {submitLabel}
      </Button>
    </form>
  );
}
