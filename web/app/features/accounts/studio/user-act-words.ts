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
          ? 'Every browser where you are signed in is signed out, this one too.'
          : 'Every browser where they are signed in is signed out at once. They can sign in again.',
        confirmLabel: 'Sign out everywhere',
        pendingLabel: 'Signing out…',
        done: 'Signed out everywhere.',
        isDangerous: false,
      };
    case 'close':
      return {
        title: `Close the account of ${user.email}?`,
        description:
          'They are signed out at once and can no longer sign in. Their projects, messages and files stay as they are, and you can open the account again.',
        confirmLabel: 'Close account',
        pendingLabel: 'Closing…',
        done: 'The account is closed.',
        isDangerous: true,
      };
    case 'open':
      return {
        title: `Open the account of ${user.email} again?`,
        description: 'They can sign in again, and find everything as they left it.',
        confirmLabel: 'Open account',
        pendingLabel: 'Opening…',
        done: 'The account is open again.',
        isDangerous: false,
      };
    case 'remove-second-factor':
      return {
        title: `Remove the second factor of ${user.email}?`,
        description:
          'For somebody who has lost their phone and their recovery codes. From then on the password alone opens the account, so make sure that it is really them who ask.',
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
        ? `${who} will see and change everything in the studio: projects, enquiries, and other people’s accounts.`
        : `${who} will lose the admin area with the next click, and keep nothing but ${isSelf ? 'your' : 'their'} own projects.`,
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
    description: `It was “${subscriptionLabel(user.subscriptionStatus)}”. This is a note for the studio: it opens and closes nothing.`,
    confirmLabel: 'Set status',
    pendingLabel: 'Saving…',
    done: `The subscription is now ${status}.`,
    isDangerous: false,
  };
}
