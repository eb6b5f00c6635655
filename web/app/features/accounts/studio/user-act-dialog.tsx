import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api-error.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { type UserAct, useActOnUser } from './act-on-user.ts';
import { actWords } from './user-act-words.ts';

/** Asks before anything is done to somebody's account, does it, and says what came of it. */
export function UserActDialog({
  act,
  user,
  isSelf,
  onClose,
}: {
  /** What is asked about; undefined while nothing is. */
  act: UserAct | undefined;
  user: AdminUser;
  isSelf: boolean;
  onClose: () => void;
}) {
  // Both stay as they were asked about: while the window fades out, and when the account has changed behind it.
  const [asked, setAsked] = useState<{ act: UserAct; user: AdminUser }>();
  const acting = useActOnUser(user._id);
  if (act && act !== asked?.act) {
    setAsked({ act, user });
    acting.reset();
  }
  const words = asked && actWords(asked.act, asked.user, { isSelf });
  return (
    <ConfirmDialog
      isOpen={act !== undefined}
      title={words?.title}
      description={words?.description}
      confirmLabel={words?.confirmLabel ?? ''}
      pendingLabel={words?.pendingLabel ?? ''}
      isDangerous={words?.isDangerous ?? false}
      isPending={acting.isPending}
      error={acting.error ? failureMessage(acting.error, 'That didn’t work. Please try again.') : undefined}
      onConfirm={() =>
        asked &&
        acting.mutate(asked.act, {
          onSuccess: (said) => {
            showToast(said ?? words?.done ?? '', { tone: 'success' });
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
