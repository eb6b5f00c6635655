import type { Factor } from '@supabase/auth-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { isEmbeddedProvider } from '../../../lib/session/auth-provider.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { SkeletonList } from '../../../ui/feedback/placeholders.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import { FocusOnMount } from '../account-screen.tsx';
import { SettingRow } from '../profile/setting.tsx';
import { APP_NAME, factorFailureMessage } from './factor-code-form.tsx';
import { RecoveryCodesSetting } from './recovery-codes.tsx';
import { factorsKey, listFactors, useEnrollApp, useRemoveApp } from './second-factor.queries.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

/** The second factor: set up, managed and removed. */
export function SecondFactorCard({
  userId,
  isSetUpRequired,
}: {
  userId: string;
  /** The admin guard led here: admins must have one. */
  isSetUpRequired: boolean;
}) {
  const queryClient = useQueryClient();
  const factors = useQuery(listFactors(userId));
  const enrolment = useEnrollApp();
  const [isSettingUp, setIsSettingUp] = useState(false);
  const isOn = (factors.data?.apps.length ?? 0) > 0;

  const beginSetUp = () => {
    enrolment.mutate();
    setIsSettingUp(true);
  };
  const endSetUp = () => {
    setIsSettingUp(false);
    void queryClient.invalidateQueries({ queryKey: factorsKey });
  };
  return (
    <Card
      title="Two-step sign-in"
      actions={factors.data && <Badge tone={isOn ? 'success' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      {isSetUpRequired && !isOn && (
        <FocusOnMount>
          <Alert tone="warning" title="Turn this on to open the admin area.">
            Admins sign in with a second step, so a stolen password alone opens nothing.
          </Alert>
        </FocusOnMount>
      )}
      <p className="text-sm text-ink-soft">
        After your password, you also enter a code from an app on your phone. Someone who learns your password
        still can’t get in.
      </p>
      {factors.isPending ? (
        <SkeletonList label="Loading your sign-in steps…" rows={1} />
      ) : factors.isError ? (
        <RetryAlert title="Couldn’t load this." onRetry={() => void factors.refetch()} />
      ) : (
        <>
          {isOn && <AppList apps={factors.data.apps} />}
          {isOn && isEmbeddedProvider() && <RecoveryCodesSetting left={factors.data.codesLeft} />}
          <div>
            <Button variant={isOn ? 'secondary' : 'primary'} onClick={beginSetUp}>
              {isOn ? 'Add another app' : 'Turn on'}
            </Button>
          </div>
        </>
      )}
      {isSettingUp && (
        <SetUpDialog
          enrolment={enrolment}
          isFirst={!isOn}
          hasCodes={factors.data?.codesLeft !== undefined}
          onClose={endSetUp}
        />
      )}
    </Card>
  );
}

/** The authenticator apps in use, each with a way to remove it. */
function AppList({ apps }: { apps: readonly Factor[] }) {
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
