import type { ProjectEvents } from '@atelier/domain/project-parts.ts';
import { addToMetrics } from '../core/metrics/monthly-metrics.repository.ts';
import { publishLive } from '../core/projects/live-events.ts';
import type { EventMail, EventRules, ProjectEvent, RecordEvent } from '../core/projects/project-event.ts';
import { markUpdated } from '../core/projects/projects.repository.ts';
import type { ActivityService } from '../features/activity/activity.service.ts';
import { isoNow } from '../platform/clock.ts';
import type { Trx } from '../platform/db/database.ts';
import type { Platform } from '../platform/platform.ts';

export interface ProjectEventsDeps {
  platform: Pick<Platform, 'clock' | 'events'>;
  rules: EventRules<ProjectEvents>;
  activity: ActivityService;
  queueMails(trx: Trx, event: ProjectEvent, mails: readonly EventMail[]): Promise<void>;
}

/**
 * Records an event in one transaction: its row in the activity, the project's `updatedAt`, the live event, the
 * metrics and the mails. An event that only the studio sees leaves `updatedAt` alone, because the client sees it.
 */
export function createRecordEvent({ platform, rules, activity, queueMails }: ProjectEventsDeps): RecordEvent {
  return async (trx, event) => {
    await activity.record(trx, markOf(event));
    const { projectId, kind, studioOnly } = event;
    if (!studioOnly) await markUpdated(trx, projectId, isoNow(platform.clock));
    await publishLive(trx, platform.events, { projectId, kind, studioOnly });
    await queueMails(trx, event, mailsOf(rules, event));
    addToMetrics(trx, platform.clock, metricsOf(rules, event));
  };
}

/** An event whose record says that it came by the link of a mail. */
function markOf(event: ProjectEvent): ProjectEvent {
  if (!event.by.isByMailLink) return event;
  return { ...event, detail: { ...event.detail, byMailLink: 1 } } as ProjectEvent;
}

/** The rule of an event's kind. The compiler can't see that kind and rule belong together. */
const ruleOf = (rules: EventRules<ProjectEvents>, event: ProjectEvent) =>
  rules[event.kind] as EventRules<Record<ProjectEvent['kind'], never>>[ProjectEvent['kind']];

/** The mails of an event: the studio's alone if it is hidden from the client. */
export function mailsOf(rules: EventRules<ProjectEvents>, event: ProjectEvent): readonly EventMail[] {
  const { mails } = ruleOf(rules, event);
  if (mails === 'none') return [];
  return mails(event as never).filter(({ side }) => side === 'studio' || !event.studioOnly);
}

function metricsOf(rules: EventRules<ProjectEvents>, event: ProjectEvent) {
  const { metrics } = ruleOf(rules, event);
  return metrics === 'none' ? {} : metrics(event as never);
}
