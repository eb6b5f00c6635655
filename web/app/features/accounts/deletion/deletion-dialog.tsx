import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { isEmbeddedProvider } from '../../../lib/auth-provider.ts';
import { goodbyeState } from '../../../lib/goodbye.ts';
import { useNavigate } from '../../../lib/links.ts';
import { signOut, whileLeaving } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { CODE_LEADS, type CodeKind, FactorCodeForm } from '../second-factor/factor-code-form.tsx';
import { getClientBeside } from '../separate-clients.ts';
import { deleteAccount, forgetSignInAgain, signInAgain } from './delete-account.ts';
import { DeletionForm } from './deletion-form.tsx';

/** Asks who it is once more, deletes the account, and says goodbye on the home page. */
export function DeletionDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [factors, setFactors] = useState<readonly Factor[]>();
  const [kind, setKind] = useState<CodeKind>('app');

  const finish = () =>
    whileLeaving(async () => {
      await deleteAccount();
      // Away from here first: the guard of this page would lead to the sign-in.
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
          getClient={getClientBeside}
          onShown={finish}
        />
      ) : (
        <>
          <ul className="grid list-disc gap-2 pl-5">
            <li>Your profile, your drafts and your projects are deleted for good.</li>
            <li>
              A project whose contract you’ve accepted stays with the studio, which has to keep it. You lose
              access to it.
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
