import {
  nearestUsername,
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
  typed,
  status,
  onCheckAgain,
  error,
  ...rest
}: ComponentProps<'input'> & {
  /** The name as typed. */
  typed: string;
  status: UsernameStatus;
  onCheckAgain: () => void;
  /** The error of a submit; replaces the availability. */
  error?: string | undefined;
}) {
  return (
    <Field
      label="Username"
      // The rule and, once a name is typed, what comes of it: one line for both, so that nothing moves.
      hint={
        <span aria-live="polite" className="block min-h-6">
          {status === 'idle' || error ? (
            '3 to 32 letters, numbers or _'
          ) : (
            <Availability {...{ typed, status, onCheckAgain }} />
          )}
        </span>
      }
      error={error}
      isRequired
    >
      <Input autoComplete="nickname" autoCapitalize="none" spellCheck={false} maxLength={64} {...rest} />
    </Field>
  );
}

function Availability({
  typed,
  status,
  onCheckAgain,
}: {
  typed: string;
  status: Exclude<UsernameStatus, 'idle'>;
  onCheckAgain: () => void;
}) {
  const near = status === 'invalid' ? nearestUsername(typed) : undefined;
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
      text: near ? `${USERNAME_MESSAGE}. “${near}” would work.` : USERNAME_MESSAGE,
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
    <span className={`flex items-center gap-1.5 font-medium ${className}`}>
      {icon}
      <span>{children}</span>
    </span>
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
