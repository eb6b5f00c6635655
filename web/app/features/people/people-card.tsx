import { COLLEAGUE_ROLES, clientRoleLabels } from '@atelier/domain/people/rules.ts';
import type { ProjectInvitation, ProjectPerson } from '@atelier/domain/people/schema.ts';
import type { Project } from '@atelier/domain/projects/schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { formatDate } from '../../lib/format.ts';
import { late, useEver } from '../../lib/late.tsx';
import { useSession } from '../../lib/session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailText } from '../../ui/contact-links.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { MenuIconButton, type MenuItem } from '../../ui/overlays/menu.tsx';
import { type AskedAct, listPeople, type PersonAct, useActOnPeople } from './people.queries.ts';

const InviteDialog = late(() => import('./invite-colleague-dialog.tsx'));
const PersonDialog = late(() => import('./person-dialog.tsx'));

/** The people on a project's client's side, whom its main contact and the studio can change. */
export default function ProjectPeopleCard({
  project,
  title,
  canManage,
  onLeft,
}: {
  project: Project;
  title: string;
  /** True for the main contact and for the studio. */
  canManage: boolean;
  /** Called once the reader has left the project; undefined for the studio. */
  onLeft?: (() => void) | undefined;
}) {
  const query = useQuery(listPeople(project._id));
  const session = useSession();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<AskedAct>();
  const wasInviting = useEver(isInviting);
  const wasAsked = useEver(asked !== undefined);
  const { mutate, isPending } = useActOnPeople(project._id);
  const act = (input: PersonAct) =>
    mutate(input, {
      onError: (error) => showToast(failureMessage(error, 'Failed to change it.'), { tone: 'danger' }),
    });
  const { people = [], invitations = [] } = query.data ?? {};
  const ownId = session.status === 'signed-in' ? session.user.id : undefined;
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="outline-none">
          {title}
        </span>
      }
      className="print:hidden"
    >
      <QueryState query={query} label="Loading the people…" rows={1} fallback="Failed to load the people." />
      {query.data && (
        <ul className="-my-3 grid grid-cols-1 divide-y divide-rule">
          {people.map((person) => (
            <PersonRow
              key={person.accountId}
              person={person}
              isReader={person.accountId === ownId}
              items={itemsFor(person, {
                isReader: person.accountId === ownId,
                canManage,
                onLeft,
                act,
                ask: setAsked,
              })}
            />
          ))}
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              isBusy={isPending}
              onWithdraw={
                canManage
                  ? () => {
                      heading.current?.focus();
                      act({ act: 'withdraw', invitationId: invitation.id });
                    }
                  : undefined
              }
            />
          ))}
        </ul>
      )}
      {canManage && project.status === 'submitted' && query.data && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => setInviting(true)}
        >
          <UserPlus aria-hidden="true" className="size-4" />
          Invite a colleague
        </Button>
      )}
      {wasInviting && (
        <InviteDialog projectId={project._id} isOpen={isInviting} onClose={() => setInviting(false)} />
      )}
      {wasAsked && (
        <PersonDialog
          projectId={project._id}
          asked={asked}
          onLeft={onLeft}
          onClose={() => setAsked(undefined)}
          finalFocus={heading}
        />
      )}
    </Card>
  );
}

/** What the reader can do with a person: nothing with the main contact. */
function itemsFor(
  { accountId: personId, name, role }: ProjectPerson,
  {
    isReader,
    canManage,
    onLeft,
    act,
    ask,
  }: {
    isReader: boolean;
    canManage: boolean;
    onLeft: (() => void) | undefined;
    act: (input: PersonAct) => void;
    ask: (asked: AskedAct) => void;
  },
): MenuItem[][] {
  if (role === 'contact') return [];
  if (isReader && onLeft) {
    return [[{ label: 'Leave this project…', onSelect: () => ask({ act: 'leave', personId, name }) }]];
  }
  if (!canManage) return [];
  return [
    COLLEAGUE_ROLES.map((choice) => ({
      label: clientRoleLabels[choice],
      isChosen: role === choice,
      onSelect: () => act({ act: 'role', personId, role: choice }),
    })),
    [
      { label: 'Make main contact…', onSelect: () => ask({ act: 'contact', personId, name }) },
      { label: 'Remove from the project…', onSelect: () => ask({ act: 'remove', personId, name }) },
    ],
  ];
}

function PersonRow({
  person: { name, email, role },
  isReader,
  items,
}: {
  person: ProjectPerson;
  isReader: boolean;
  items: MenuItem[][];
}) {
  return (
    <li className="flex items-center gap-2 py-3">
      <span className="grid min-w-0 flex-1 gap-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          {isReader && <span className="text-sm text-ink-faint">you</span>}
          <Badge tone={role === 'follows' ? 'neutral' : 'accent'}>{clientRoleLabels[role]}</Badge>
        </span>
        <span className="text-sm wrap-anywhere text-ink-soft">
          <EmailText email={email} />
        </span>
      </span>
      {items.length > 0 && (
        <MenuIconButton label={`What to do with ${name}`} sections={items}>
          <Ellipsis aria-hidden="true" />
        </MenuIconButton>
      )}
    </li>
  );
}

function InvitationRow({
  invitation: { email, role, expiresAt },
  isBusy,
  onWithdraw,
}: {
  invitation: ProjectInvitation;
  isBusy: boolean;
  onWithdraw: (() => void) | undefined;
}) {
  const hasExpired = new Date(expiresAt).getTime() <= Date.now();
  return (
    <li className="flex flex-wrap items-center gap-2 py-3">
      <span className="grid min-w-0 flex-1 basis-40 gap-1">
        <span className="text-sm wrap-anywhere">
          <EmailText email={email} />
        </span>
        <span className="text-sm text-ink-faint">
          {hasExpired
            ? 'The invitation has expired: invite them again.'
            : `Invited (${clientRoleLabels[role].toLowerCase()}), until ${formatDate(expiresAt)}`}
        </span>
      </span>
      {onWithdraw && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Take back the invitation of ${email}`}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && onWithdraw()}
        >
          Take back
        </Button>
      )}
    </li>
  );
}
