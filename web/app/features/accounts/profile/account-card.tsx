import { type Me, usernameSchema } from '@atelier/domain/accounts/schema.ts';
import { LINK_SECONDS } from '@atelier/domain/auth/rules.ts';
import { emailChangeFormSchema } from '@atelier/domain/auth/schema.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import type { User } from '@supabase/auth-js';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { failureMessage } from '../../../lib/api/api-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { refreshAccessToken } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { StatusLine } from '../../../ui/feedback/status.tsx';
import { Field, Input } from '../../../ui/forms/field.tsx';
import { useAccountForm } from '../account-form.ts';
import { authFailureMessage } from '../auth-failure.ts';
import { UsernameField, useUsernameStatus } from '../username-field.tsx';
import { changeEmail, saveUsername } from './profile.queries.ts';
import { SettingForm, SettingRow, useKeptText, useReturnFocus } from './setting.tsx';

/** The username and the address. */
export function AccountCard({ me, user }: { me: Me; user: User }) {
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

/** The username: shown, then edited in its place. */
function UsernameSetting({ userId, username }: { userId: string; username: string | null }) {
  const kept = useKeptText(userId, 'username');
  const [isEditing, setIsEditing] = useState(kept.initial !== undefined);
  const [isSaved, setIsSaved] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const edit = () => {
    setIsSaved(false);
    setIsEditing(true);
  };
  const close = () => {
    kept.forget();
    setIsEditing(false);
  };
  const saved = () => {
    setIsSaved(true);
    close();
  };
  if (isEditing) {
    return (
      <SettingRow label="Username">
        <UsernameForm
          username={username ?? ''}
          typed={kept.initial ?? username ?? ''}
          onTyped={kept.keep}
          onSaved={saved}
          onCancel={close}
        />
      </SettingRow>
    );
  }
  return (
    <SettingRow
      label="Username"
      value={username ?? <span className="text-ink-faint">Not chosen yet</span>}
      actions={
        <Button ref={editButton} variant="quiet" size="sm" onClick={edit}>
          Edit <span className="sr-only">username</span>
        </Button>
      }
    >
      {isSaved && <StatusLine tone="success">Username updated.</StatusLine>}
    </SettingRow>
  );
}

const schema = z.object({ username: usernameSchema });

/**
 * Edits the username. It can be saved once the name is known to be free and is not the current one.
 */
function UsernameForm({
  username,
  typed: initial,
  onTyped,
  onSaved,
  onCancel,
}: {
  username: string;
  /** The field's initial text. */
  typed: string;
  onTyped: (text: string) => void;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema,
    defaultValues: { username: initial },
    send: async (filled) => {
      await saveUsername(filled.username);
      onSaved();
    },
    describeFailure: (error) => failureMessage(error, 'Unable to save the username. Please try again.'),
  });
  const typed = form.watch('username').trim();
  const { status, checkAgain } = useUsernameStatus(typed === username ? '' : typed);
  return (
    <SettingForm
      problem={errors.root?.message}
      submitLabel="Save"
      pendingLabel="Saving…"
      isPending={isSubmitting}
      isReady={status === 'ok'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <UsernameField
        typed={typed === username ? '' : typed}
        {...form.register('username', { onChange: (event) => onTyped(event.target.value) })}
        autoFocus
        status={status}
        onCheckAgain={checkAgain}
        error={errors.username?.message}
      />
    </SettingForm>
  );
}

/** The address: shown, copied, and changed by links to both the current and the new one. */
function EmailSetting({ user }: { user: User }) {
  const { email } = user;
  const pending = pendingEmail(user);
  useFreshAddress(pending !== undefined && !pending.isOver);
  const kept = useKeptText(user.id, 'email');
  const [isEditing, setIsEditing] = useState(kept.initial !== undefined);
  const [banner, showBanner] = useBanner();
  const changeButton = useReturnFocus(isEditing);
  const close = () => {
    kept.forget();
    setIsEditing(false);
  };
  const sent = () => {
    close();
    showBanner('Check BOTH inboxes (current & new) for confirmation links.');
  };
  return (
    <SettingRow
      label="Email"
      value={isEditing ? undefined : (email ?? <span className="text-ink-faint">None</span>)}
      actions={
        <>
          {email && <CopyButton text={email} label="Copy email" />}
          <Button ref={changeButton} variant="quiet" size="sm" onClick={() => setIsEditing(true)}>
            Change <span className="sr-only">email</span>
          </Button>
        </>
      }
    >
      {isEditing && (
        <EmailForm
          email={email}
          typed={kept.initial ?? pending?.address ?? ''}
          onTyped={kept.keep}
          onSent={sent}
          onCancel={close}
        />
      )}
      {banner && (
        <Alert tone="success" isUrgent>
          {banner}
        </Alert>
      )}
      {!isEditing && pending && <Pending {...pending} />}
    </SettingRow>
  );
}

function Pending({ address, isOver }: PendingEmail) {
  const next = <strong className="wrap-anywhere">{address}</strong>;
  return (
    <p className="text-sm text-ink-soft [overflow-wrap:anywhere]">
      {isOver ? (
        <span>The links for the change to {next} have expired. Press “Change” to get new ones.</span>
      ) : (
        <span>Waiting for both addresses to confirm the change to {next}.</span>
      )}
    </p>
  );
}

/** Asks for another address. */
function EmailForm({
  email,
  typed,
  onTyped,
  onSent,
  onCancel,
}: {
  email: string | undefined;
  /** The field's initial text. */
  typed: string;
  onTyped: (text: string) => void;
  onSent: () => void;
  onCancel: () => void;
}) {
  const { form, errors, isSubmitting, submit } = useAccountForm({
    schema: emailChangeFormSchema,
    defaultValues: { email: typed },
    send: async (filled, form) => {
      if (!email) return form.setError('root', { message: 'Missing email on account.' });
      // The provider would accept it and send nothing.
      if (filled.email === comparableEmail(email))
        return form.setError('email', { message: 'This is your current email.' });
      await changeEmail(filled.email);
      onSent();
    },
    describeFailure: (error) =>
      authFailureMessage(error, 'Unable to send the confirmation links. Please try again.'),
  });
  return (
    <SettingForm
      problem={errors.root?.message}
      submitLabel="Send confirmation links"
      pendingLabel="Sending…"
      isPending={isSubmitting}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Field
        label="New email"
        hint={email && `Now: ${email}. You’ll get a link at both addresses.`}
        error={errors.email?.message}
        isRequired
      >
        <Input
          {...form.register('email', { onChange: (event) => onTyped(event.target.value) })}
          autoFocus
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
    </SettingForm>
  );
}

/** A requested address that both mailboxes have yet to confirm. */
interface PendingEmail {
  address: string;
  /** The links have expired: the change needs a new request. */
  isOver: boolean;
}

/** The user's unfinished change of address, if any. The provider never deletes one by itself. */
export function pendingEmail(
  user: Pick<User, 'new_email' | 'email_change_sent_at'>,
  now: number = Date.now(),
): PendingEmail | undefined {
  const { new_email: address, email_change_sent_at: sentAt } = user;
  if (!address) return undefined;
  // Another provider may omit the time: then the links count as valid.
  return { address, isOver: sentAt !== undefined && now - Date.parse(sentAt) >= LINK_SECONDS * 1000 };
}

/**
 * Renews the session while a change of address is pending, which another browser may confirm: when
 * the profile opens, and when its tab becomes visible again.
 */
function useFreshAddress(isWaiting: boolean): void {
  const [hasWaited] = useState(isWaiting);
  useEffect(() => {
    if (hasWaited) void refreshAccessToken();
  }, [hasWaited]);
  useEffect(() => {
    if (!isWaiting) return;
    const look = () => {
      if (document.visibilityState === 'visible') void refreshAccessToken();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isWaiting]);
}

/** How long a banner stays, in ms (specification section 9). */
const STAYS_MS = 8000;

/** A message that disappears after eight seconds. */
function useBanner(): [message: string | undefined, show: (message: string) => void] {
  const [banner, setBanner] = useState<{ message: string }>();
  useEffect(() => {
    if (!banner) return;
    const timer = setTimeout(() => setBanner(undefined), STAYS_MS);
    return () => clearTimeout(timer);
  }, [banner]);
  return [banner?.message, (message) => setBanner({ message })];
}
