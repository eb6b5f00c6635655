import { PASSWORD_MIN_LENGTH, passwordStrength } from '@atelier/domain/auth/rules.ts';
import { clsx } from 'clsx';
import { useSyncExternalStore } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';

/** A new password, how strong it is, and the same password again. */
export function NewPasswordFields({
  label,
  password,
  confirmPassword,
  typed,
  errors,
}: {
  label: string;
  password: UseFormRegisterReturn;
  confirmPassword: UseFormRegisterReturn;
  /** The password so far. */
  typed: string;
  errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
}) {
  const hint = usePasswordHint();
  return (
    <>
      <div className="grid gap-3">
        <Field label={label} hint={hint} error={errors.password?.message} isRequired>
          <PasswordInput {...password} autoComplete="new-password" />
        </Field>
        <PasswordStrengthMeter password={typed} />
      </div>
      <Field label="Confirm password" error={errors.confirmPassword?.message} isRequired>
        <PasswordInput {...confirmPassword} autoComplete="new-password" />
      </Field>
    </>
  );
}

/** Tells a password manager whose password a form is about, if the form doesn't ask for it. */
export function HiddenUsername({ value }: { value: string }) {
  return <input type="text" name="username" autoComplete="username" value={value} readOnly hidden />;
}

/**
 * What the server wrote into the page's head if it requires longer passwords (see
 * `server/src/features/auth/passwords/passwords.ts`). Read once, before React may replace the
 * head.
 */
const requiredLength = typeof document === 'undefined' ? undefined : readTag(document);

function readTag(page: Document): number | undefined {
  const tag = page.querySelector<HTMLMetaElement>('head > meta[name="password-min-length"]');
  return tag ? Number(tag.content) : undefined;
}

const subscribe = () => () => {};

/**
 * How long a new password has to be, in a sentence. The prerendered HTML shows the usual length.
 */
function usePasswordHint(): string {
  const length = useSyncExternalStore(
    subscribe,
    () => requiredLength ?? PASSWORD_MIN_LENGTH,
    () => PASSWORD_MIN_LENGTH,
  );
  return `At least ${length} characters`;
}

const STEPS = [1, 2, 3, 4] as const;
const colours = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/** How strong a password looks, and how to make it stronger. Empty before the first character. */
function PasswordStrengthMeter({ password }: { password: string }) {
  const { score, label, hints } = passwordStrength(password);
  const isEmpty = password === '';
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
        {STEPS.map((step) => (
          <span
            key={step}
            className={clsx(
              'h-1.5 rounded-full transition-colors',
              !isEmpty && step <= Math.max(score, 1) ? colours[score] : 'bg-neutral-soft',
            )}
          />
        ))}
      </div>
      <p aria-live="polite" className="-mb-2 min-h-6 text-sm text-ink-soft">
        {!isEmpty && (
          <>
            <span className="sr-only">Password strength: </span>
            <span className="font-medium text-ink">{label}</span>
            {hints.length > 0 && <>. {hints.join('. ')}.</>}
          </>
        )}
      </p>
    </div>
  );
}
