import { api } from '@atelier/domain/api.ts';
import type { PeopleEvents } from '@atelier/domain/people/events.ts';
import { projectName } from '@atelier/domain/projects/rules.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { type EventRules, projectActor } from '../../core/projects/project-event.ts';
import { bindEndpoint } from '../../platform/http/bind.ts';
import { listMemberships, listReceivedInvitations } from './people.repository.ts';
import { type PeopleDeps, PeopleService } from './people.service.ts';

export const peopleTables = {
  project_invitations: { exportedAs: 'invitations' },
} as const satisfies FeatureTables;

export const peopleEventRules: EventRules<PeopleEvents> = {
  // The invited person has a mail of their own.
  person_invited: { metrics: 'none', mails: 'none' },
  person_joined: { metrics: 'none', mails: () => [{ kind: 'person_joined', side: 'studio' }] },
  person_role_changed: { metrics: 'none', mails: 'none' },
  person_removed: { metrics: 'none', mails: 'none' },
  person_left: { metrics: 'none', mails: 'none' },
  contact_changed: {
    metrics: 'none',
    // After an undo each person on the client's side has a mail of its own.
    mails: ({ detail: { isUndo } }) => [
      ...(isUndo ? [] : [{ kind: 'contact_changed', side: 'client' } as const]),
      { kind: 'contact_changed', side: 'studio' },
    ],
  },
};

/** The people on the client's side of a project. */
export function createPeople(ports: PeopleDeps): { service: PeopleService; feature: Feature } {
  const people = new PeopleService(ports);
  const { db } = ports;
  const feature: Feature = {
    addRoutes(app) {
      bindEndpoint(app, api.listPeople, ({ project }) => people.list(project.projectId));

      bindEndpoint(app, api.inviteColleague, async (call) => {
        const { projectId } = call.project;
        await people.invite(projectId, projectActor(call), call.body);
        return people.list(projectId);
      });

      bindEndpoint(app, api.withdrawInvitation, async (call) => {
        const { projectId } = call.project;
        await people.withdraw(projectId, call.params.invitationId, projectActor(call));
        return people.list(projectId);
      });

      bindEndpoint(app, api.changeColleague, async (call) => {
        const { projectId } = call.project;
        const act = { projectId, personId: call.params.personId, by: projectActor(call) };
        await people.changeRole(act, call.body.role);
        return people.list(projectId);
      });

      bindEndpoint(app, api.removeColleague, async (call) => {
        const { projectId } = call.project;
        await people.remove({ projectId, personId: call.params.personId, by: projectActor(call) });
        return people.list(projectId);
      });

      bindEndpoint(app, api.makeContact, async (call) => {
        const { projectId } = call.project;
        await people.makeContact({ projectId, personId: call.params.personId, by: projectActor(call) });
        return people.list(projectId);
      });

      bindEndpoint(app, api.findContactChange, ({ params, actor }) => people.undo.find(params.id, actor));

      bindEndpoint(app, api.undoContactChange, async ({ params, actor, client }) => ({
        projectId: await people.undo.undo(params.id, actor, client.address),
      }));

      bindEndpoint(app, api.leaveProject, async (call) => {
        await people.leave(call.project.projectId, projectActor(call));
        return { left: true as const };
      });

      bindEndpoint(app, api.listReceivedInvitations, async ({ actor }) => ({
        items: await people.listReceived(actor.accountId),
      }));

      bindEndpoint(app, api.joinProject, async ({ params, actor, client }) => ({
        projectId: await people.join(params.id, actor, client.address),
      }));

      bindEndpoint(app, api.declineInvitation, async ({ params, actor }) => {
        await people.decline(params.id, actor);
        return { declined: true as const };
      });
    },
    addJobs(jobs) {
      jobs.add({
        name: 'people.delete-expired-invitations',
        everySeconds: 6 * 3_600,
        run: () => people.deleteExpired(),
      });
    },
    personalData: [
      {
        name: 'memberships',
        read: async ({ accountId }) =>
          (await listMemberships(db, accountId)).map((row) => ({
            projectId: row.id,
            project: projectName(row),
            role: row.role,
            joinedAt: row.joined_at,
          })),
      },
      {
        name: 'invitations',
        read: async ({ confirmedEmail }) =>
          confirmedEmail === undefined
            ? []
            : (await listReceivedInvitations(db, confirmedEmail)).map((row) => ({
                project: projectName(row),
                role: row.role,
                invitedBy: row.invited_by_name,
                expiresAt: row.expires_at,
              })),
      },
    ],
  };
  return { service: people, feature };
}
