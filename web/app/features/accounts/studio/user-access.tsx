import { greetingName, type SubscriptionStatus } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { type ReactNode, useState } from 'react';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ConfirmDialog } from '../../../ui/overlays/dialog.tsx';
import {
  RoleBadge,
  roleLabel,
  SUBSCRIPTION_HINT,
  subscriptionChoices,
  subscriptionLabel,
} from './user-badges.tsx';
import { type UserAction, useActOnUser } from './users.queries.ts';

/** Asks before an action on an account, runs it, and announces the result. */
function UserActionDialog({
  action,
  user,
  isSelf,
  onClose,
}: {
  /** The action to ask about; undefined closes the dialog. */
  action: UserAction | undefined;
  user: AdminUser;
  isSelf: boolean;
  onClose: () => void;
}) {
  // Both stay as asked about: while the dialog fades out, and if the account changes meanwhile.
  const [asked, setAsked] = useState<{ action: UserAction; user: AdminUser }>();
  const mutation = useActOnUser(user._id);
  if (action && action !== asked?.action) {
    setAsked({ action, user });
    mutation.reset();
  }
  const text = asked && actionText(asked.action, asked.user, { isSelf });
  return (
    <ConfirmDialog
      isOpen={action !== undefined}
      title={text?.title}
      description={text?.description}
      confirmLabel={text?.confirmLabel ?? ''}
      pendingLabel={text?.pendingLabel ?? ''}
      isDangerous={text?.isDangerous ?? false}
      isPending={mutation.isPending}
      error={
        mutation.error ? failureMessage(mutation.error, 'That didn’t work. Please try again.') : undefined
      }
      onConfirm={() =>
        asked &&
        mutation.mutate(asked.action, {
          onSuccess: (announcement) => {
            showToast(announcement ?? text?.done ?? '', { tone: 'success' });
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

/** The text of an action: its question, and the announcement when it is done. */
interface ActionText {
  title: string;
  description: string;
  confirmLabel: string;
  pendingLabel: string;
  done: string;
  isDangerous: boolean;
}

/**
 * The text of an action on an account: the question says what it does. `isSelf`: the admin's own
 * account.
 */
function actionText(action: UserAction, user: AdminUser, { isSelf }: { isSelf: boolean }): ActionText {
  const name = greetingName(user);
  switch (action.kind) {
    case 'change':
      return action.role !== undefined ? roleText(action.role, name, isSelf) : subscriptionText(action, user);
    case 'sign-out':
      return {
        title: `Sign ${name} out everywhere?`,
        description: isSelf
          ? 'You’re signed out of every browser, including this one.'
          : 'They’re signed out of every browser right away. They can sign in again.',
        confirmLabel: 'Sign out everywhere',
        pendingLabel: 'Signing out…',
        done: 'Signed out everywhere.',
        isDangerous: false,
      };
    case 'disable':
      return {
        title: `Disable the account of ${user.email}?`,
        description:
          'They’re signed out right away and can’t sign in. Their projects, messages and files stay as they are, and you can enable the account again.',
        confirmLabel: 'Disable account',
        pendingLabel: 'Disabling…',
        done: 'The account is disabled.',
        isDangerous: true,
      };
    case 'enable':
      return {
        title: `Enable the account of ${user.email} again?`,
        description: 'They can sign in again and will find everything as they left it.',
        confirmLabel: 'Enable account',
        pendingLabel: 'Enabling…',
        done: 'The account is enabled again.',
        isDangerous: false,
      };
    case 'remove-second-factor':
      return {
        title: `Remove the second factor of ${user.email}?`,
        description:
          'For someone who has lost their phone and recovery codes. Afterwards the password alone is enough to sign in, so make sure it’s really them asking.',
        confirmLabel: 'Remove second factor',
        pendingLabel: 'Removing…',
        done: 'The second factor is removed.',
        isDangerous: true,
      };
  }
}

function roleText(role: AdminUser['role'], name: string, isSelf: boolean): ActionText {
  const who = isSelf ? 'You' : name;
  return {
    title: role === 'admin' ? `Make ${name} an admin?` : `Make ${name} a client?`,
    description:
      role === 'admin'
        ? `${who} will be able to see and change everything in the studio: projects, enquiries and other people’s accounts.`
        : `${who} will lose the admin area at the next click, and keep only ${isSelf ? 'your' : 'their'} own projects.`,
    confirmLabel: role === 'admin' ? 'Make admin' : 'Make client',
    pendingLabel: 'Changing…',
    done: `The role is now ${roleLabel(role)}.`,
    isDangerous: true,
  };
}

function subscriptionText(
  action: { subscriptionStatus?: AdminUser['subscriptionStatus'] | undefined },
  user: AdminUser,
): ActionText {
  const chosen = action.subscriptionStatus ?? user.subscriptionStatus;
  const status = subscriptionLabel(chosen);
  return {
    title: `Set the subscription to “${status}”?`,
    description: `It was “${subscriptionLabel(user.subscriptionStatus)}”. ${SUBSCRIPTION_HINT}`,
    confirmLabel: 'Set status',
    pendingLabel: 'Saving…',
    done: chosen === 'none' ? 'There’s no subscription now.' : `The subscription is now ${status}.`,
    isDangerous: false,
  };
}

/** The rights of an account, and what the studio can do to it. Every action asks first. */
export function UserAccess({ user, isSelf }: { user: AdminUser; isSelf: boolean }) {
  const [action, setAction] = useState<UserAction>();
  const isDisabled = user.disabledAt !== null;
  return (
    <Card title="Account">
      <div className="grid grid-cols-1 divide-y divide-rule">
        <Row
          title={
            <>
              Role <RoleBadge role={user.role} />
            </>
          }
          text={
            user.role === 'admin'
              ? 'Sees and changes everything in the studio.'
              : 'Sees their own projects and nothing else.'
          }
        >
          <Button
            variant="secondary"
            size="sm"
            onClick={() => setAction({ kind: 'change', role: user.role === 'admin' ? 'client' : 'admin' })}
          >
            {user.role === 'admin' ? 'Make client' : 'Make admin'}
          </Button>
        </Row>
        <SubscriptionRow
          key={user.subscriptionStatus}
          status={user.subscriptionStatus}
          onSet={(subscriptionStatus) => setAction({ kind: 'change', subscriptionStatus })}
        />
        <Row title="Sign-ins" text="Ends every session, on every device.">
          <Button variant="secondary" size="sm" onClick={() => setAction({ kind: 'sign-out' })}>
            Sign out everywhere
          </Button>
        </Row>
        <Row title="Second factor" text="For someone who has lost their phone and recovery codes.">
          <Button variant="secondary" size="sm" onClick={() => setAction({ kind: 'remove-second-factor' })}>
            Remove second factor
          </Button>
        </Row>
        <Row
          title={isDisabled ? 'This account is disabled' : 'Disable the account'}
          text={
            isDisabled
              ? 'Nobody can sign in to it. Everything in it is still there.'
              : 'Nobody can sign in to it until you enable it again. Nothing is deleted.'
          }
        >
          <Button
            variant={isDisabled ? 'primary' : 'danger'}
            size="sm"
            onClick={() => setAction({ kind: isDisabled ? 'enable' : 'disable' })}
          >
            {isDisabled ? 'Enable account' : 'Disable account'}
          </Button>
        </Row>
      </div>
      <UserActionDialog action={action} user={user} isSelf={isSelf} onClose={() => setAction(undefined)} />
    </Card>
  );
}

function SubscriptionRow({
  status,
  onSet,
}: {
  status: SubscriptionStatus;
  onSet: (status: SubscriptionStatus) => void;
}) {
  const [chosen, choose] = useState(status);
  return (
    <Row title="Subscription" text={SUBSCRIPTION_HINT}>
      <div className="flex w-full items-end gap-2 sm:w-auto">
        <Field label="Subscription status" isLabelHidden>
          <Select
            choices={subscriptionChoices}
            value={chosen}
            onChange={(event) => choose(event.target.value as SubscriptionStatus)}
          />
        </Field>
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11"
          disabled={chosen === status}
          onClick={() => onSet(chosen)}
        >
          Set
        </Button>
      </div>
    </Row>
  );
}

function Row({ title, text, children }: { title: ReactNode; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0 max-sm:items-start sm:flex-row sm:items-center sm:justify-between sm:[&>:last-child]:shrink-0">
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-2 text-base font-semibold">{title}</h3>
        <p className="text-sm text-ink-soft">{text}</p>
      </div>
      {children}
    </div>
  );
}
