import { passwordStrength } from '@atelier/domain/auth/rules.ts';
import { clsx } from 'clsx';

const STEPS = [1, 2, 3, 4] as const;
const colours = ['bg-danger', 'bg-danger', 'bg-warning', 'bg-success', 'bg-success'] as const;

/** How strong a password looks, and how to make it stronger. Says nothing before something is typed. */
export function PasswordStrengthMeter({ password }: { password: string }) {
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
