import { daysAfter } from '@atelier/domain/days.ts';
import { isMilestoneOpen, MILESTONE_STATUSES } from '@atelier/domain/milestones/rules.ts';
import { enquiryPath, PAGES, projectPath, studioProjectPath } from '@atelier/domain/pages.ts';
import { projectName, projectTitle } from '@atelier/domain/projects/rules.ts';
import type { WithoutSession } from '../core/access/without-session.ts';
import { findAccount } from '../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { listBookedBetween } from '../features/bookings/bookings.repository.ts';
import type { BookingsService } from '../features/bookings/bookings.service.ts';
import type { BookingRow } from '../features/bookings/bookings.table.ts';
import { callUid } from '../features/bookings/call-file.ts';
import type { CalendarEntry, CalendarFeedsDeps } from '../features/calendar-feeds/calendar-feeds.service.ts';
import {
  listMilestonesDueFrom,
  listOwnMilestonesDueFrom,
  type MilestoneAcross,
} from '../features/milestones/milestones.repository.ts';
import { type Clock, isoNow } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';

/** How far back a calendar goes, in days, and the most entries of a kind. */
const DAYS_BACK = 30;
const MOST = 500;

interface CalendarSignIns extends Pick<WithoutSession, 'maySignIn'> {
  identities: Pick<IdentityProvider, 'readStanding'>;
  adminsNeedSecondFactor: boolean;
}

/** The entries of an account's calendar: due dates, and an admin's calls. A client has the published milestones of their own projects. */
export function calendarEntries(
  clock: Clock,
  bookings: Pick<BookingsService, 'readSettings'>,
  { identities, maySignIn, adminsNeedSecondFactor }: CalendarSignIns,
): Pick<CalendarFeedsDeps, 'listEntries' | 'findSignInVersion'> {
  const readStanding = async (db: Db, accountId: string) => identities.readStanding?.(db, accountId);
  const findSignInVersion = async (db: Db, accountId: string) =>
    (await readStanding(db, accountId))?.version ?? 0;
  const listEntries: CalendarFeedsDeps['listEntries'] = async (db, accountId) => {
    const account = await findAccount(db, accountId);
    if (!account || !(await maySignIn(db, accountId))) return undefined;
    const since = daysAfter(isoNow(clock).slice(0, 10), -DAYS_BACK);
    if (account.role !== 'admin') {
      const milestones = await listOwnMilestonesDueFrom(db, accountId, since, MOST);
      return milestones.map((row) => dueDate(row, 'client'));
    }
    if (adminsNeedSecondFactor && !(await readStanding(db, accountId))?.hasSecondFactor) return undefined;
    const { place } = await bookings.readSettings();
    const [calls, milestones] = await Promise.all([
      listBookedBetween(db, { from: since, until: '9', limit: MOST }),
      listOpenDueFrom(db, since),
    ]);
    return [...calls.map((row) => callEntry(row, place)), ...milestones.map((row) => dueDate(row, 'studio'))];
  };
  return { listEntries, findSignInVersion };
}

/** Status by status, because each is a walk along its own part of the index. */
async function listOpenDueFrom(db: Db, day: string): Promise<MilestoneAcross[]> {
  const open = MILESTONE_STATUSES.filter(isMilestoneOpen);
  const lists = await Promise.all(open.map((status) => listMilestonesDueFrom(db, status, day, MOST)));
  return lists.flat();
}

function callEntry(row: BookingRow, place: string): CalendarEntry {
  return {
    // The same as in the mails' files, so that a program that has both shows one.
    key: callUid(row.id),
    title: `Call with ${row.name}`,
    description: [row.email, row.words].filter(Boolean).join('\n\n'),
    place,
    url: row.enquiry_id ? enquiryPath(row.enquiry_id) : PAGES.calls,
    when: { startsAt: row.starts_at, endsAt: row.ends_at },
    sequence: row.sequence,
  };
}

function dueDate(row: MilestoneAcross, side: 'client' | 'studio'): CalendarEntry {
  const project = { ...row, title: row.project_title };
  const name = side === 'studio' ? projectName(project) : projectTitle(project);
  return {
    key: `milestone-${row.id}`,
    title: `Due: ${row.title} (${name})`,
    url:
      side === 'studio'
        ? studioProjectPath(row.project_id, 'milestones')
        : projectPath(row.project_id, { tab: 'milestones' }),
    when: { on: row.due ?? '' },
  };
}
