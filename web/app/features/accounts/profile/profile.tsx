import { studio } from '@atelier/content/studio.ts';
import { useLocation } from 'react-router';
import { reloadAccount, useAccount } from '../../../lib/account.ts';
import { isSentToSetUp, returnPath } from '../../../lib/return-to.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { DeletionCard } from '../deletion/deletion-card.tsx';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import { AccountCard } from './account-card.tsx';
import { DataCard } from './data-card.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export const meta = () => [{ title: `Profile & Settings · ${studio.name}` }];

/** /profile: who one is here, and how one signs in. */
export default function Profile() {
  const session = useSession();
  const account = useAccount();
  const { state } = useLocation();
  const continueAt = returnPath(state, '');
  const user = session.status === 'signed-in' ? session.user : undefined;
  // Where they wanted to go opens once this is done.
  const isHeldUp = isSentToSetUp(state) && !user?.factors?.some(({ status }) => status === 'verified');
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHeader title="Profile & Settings" />
      {continueAt && !isHeldUp && (
        <Alert
          tone="info"
          title="You’re in. Pick up where you left off?"
          action={
            <ButtonLink to={continueAt} size="sm">
              Continue
            </ButtonLink>
          }
        />
      )}
      {account.status === 'failed' ? (
        <Alert
          tone="danger"
          title="Couldn’t load your profile."
          action={
            <Button variant="secondary" size="sm" onClick={() => void reloadAccount()}>
              Try again
            </Button>
          }
        >
          Please check your connection and try again.
        </Alert>
      ) : user && account.me ? (
        <>
          <ProfileHeader me={account.me} user={user} />
          <AccountCard me={account.me} user={user} />
        </>
      ) : (
        <ProfileSkeleton />
      )}
      {user && <NotificationsCard userId={user.id} isAdmin={account.isAdmin} />}
      {user && <SecurityCard email={user.email} />}
      {user && <SecondFactorCard userId={user.id} isSetUpRequired={isSentToSetUp(state)} />}
      {user && <SessionsCard userId={user.id} />}
      {user && <DataCard />}
      {user?.email && <DeletionCard email={user.email} />}
    </div>
  );
}
