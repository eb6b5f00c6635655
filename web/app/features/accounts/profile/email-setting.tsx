import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { EmailForm } from './email-form.tsx';
import type { PendingEmail } from './pending-email.ts';
import { SettingRow } from './setting-row.tsx';
import { useBanner } from './use-banner.ts';
import { useKeptText } from './use-kept-text.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** The address: shown, copied, and changed by links to both the current and the new one. */
export function EmailSetting({
  userId,
  email,
  pending,
}: {
  userId: string;
  email: string | undefined;
  pending: PendingEmail | undefined;
}) {
  const kept = useKeptText(userId, 'email');
  const [isEditing, setIsEditing] = useState(kept.initial !== undefined);
  const [banner, showBanner] = useBanner();
  const changeButton = useReturnFocus(isEditing);
  const close = () => {
    kept.forget();
    setIsEditing(false);
  };
  const sent = () => {
    close();
    showBanner('Check BOTH inboxes (current & new) for confirmation links.');
  };
  return (
    <SettingRow
      label="Email"
      value={isEditing ? undefined : (email ?? <span className="text-ink-faint">None</span>)}
      actions={
        <>
          {email && <CopyButton text={email} label="Copy email" />}
          <Button ref={changeButton} variant="quiet" size="sm" onClick={() => setIsEditing(true)}>
            Change <span className="sr-only">email</span>
          </Button>
        </>
      }
    >
      {isEditing && (
        <EmailForm
          email={email}
          typed={kept.initial ?? pending?.address ?? ''}
          onTyped={kept.keep}
          onSent={sent}
          onCancel={close}
        />
      )}
      {banner && (
        <Alert tone="success" isUrgent>
          {banner}
        </Alert>
      )}
      {!isEditing && pending && <Pending {...pending} />}
    </SettingRow>
  );
}

function Pending({ address, isOver }: PendingEmail) {
  const next = <strong className="wrap-anywhere">{address}</strong>;
  return (
    <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
      {isOver ? (
        <>The links for the change to {next} have expired. Press “Change” to get new ones.</>
      ) : (
        <>Waiting for both addresses to confirm the change to {next}.</>
      )}
    </p>
  );
}
