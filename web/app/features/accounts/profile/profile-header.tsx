import { greetingName } from '@atelier/domain/accounts/rules.ts';
import type { Me } from '@atelier/domain/accounts/schema.ts';
import type { User } from '@supabase/auth-js';
import { formatDateTime } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Card } from '../../../ui/card.tsx';

/** Who is signed in, and since when. */
export function ProfileHeader({ me, user }: { me: Me; user: User }) {
  const name = greetingName({ username: me.user.username, email: user.email ?? null });
  const lastSignIn = formatDateTime(user.last_sign_in_at);
  return (
    <Card>
      <div className="flex items-center gap-4 sm:gap-5">
        <Avatar name={name} size="lg" />
        <div className="grid min-w-0 gap-0.5">
          <p className="truncate font-display text-xl font-semibold">{name}</p>
          <p className="text-ink-soft [overflow-wrap:anywhere]">{user.email}</p>
          {lastSignIn && <p className="text-sm text-ink-faint">Last sign-in: {lastSignIn}</p>}
        </div>
      </div>
    </Card>
  );
}
