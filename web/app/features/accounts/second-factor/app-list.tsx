import type { Factor } from '@supabase/auth-js';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SettingRow } from '../profile/setting-row.tsx';
import { factorFailureMessage } from './factor-failure.ts';
import { APP_NAME } from './factor-name.ts';
import { useRemoveApp } from './remove-app.ts';

/** The authenticator apps in use, each with a way to remove it. */
export function AppList({ apps }: { apps: readonly Factor[] }) {
  const removal = useRemoveApp();
  const [asked, setAsked] = useState<Factor>();
  const isLast = apps.length === 1;
  const close = () => {
    removal.reset();
    setAsked(undefined);
  };
  return (
    <div className="grid border-t border-rule pt-4">
      {apps.map((app) => {
        const name = app.friendly_name ?? APP_NAME;
        return (
          <SettingRow
            key={app.id}
            label={`Added ${formatDate(app.created_at)}`}
            value={name}
            actions={
              <Button variant="quiet" size="sm" aria-label={`Remove ${name}`} onClick={() => setAsked(app)}>
                Remove
              </Button>
            }
          />
        );
      })}
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={isLast ? 'Turn off two-step sign-in?' : `Remove ${asked?.friendly_name ?? APP_NAME}?`}
        description={
          isLast
            ? 'Your password alone will be enough to sign in, and your recovery codes stop working.'
            : 'Its codes stop working. Your other apps and recovery codes still do.'
        }
        confirmLabel={isLast ? 'Turn off' : 'Remove'}
        pendingLabel={isLast ? 'Turning off…' : 'Removing…'}
        isDangerous
        isPending={removal.isPending}
        error={removal.error ? factorFailureMessage(removal.error) : undefined}
        onConfirm={() => asked && removal.mutate(asked.id, { onSuccess: close })}
        onClose={close}
      />
    </div>
  );
}
