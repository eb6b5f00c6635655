import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import type { UserAct } from './act-on-user.ts';
import { roleLabel, subscriptionLabel } from './user-badges.tsx';

/** How an act is asked about, and what is said when it is done. */
export interface ActWords {
  title: string;
  description: string;
  confirmLabel: string;
  pendingLabel: string;
  done: string;
  isDangerous: boolean;
}

/** The words of an act on an account: the question says what it does. `isSelf`: the admin's own account. */
export function actWords(act: UserAct, user: AdminUser, { isSelf }: { isSelf: boolean }): ActWords {
  const name = greetingName(user);
  switch (act.kind) {
    case 'change':
      return act.role !== undefined ? roleWords(act.role, name, isSelf) : subscriptionWords(act, user);
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
    case 'close':
      return {
        title: `Disable the account of ${user.email}?`,
        description:
          'They’re signed out right away and can’t sign in. Their projects, messages and files stay as they are, and you can enable the account again.',
        confirmLabel: 'Disable account',
        pendingLabel: 'Closing…',
        done: 'The account is disabled.',
        isDangerous: true,
      };
    case 'open':
      return {
        title: `Enable the account of ${user.email} again?`,
        description: 'They can sign in again and will find everything as they left it.',
        confirmLabel: 'Enable account',
        pendingLabel: 'Opening…',
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

function roleWords(role: AdminUser['role'], name: string, isSelf: boolean): ActWords {
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

function subscriptionWords(
  act: { subscriptionStatus?: AdminUser['subscriptionStatus'] | undefined },
  user: AdminUser,
): ActWords {
  const status = subscriptionLabel(act.subscriptionStatus ?? user.subscriptionStatus);
  return {
    title: `Set the subscription to “${status}”?`,
    description: `It was “${subscriptionLabel(user.subscriptionStatus)}”. This is just a note for the studio: it doesn’t change what they can do.`,
    confirmLabel: 'Set status',
    pendingLabel: 'Saving…',
    done: `The subscription is now ${status}.`,
    isDangerous: false,
  };
}
