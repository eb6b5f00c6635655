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
  const least = useLeastLength();
  const rule = `At least ${least} characters`;
  return (
    <>
      <div className="grid gap-3">
        <Field
          label={label}
          // The rule and, once a password is typed, how strong it is: one line for both.
          hint={
            <span aria-live="polite">
              {typed === '' ? (
                rule
              ) : (
                <PasswordStrength password={typed} advice={typed.length < least ? [rule] : undefined} />
              )}
            </span>
          }
          error={errors.password?.message}
          isRequired
        >
          <PasswordInput {...password} autoComplete="new-password" />
        </Field>
        <StrengthMeter password={typed} />
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

/** How long a new password has to be. The prerendered HTML shows the usual length. */
function useLeastLength(): number {
  return useSyncExternalStore(
    subscribe,
    () => requiredLength ?? PASSWORD_MIN_LENGTH,
    () => PASSWORD_MIN_LENGTH,
  );
}

const STEPS = [1, 2, 3, 4] as const;
const colours = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/** How strong a password looks, and what to change: `advice`, or else what makes it stronger. */
function PasswordStrength({ password, advice }: { password: string; advice: readonly string[] | undefined }) {
  const { label, hints } = passwordStrength(password);
  const lines = advice ?? hints;
  return (
    <>
      <span className="sr-only">Password strength: </span>
      <span className="font-medium text-ink">{label}</span>
      {lines.length > 0 && <span>. {lines.join('. ')}.</span>}
    </>
  );
}

/** The strength as a bar; empty before the first character. */
function StrengthMeter({ password }: { password: string }) {
  const { score } = passwordStrength(password);
  const lit = password === '' ? 0 : Math.max(score, 1);
  return (
    <div aria-hidden="true" className="grid grid-cols-4 gap-1.5">
      {STEPS.map((step) => (
        <span
          key={step}
          className={clsx(
            'h-1.5 rounded-full transition-colors',
            step <= lit ? colours[score] : 'bg-neutral-soft',
          )}
        />
      ))}
    </div>
  );
}
