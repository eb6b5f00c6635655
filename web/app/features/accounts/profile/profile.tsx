import { studio } from '@atelier/content/studio.ts';
import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { Me } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { NOTIFICATION_KINDS, NOTIFICATIONS, type NotificationKind } from '@atelier/domain/project-parts.ts';
import type { User } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { useCall } from '../../../lib/api/use-call.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { late } from '../../../lib/late.tsx';
import { Link } from '../../../lib/pages/links.ts';
import { isSentToSetUp, returnPath } from '../../../lib/pages/return-to.ts';
import { reloadAccount, useAccount } from '../../../lib/session/account.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Avatar } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { RetryAlert } from '../../../ui/feedback/load-failure.tsx';
import { Skeleton } from '../../../ui/feedback/placeholders.tsx';
import { FailureAlert } from '../../../ui/feedback/query-state.tsx';
import { Checkbox } from '../../../ui/forms/choices.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SecondFactorCard } from '../second-factor/second-factor-card.tsx';
import { AccountCard } from './account-card.tsx';
import { DeletionCard } from './deletion-card.tsx';
import { changesNotifications, listNotifications, useDownloadData } from './profile.queries.ts';
import { SecurityCard, SessionsCard } from './security-card.tsx';

/** Below what the screen is for: it comes once that is there. */
const CalendarCard = late<{ userId: string; isAdmin: boolean }>(
  () => import('./calendar-card.tsx'),
  <Skeleton className="h-52 rounded-lg" />,
);

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
      {/* Below the account, whose height isn't known before. */}
      {user && account.status !== 'loading' && (
        <>
          <NotificationsCard userId={user.id} isAdmin={account.isAdmin} />
          <SecurityCard email={user.email} />
          <SecondFactorCard userId={user.id} isSetUpRequired={isSentToSetUp(state)} />
          <SessionsCard userId={user.id} />
          <CalendarCard userId={user.id} isAdmin={account.isAdmin} />
          <DataCard />
          <DeletionCard />
        </>
      )}
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
      <FailureAlert error={download.error} fallback="The file couldn’t be made. Please try again." />
    </Card>
  );
}

/** The mails about projects: one checkbox each, saved on change. */
function NotificationsCard({ userId, isAdmin }: { userId: string; isAdmin: boolean }) {
  const query = useQuery(listNotifications(userId));
  return (
    <Card title="E-mails">
      <p className="text-sm text-ink-soft">
        You get an email when something needs you, but not about what you’ve already seen. Account, brief and
        contract emails are always sent.
        {!isAdmin && <span> So are reminders about contracts and invoices.</span>}
      </p>
      {query.isPending && <KindsSkeleton isAdmin={isAdmin} />}
      {query.isError && (
        <RetryAlert title="Couldn’t load your choices." onRetry={() => void query.refetch()} />
      )}
      {query.data && (
        <ul className="grid grid-cols-1">
          {query.data.map(({ kind, isOn }) => (
            <Kind key={kind} userId={userId} kind={kind} isOn={isOn} isAdmin={isAdmin} />
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The choices' labels without their checkboxes: as high as the choices will be. */
function KindsSkeleton({ isAdmin }: { isAdmin: boolean }) {
  const labels = NOTIFICATION_KINDS.flatMap(
    (kind) => NOTIFICATIONS[kind][isAdmin ? 'studio' : 'client'] ?? [],
  );
  return (
    <div role="status" className="grid grid-cols-1">
      <span className="sr-only">Loading your choices…</span>
      {labels.map((label) => (
        <div key={label} aria-hidden="true" className="flex min-h-11 items-start gap-3 py-2.5 leading-snug">
          <Skeleton className="size-5.5 shrink-0" />
          {label}
        </div>
      ))}
    </div>
  );
}

function Kind({
  userId,
  kind,
  isOn,
  isAdmin,
}: {
  userId: string;
  kind: NotificationKind;
  isOn: boolean;
  isAdmin: boolean;
}) {
  const save = useCall(api.setMyNotification, changesNotifications(userId));
  const { client, studio } = NOTIFICATIONS[kind];
  const label = (isAdmin ? (studio ?? client) : (client ?? studio)) ?? kind;
  return (
    <li>
      <Checkbox
        label={label}
        checked={save.isPending ? save.variables.body.isOn : isOn}
        onChange={(event) => save.mutate({ body: { kind, isOn: event.target.checked } })}
      />
      <p role="status" className="pl-8.5 text-sm text-ink-faint empty:hidden">
        {save.isPending && <span>Saving…</span>}
        {save.isSuccess && (
          <span>{isOn ? 'Saved: you’ll get these emails.' : 'Saved: no more of these emails.'}</span>
        )}
      </p>
      <FailureAlert error={save.error} fallback="Failed to save. Please try again." />
    </li>
  );
}
