import { api } from '@atelier/domain/api.ts';
import type { SuggestedRequest } from '@atelier/domain/requests/rules.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import { projectActor } from '../../core/projects/project-event.ts';
import { actOf, type RequestRoutesDeps } from './client.routes.ts';
import { presentRequest } from './requests.presenter.ts';

export interface StudioRequestRoutesDeps extends Pick<RequestRoutesDeps, 'requests' | 'sign'> {
  /** What a project's brief suggests to ask for, without what was asked for already: the keys of their templates. */
  suggest(projectId: string, asked: ReadonlySet<string>): Promise<SuggestedRequest[]>;
}

/** What the studio asks the client of a project to bring. */
export function addStudioRequestRoutes(
  app: FastifyInstance,
  { requests, sign, suggest }: StudioRequestRoutesDeps,
): void {
  const reply = async (projectId: string) => {
    const whole = await requests.list(projectId);
    const asked = whole.flatMap(({ row }) => (row.status === 'withdrawn' ? [] : (row.template ?? [])));
    return {
      items: whole.map((each) => presentRequest(each, { sign, seesMilestone: () => true })),
      suggestions: await suggest(projectId, new Set(asked)),
    };
  };

  bindAdminEndpoint(app, api.listRequestsAsStudio, ({ params }) => reply(params.id));

  bindAdminEndpoint(app, api.sendRequests, async (call) => {
    await requests.send(call.params.id, projectActor(call), call.body);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.changeRequest, async (call) => {
    await requests.change(actOf(call), call.body);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.acceptAnswer, async (call) => {
    await requests.accept(actOf(call), call.body.revision);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.askAgain, async (call) => {
    await requests.askAgain(actOf(call), call.body);
    return reply(call.params.id);
  });

  bindAdminEndpoint(app, api.withdrawRequest, async (call) => {
    await requests.withdraw(actOf(call), call.body.revision);
    return reply(call.params.id);
  });
}
