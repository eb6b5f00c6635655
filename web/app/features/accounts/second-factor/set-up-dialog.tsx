import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmbeddedProvider } from '../../../lib/session/auth-provider.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { FocusOnMount } from '../account-screen.tsx';
import { sessionsKey } from '../profile/profile.queries.ts';
import { CodeForm, factorFailureMessage, verifyAppCode } from './factor-code-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type NewApp, type useEnrollApp, useMakeRecoveryCodes } from './second-factor.queries.ts';

/** Sets up an authenticator app: its QR code, its first code, and then the recovery codes. */
export function SetUpDialog({
  enrolment,
  isFirst,
  hasCodes,
  onClose,
}: {
  enrolment: ReturnType<typeof useEnrollApp>;
  /** Whether the account has no app in use yet. */
  isFirst: boolean;
  hasCodes: boolean;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const making = useMakeRecoveryCodes();
  const [isDone, setIsDone] = useState(false);
  // Decided once: the list behind this dialog learns of the new app and codes while they still
  // show.
  const [wasFirst] = useState(isFirst);
  const [needsCodes] = useState(!hasCodes && isEmbeddedProvider());

  const finish = async (app: NewApp, code: string) => {
    await verifyAppCode(app.factorId, code);
    setIsDone(true);
    if (needsCodes) making.mutate();
    // Sessions without the new factor have ended.
    void queryClient.invalidateQueries({ queryKey: sessionsKey });
  };
  if (!isDone) {
    return (
      <Dialog
        isOpen
        title={wasFirst ? 'Turn on two-step sign-in' : 'Add another app'}
        description="Use any authenticator app, such as the one in your phone or password manager."
        onClose={onClose}
      >
        {enrolment.error ? (
          <RetryAlert title="The set-up couldn’t be started." onRetry={() => enrolment.mutate()}>
            {factorFailureMessage(enrolment.error)}
          </RetryAlert>
        ) : enrolment.data ? (
          <Enrolment
            app={enrolment.data}
            submitLabel={wasFirst ? 'Turn on' : 'Add app'}
            onCode={(code) => finish(enrolment.data, code)}
          />
        ) : (
          <div role="status">
            <span className="sr-only">Preparing your QR code…</span>
            <Skeleton className="mx-auto size-48" />
          </div>
        )}
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      title={wasFirst ? 'Two-step sign-in is on' : 'Your app is added'}
      description={needsCodes ? 'One more thing: save your recovery codes.' : undefined}
      onClose={onClose}
      actions={
        !making.isPending && <Button onClick={onClose}>{making.data ? 'I’ve saved them' : 'Done'}</Button>
      }
    >
      <FocusOnMount>
        {making.isPending && <Skeleton className="h-48" />}
        {making.data && <RecoveryCodes codes={making.data} />}
        {!needsCodes && <p>From now on, you enter a code from an app after your password.</p>}
      </FocusOnMount>
      {making.error && (
        <RetryAlert title="Your recovery codes couldn’t be made." onRetry={() => making.mutate()}>
          {factorFailureMessage(making.error)}
        </RetryAlert>
      )}
    </Dialog>
  );
}

function Enrolment({
  app,
  submitLabel,
  onCode,
}: {
  app: NewApp;
  submitLabel: string;
  onCode: (code: string) => Promise<void>;
}) {
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Scan this with the app.
          {/* White around it whatever the theme: cameras need the contrast. */}
          <img
            src={app.qrCode}
            alt="QR code for your authenticator app"
            className="mx-auto mt-3 size-48 rounded-md border border-rule bg-[white] p-2"
          />
          <p className="mt-3">Or, on this device, type this key into it:</p>
          <span className="mt-2 flex flex-wrap items-center gap-x-2 rounded-md border border-rule bg-sunken px-4 py-1">
            <code className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">{app.secret}</code>
            <CopyButton text={app.secret} label="Copy key" />
          </span>
        </li>
        <li>Enter the code the app shows.</li>
      </ol>
      <CodeForm kind="app" submitLabel={submitLabel} onCode={onCode} />
    </div>
  );
}
