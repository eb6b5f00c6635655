import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { getAccessToken, getAuthClient, useSession } from '../../../lib/session/session.ts';
import { answerSignInAgain } from '../../../lib/session/sign-in-again.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAccountForm } from '../account-form.ts';
import { exchangeSession, getLinkClient } from '../link/exchange-session.ts';
import { CODE_LEADS, type CodeKind, FactorCodeForm } from '../second-factor/factor-code-form.tsx';
import { passwordFailureMessage } from '../second-factor/second-factor.queries.ts';

/**
 * Makes the new session this browser's own, and ends the former one.
 * @returns false if another user has signed in here meanwhile
 */
async function adoptSession(beside: GoTrueClient): Promise<boolean> {
  const former = await getAccessToken();
  const { data, error } = await beside.getSession();
  if (error) throw error;
  if (!data.session || (await exchangeSession(data.session))) return false;
  // What is open elsewhere with the former one takes over the new one by itself.
  if (former) void (await getAuthClient()).admin.signOut(former, 'local').catch(() => undefined);
  return true;
}

/**
 * Asks for the password, and the second factor where there is one, so that what waits for a recent sign-in can go on.
 * The dialog or screen behind it stays as it is.
 */
export default function SignInAgainDialog() {
  const session = useSession();
  const email = session.status === 'signed-in' ? (session.user.email ?? '') : '';
  const [beside] = useState(getLinkClient);
  const [factors, setFactors] = useState<readonly Factor[]>();
  const [kind, setKind] = useState<CodeKind>('app');

  const finish = async () => answerSignInAgain(await adoptSession(await beside));
  const close = () => {
    answerSignInAgain(false);
    // What the password has begun without the code.
    void beside.then((client) => client.signOut({ scope: 'local' })).catch(() => undefined);
  };
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { password: '' },
    send: async ({ password }) => {
      const { data, error } = await (await beside).signInWithPassword({ email, password });
      if (error) throw error;
      const due = (data.user.factors ?? []).filter(({ status }) => status === 'verified');
      if (due.length > 0) setFactors(due);
      else await finish();
    },
    describeFailure: passwordFailureMessage,
    failureField: 'password',
  });
  const password = form.register('password');
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      isOpen
      title="Confirm it’s you"
      description={
        factors
          ? CODE_LEADS[kind]
          : 'This step needs your password, even though you’re signed in. You’ll continue right where you are.'
      }
      onClose={close}
      initialFocus={field}
    >
      {factors ? (
        <FactorCodeForm
          factors={factors}
          kind={kind}
          onKind={setKind}
          submitLabel="Continue"
          getClient={() => beside}
          onVerified={finish}
        />
      ) : (
        <form noValidate className="grid gap-5" onSubmit={submit}>
          {/* Tells a password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <Field label="Your password" error={errors.password?.message} isRequired>
            <PasswordInput
              {...password}
              autoComplete="current-password"
              ref={(input) => {
                password.ref(input);
                field.current = input;
              }}
            />
          </Field>
          <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" isPending={isSubmitting} pendingLabel="Checking…">
              Continue
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

const schema = z.object({ password: z.string().min(1, 'Enter your password.') });
