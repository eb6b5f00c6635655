import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { Me } from '@atelier/domain/accounts/schema.ts';
import type { User } from '@supabase/auth-js';
import { useLocation } from 'react-router';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { Link } from '../../../lib/pages/links.ts';
import { isSentToSetUp, returnPath } from '../../../lib/pages/return-to.ts';
import { reloadAccount, useAccount } from '../../../lib/session/account.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Avatar } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { DeletionCard } from '../deletion/deletion-card.tsx';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import { EmailSetting } from './email-setting.tsx';
import { NotificationsCard } from './notifications-card.tsx';
import { useDownloadData } from './profile.queries.ts';
import { SecurityCard } from './security-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SettingRow } from './setting.tsx';
import { UsernameSetting } from './username-setting.tsx';

export const meta = () => [{ title: `Profile & Settings · ${studio.name}` }];

/** /profile: the account, its security and its data. */
export default function Profile() {
  const session = useSession();
  const account = useAccount();
  const { state } = useLocation();
  const continueAt = returnPath(state, '');
  const user = session.status === 'signed-in' ? session.user : undefined;
  // The wanted page opens once the second factor is set up.
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
        <RetryAlert title="Couldn’t load your profile." onRetry={() => void reloadAccount()}>
          Please check your connection and try again.
        </RetryAlert>
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

/** The header card and the account card while loading. */
function ProfileSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading your profile…</span>
      <Card>
        <div className="flex items-center gap-5">
          <Skeleton className="size-16 rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-7 w-40" />
            <Skeleton className="h-5 w-56 max-w-full" />
            <Skeleton className="h-4 w-48 max-w-full" />
          </div>
        </div>
      </Card>
      <Card>
        <Skeleton className="h-6 w-24" />
        {['username', 'email', 'id', 'since'].map((row) => (
          <div key={row} className="grid gap-2 border-t border-rule pt-4">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-5 w-52 max-w-full" />
          </div>
        ))}
      </Card>
    </div>
  );
}

/** Who is signed in, and since when. */
function ProfileHeader({ me, user }: { me: Me; user: User }) {
  const name = greetingName({ username: me.user.username, email: user.email ?? null });
  const lastSignIn = formatDateTime(user.last_sign_in_at);
  return (
    <Card>
      <div className="flex items-center gap-4 sm:gap-5">
        <Avatar name={name} />
        <div className="grid min-w-0 gap-0.5">
          <p className="truncate font-display text-xl font-semibold">{name}</p>
          <p className="text-ink-soft [overflow-wrap:anywhere]">{user.email}</p>
          {lastSignIn && <p className="text-sm text-ink-faint">Last sign-in: {lastSignIn}</p>}
        </div>
      </div>
    </Card>
  );
}

/** Downloads the user's personal data. */
function DataCard() {
  const download = useDownloadData();
  return (
    <Card title="Your data">
      <p className="text-sm text-ink-soft">
        One file with everything kept about you: account, sign-ins, briefs, projects and messages. What
        happens to it is in the{' '}
        <Link to="/privacy" className="underline">
          privacy notice
        </Link>
        .
      </p>
      <div className="grid justify-items-start gap-3">
        <Button
          variant="secondary"
          isPending={download.isPending}
          pendingLabel="Preparing your file…"
          onClick={() => download.mutate()}
        >
          Download my data
        </Button>
        <p role="status" className="text-sm text-ink-soft empty:hidden">
          {download.isSuccess && 'Your file is in your downloads.'}
        </p>
      </div>
      {download.error && (
        <Alert tone="danger">
          {failureMessage(download.error, 'The file couldn’t be made. Please try again.')}
        </Alert>
      )}
    </Card>
  );
}

/** The username and the address. */
function AccountCard({ me, user }: { me: Me; user: User }) {
  return (
    <Card title="Account">
      <div className="grid">
        <UsernameSetting userId={user.id} username={me.user.username} />
        <EmailSetting user={user} />
        <SettingRow
          label="User ID"
          value={<span className="font-mono text-sm">{user.id}</span>}
          actions={<CopyButton text={user.id} label="Copy ID" />}
        />
        <SettingRow label="Member since" value={formatDate(me.user.createdAt)} />
      </div>
    </Card>
  );
}
