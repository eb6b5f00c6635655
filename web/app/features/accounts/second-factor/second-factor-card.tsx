import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isEmbeddedProvider } from '../../../lib/auth-provider.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SkeletonList } from '../../../ui/feedback/skeleton.tsx';
import { FocusedOnArrival } from '../account-screen.tsx';
import { AppList } from './app-list.tsx';
import { useEnrollApp } from './enroll-app.ts';
import { factorsKey, listFactors } from './list-factors.ts';
import { RecoveryCodesSetting } from './recovery-codes-setting.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

/** The second factor: set up, looked after and taken away. */
export function SecondFactorCard({
  userId,
  isSetUpRequired,
}: {
  userId: string;
  /** They were sent here, because admins have to have one. */
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
        <FocusedOnArrival>
          <Alert tone="warning" title="Turn this on to open the admin area.">
            Admins sign in with a second step, so a stolen password alone opens nothing.
          </Alert>
        </FocusedOnArrival>
      )}
      <p className="text-sm text-ink-soft">
        After your password, you also enter a code from an app on your phone. Someone who learns your password
        still can’t get in.
      </p>
      {factors.isPending ? (
        <SkeletonList label="Loading your sign-in steps…" rows={1} />
      ) : factors.isError ? (
        <Alert
          tone="danger"
          title="Couldn’t load this."
          action={
            <Button variant="secondary" size="sm" onClick={() => void factors.refetch()}>
              Try again
            </Button>
          }
        />
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
