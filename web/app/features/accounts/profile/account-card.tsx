import type { Me } from '@atelier/domain/accounts/schema.ts';
import type { User } from '@supabase/auth-js';
import { formatDate } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { EmailSetting } from './email-setting.tsx';
import { pendingEmail } from './pending-email.ts';
import { SettingRow } from './setting-row.tsx';
import { useFreshAddress } from './use-fresh-address.ts';
import { UsernameSetting } from './username-setting.tsx';

/** What the account is called and where it is reached. */
export function AccountCard({ me, user }: { me: Me; user: User }) {
  const pending = pendingEmail(user);
  useFreshAddress(pending !== undefined && !pending.isOver);
  return (
    <Card title="Account">
      <div className="grid">
        <UsernameSetting userId={user.id} username={me.user.username} />
        <EmailSetting userId={user.id} email={user.email} pending={pending} />
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
