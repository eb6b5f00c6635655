import type { SubscriptionStatus } from '@atelier/domain/accounts/rules.ts';
import type { AdminUser } from '@atelier/domain/accounts/schema.ts';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { UserActionDialog } from './user-action-dialog.tsx';
import { RoleBadge, subscriptionChoices } from './user-badges.tsx';
import type { UserAction } from './users.queries.ts';

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
    <Row title="Subscription" text="The studio’s note of what they pay for.">
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
