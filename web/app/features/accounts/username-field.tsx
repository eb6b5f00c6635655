import {
  USERNAME_CHECK_DELAY_MS,
  USERNAME_MESSAGE,
  type UsernameStatus,
  usernameShape,
} from '@atelier/domain/accounts/rules.ts';
import { api } from '@atelier/domain/api.ts';
import { type ComponentProps, type ReactNode, useCallback, useEffect, useState } from 'react';
import { callApi } from '../../lib/api/api-client.ts';
import { Spinner } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/forms/field.tsx';
import { Check, CircleAlert, X } from '../../ui/icons.tsx';

/**
 * A username with its availability. Users sign in by their address: a password manager must not
 * store this name with the password.
 */
export function UsernameField({
  status,
  onCheckAgain,
  error,
  ...rest
}: ComponentProps<'input'> & {
  status: UsernameStatus;
  onCheckAgain: () => void;
  /** The error of a submit; replaces the availability. */
  error?: string | undefined;
}) {
  return (
    <div className="grid gap-1.5">
      <Field label="Username" hint="3 to 32 letters, numbers or _" error={error} isRequired>
        <Input autoComplete="nickname" autoCapitalize="none" spellCheck={false} maxLength={64} {...rest} />
      </Field>
      <div aria-live="polite" className="-mb-2 min-h-6 text-sm font-medium">
        {!error && <Availability status={status} onCheckAgain={onCheckAgain} />}
      </div>
    </div>
  );
}

function Availability({ status, onCheckAgain }: { status: UsernameStatus; onCheckAgain: () => void }) {
  if (status === 'idle') return null;
  if (status === 'error') {
    return (
      <Line className="text-danger" icon={<CircleAlert aria-hidden="true" className="size-4" />}>
        Couldn’t check this name.{' '}
        <button type="button" className="min-h-6 underline" onClick={onCheckAgain}>
          Check again
        </button>
      </Line>
    );
  }
  const lines = {
    invalid: {
      text: USERNAME_MESSAGE,
      colour: 'text-danger',
      icon: <X aria-hidden="true" className="size-4" />,
    },
    checking: { text: 'Checking…', colour: 'text-ink-soft', icon: <Spinner /> },
    ok: { text: 'Available', colour: 'text-success', icon: <Check aria-hidden="true" className="size-4" /> },
    taken: {
      text: 'Already taken',
      colour: 'text-danger',
      icon: <X aria-hidden="true" className="size-4" />,
    },
  };
  const { text, colour, icon } = lines[status];
  return (
    <Line className={colour} icon={icon}>
      {text}
    </Line>
  );
}

function Line({ className, icon, children }: { className: string; icon: ReactNode; children: ReactNode }) {
  return (
    <p className={`flex items-center gap-1.5 ${className}`}>
      {icon}
      <span>{children}</span>
    </p>
  );
}

/**
 * The availability of a username while it is typed. The check starts when typing pauses, and every
 * change cancels the previous one (specification section 4). `checkAgain` repeats a failed check.
 */
export function useUsernameStatus(typed: string): { status: UsernameStatus; checkAgain: () => void } {
  const username = typed.trim();
  const shape = usernameShape(username);
  const [checked, setChecked] = useState<{ username: string; status: 'ok' | 'taken' | 'error' }>();
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the check
  useEffect(() => {
    if (shape !== 'checking') return;
    const given = new AbortController();
    const check = async () => {
      const status = await checkUsername(username, given.signal).then(
        (isFree) => (isFree ? 'ok' : 'taken'),
        () => 'error' as const,
      );
      if (!given.signal.aborted) setChecked({ username, status });
    };
    const timer = setTimeout(check, USERNAME_CHECK_DELAY_MS);
    return () => {
      clearTimeout(timer);
      given.abort();
      setChecked(undefined);
    };
  }, [username, shape, attempt]);

  const checkAgain = useCallback(() => setAttempt((count) => count + 1), []);
  if (shape !== 'checking') return { status: shape, checkAgain };
  return { status: checked?.username === username ? checked.status : 'checking', checkAgain };
}

/** Whether a username is free. The signed-in user's own counts as free. */
async function checkUsername(username: string, signal: AbortSignal): Promise<boolean> {
  const { available } = await callApi(api.checkUsername, { query: { u: username }, signal });
  return available;
}
