import { api } from '@atelier/domain/api.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import type { Factor, GoTrueClient } from '@supabase/auth-js';
import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '../../../lib/api/api-client.ts';
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts';
import { goodbyeState, useNavigate } from '../../../lib/pages/links.ts';
import { isEmbeddedProvider } from '../../../lib/session/auth-provider.ts';
import { signOut, whileLeaving } from '../../../lib/session/session.ts';
import { keepText, ONBOARDING_SYNC_KEY, PENDING_SUBMISSION_KEY } from '../../../lib/storage/local-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAccountForm } from '../account-form.ts';
import { CODE_LEADS, type CodeKind, FactorCodeForm } from '../second-factor/factor-code-form.tsx';
import { passwordFailureMessage } from '../second-factor/second-factor.queries.ts';

/**
 * Signs in again, in a session beside this browser's own.
 * @returns the verified factors, one of which must give a code next; empty without a second factor
 * @throws the authentication client's error
 */
async function signInAgain(email: string, password: string): Promise<readonly Factor[]> {
  const beside = await getDeletionClient();
  const { data, error } = await beside.signInWithPassword({ email, password });
  if (error) throw error;
  return (data.user.factors ?? []).filter(({ status }) => status === 'verified');
}

/**
 * Ends the session of `signInAgain`, if there is one. Never rejects: the session expires anyway.
 */
async function forgetSignInAgain(): Promise<void> {
  const beside = await getDeletionClient().catch(() => undefined);
  await beside?.signOut({ scope: 'local' }).catch(() => undefined);
}

/**
 * Deletes the account that has just signed in again, and the copies of its briefs in this browser.
 * @throws ApiError
 */
async function deleteAccount(): Promise<void> {
  const beside = await getDeletionClient();
  const { data } = await beside.getSession();
  const token = data.session?.access_token;
  await callApi(api.deleteMyAccount, token === undefined ? {} : { token });
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
  keepText(PENDING_SUBMISSION_KEY, undefined);
}

/**
 * The client that deletes: its session leaves this browser's own alone (see lib/session/auth-client.ts).
 */
async function getDeletionClient(): Promise<GoTrueClient> {
  return (await import('../../../lib/session/auth-client.ts')).clientBeside();
}

/** Deletes the account, after a dialog that asks for the password. */
export function DeletionCard({ email }: { email: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title="Danger">
      <div>
        <h3 className="text-base">Delete your account</h3>
        <p className="text-sm text-ink-soft">
          With your profile, drafts and projects. Download your data first if you might want it later.
        </p>
      </div>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete account…
        </Button>
      </div>
      {isAsking && <DeletionDialog email={email} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

/** Signs in again, deletes the account, and says goodbye on the home page. */
function DeletionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [factors, setFactors] = useState<readonly Factor[]>();
  const [kind, setKind] = useState<CodeKind>('app');

  const finish = () =>
    whileLeaving(async () => {
      await deleteAccount();
      // Navigates first: this page's guard would lead to /login.
      await navigate('/', { replace: true, state: goodbyeState });
      await Promise.all([signOut(), forgetSignInAgain()]);
    });
  const proceed = async (password: string) => {
    const due = await signInAgain(email, password);
    if (due.length > 0) setFactors(due);
    else await finish();
  };
  const close = () => {
    void forgetSignInAgain();
    onClose();
  };
  return (
    <Dialog
      isOpen
      title="Delete your account?"
      description={factors ? CODE_LEADS[kind] : 'This can’t be undone.'}
      onClose={close}
    >
      {factors ? (
        <FactorCodeForm
          factors={factors}
          kind={kind}
          onKind={setKind}
          submitLabel="Delete my account"
          getClient={getDeletionClient}
          onVerified={finish}
        />
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            <li>Your profile, your drafts and your projects are deleted for good.</li>
            <li>
              A project whose contract you’ve accepted stays with the studio, which has to keep it. You lose
              access to it.
            </li>
            <li>
              A project in which a colleague decides becomes theirs. What you wrote in projects of others
              stays there, without your name.
            </li>
            <li>
              Invoices that were sent to you stay too: the law has the studio keep them. Nothing in them leads
              to your account any more.
            </li>
            <li>You’re signed out everywhere, and an email confirms it.</li>
            {!isEmbeddedProvider() && (
              <li>
                You sign in here through another service. Your account there stays: delete it there if you
                want it gone.
              </li>
            )}
          </ul>
          <DeletionForm email={email} onPassword={proceed} onCancel={close} />
        </>
      )}
    </Dialog>
  );
}

const WORD = 'delete';
const schema = z.object({
  word: z
    .string()
    .trim()
    .toLowerCase()
    .refine((word) => word === WORD, `Type “${WORD}” to continue.`),
  password: z.string().min(1, 'Enter your password.'),
});

/** Asks for the word and the password, against slips and for unattended screens. */
function DeletionForm({
  email,
  onPassword,
  onCancel,
}: {
  email: string;
  /** Resolves when the password was right and what follows is done; a failure is shown here. */
  onPassword: (password: string) => Promise<void>;
  onCancel: () => void;
}) {
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { word: '', password: '' },
    send: ({ password }) => onPassword(password),
    describeFailure: deletionFailureMessage,
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={submit}>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label={`Type “${WORD}” to confirm`} error={errors.word?.message} isRequired>
        <Input {...form.register('word')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Your password" error={errors.password?.message} isRequired>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
      <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
        <Button variant="secondary" onClick={onCancel}>
          Keep my account
        </Button>
        <Button type="submit" variant="danger" isPending={isSubmitting} pendingLabel="Deleting your account…">
          Delete my account
        </Button>
      </div>
    </form>
  );
}

const FALLBACK = 'Your account couldn’t be deleted. Please try again.';

/** The message for an account that was not deleted. */
function deletionFailureMessage(error: unknown): string {
  if (error instanceof ApiError) return failureMessage(error, FALLBACK);
  return passwordFailureMessage(error);
}
