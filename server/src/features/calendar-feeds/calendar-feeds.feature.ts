import { Readable } from 'node:stream';
import { api } from '@atelier/domain/api.ts';
import { requireSecondFactorSetUp } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { bindEndpoint, Download } from '../../platform/http/bind.ts';
import { type CalendarFeedsDeps, CalendarFeedsService } from './calendar-feeds.service.ts';

export const calendarFeedTables = {
  calendar_feeds: {
    notExported: 'The hash of a secret; what the calendar shows is in the account’s copy itself.',
  },
} as const satisfies FeatureTables;

/** Each account's own calendar, for calendar programs. */
export function createCalendarFeeds(ports: CalendarFeedsDeps): Feature {
  const feeds = new CalendarFeedsService(ports);
  return {
    addRoutes(app) {
      bindEndpoint(app, api.getCalendarFeed, ({ actor }) => feeds.find(actor.accountId));
      bindEndpoint(app, api.renewCalendarFeed, ({ actor }) => {
        // An admin's has what the back office has.
        requireSecondFactorSetUp(actor);
        return feeds.renew(actor.accountId);
      });
      bindEndpoint(app, api.deleteCalendarFeed, async ({ actor }) => {
        await feeds.delete(actor.accountId);
        return { createdAt: null };
      });
      bindEndpoint(app, api.readCalendarFeed, async ({ params }) => {
        const text = await feeds.read(params.token.replace(/\.ics$/, ''));
        const body = Readable.from([text]);
        return new Download({ fileName: 'calendar.ics', type: 'text/calendar; charset=utf-8', body });
      });
    },
  };
}
