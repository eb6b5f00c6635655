import { api } from '@atelier/domain/api.ts';
import { ONBOARDING_STORAGE_KEY } from '@atelier/domain/onboarding/rules.ts';
import { useState } from 'react';
import { z } from 'zod';
import { callApi } from '../../../lib/api/api-client.ts';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { goodbyeState, useNavigate } from '../../../lib/pages/links.ts';
import { isEmbeddedProvider } from '../../../lib/session/auth-provider.ts';
import { signOut, whileLeaving } from '../../../lib/session/session.ts';
import { askToSignInAgain } from '../../../lib/session/sign-in-again.ts';
import { keepText, ONBOARDING_SYNC_KEY, PENDING_SUBMISSION_KEY } from '../../../lib/storage/local-store.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useAccountForm } from '../account-form.ts';

/**
 * Deletes the signed-in account, and the copies of its briefs in this browser.
 * @throws ApiError
 */
async function deleteAccount(): Promise<void> {
  await callApi(api.deleteMyAccount);
  keepText(ONBOARDING_STORAGE_KEY, undefined);
  keepText(ONBOARDING_SYNC_KEY, undefined);
  keepText(PENDING_SUBMISSION_KEY, undefined);
}

/** Deletes the account, after a dialog that asks for a word, and always for the password. */
export function DeletionCard() {
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
      {isAsking && <DeletionDialog onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

/** Deletes the account, and says goodbye on the home page. */
function DeletionDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { word: '' },
    // However recent the sign-in: unattended screens are where this would be done by somebody else.
    send: async () => {
      if (!(await askToSignInAgain())) return;
      await whileLeaving(async () => {
        await deleteAccount();
        // Navigates first: this page's guard would lead to /login.
        await navigate('/', { replace: true, state: goodbyeState });
        await signOut();
      });
    },
    describeFailure: (error) => failureMessage(error, FALLBACK),
  });
  const close = () => !isSubmitting && onClose();
  return (
    <Dialog isOpen title="Delete your account?" description="This can’t be undone." onClose={close}>
      <ul className="grid list-disc gap-2 pl-5">
        <li>Your profile, your drafts and your projects are deleted for good.</li>
        <li>
          A project whose contract you’ve accepted stays with the studio, which has to keep it. You lose
          access to it.
        </li>
        <li>
          A project in which a colleague decides becomes theirs. What you wrote in projects of others stays
          there, without your name.
        </li>
        <li>
          Invoices that were sent to you stay too: the law has the studio keep them. Nothing in them leads to
          your account any more.
        </li>
        <li>You’re signed out everywhere, and an email confirms it.</li>
        {!isEmbeddedProvider() && (
          <li>
            You sign in here through another service. Your account there stays: delete it there if you want it
            gone.
          </li>
        )}
      </ul>
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <Field label={`Type “${WORD}” to confirm`} error={errors.word?.message} isRequired>
          <Input {...form.register('word')} autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        {errors.root && <Alert tone="danger">{errors.root.message}</Alert>}
        <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
          <Button variant="secondary" onClick={close}>
            Keep my account
          </Button>
          <Button
            type="submit"
            variant="danger"
            isPending={isSubmitting}
            pendingLabel="Deleting your account…"
          >
            Delete my account
          </Button>
        </div>
      </form>
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
});

const FALLBACK = 'Your account couldn’t be deleted. Please try again.';
