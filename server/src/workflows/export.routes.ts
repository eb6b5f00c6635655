import { api } from '@atelier/domain/api.ts';
import { projectTitle } from '@atelier/domain/projects/rules.ts';
import type { FastifyInstance } from 'fastify';
import { bindAdminEndpoint } from '../core/access/guard.ts';
import type { Account } from '../core/accounts/accounts.table.ts';
import { type SpreadsheetColumn, spreadsheet } from '../core/lists/list.presenter.ts';
import { readList } from '../core/lists/search.repository.ts';
import type { ProjectRow } from '../core/projects/projects.table.ts';
import { parseEstimate } from '../core/projects/stored-brief.ts';
import type { EnquiryRow } from '../features/enquiries/enquiries.table.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/db/database.ts';

const enquiryColumns: readonly SpreadsheetColumn<EnquiryRow>[] = [
  ['Received', (row) => row.created_at],
  ['Status', (row) => row.status],
  ['Name', (row) => row.name],
  ['Email', (row) => row.email],
  ['Phone', ({ phone }) => ({ phone })],
  ['Subject', (row) => row.subject],
  ['Message', (row) => row.message],
  ['Invited', (row) => row.invited_at],
  ['Id', (row) => row.id],
];

const projectColumns: readonly SpreadsheetColumn<ProjectRow>[] = [
  ['Begun', (row) => row.created_at],
  ['Submitted', (row) => row.submitted_at],
  ['Updated', (row) => row.updated_at],
  ['Status', (row) => row.status],
  ['Company', (row) => row.company],
  ['Title', projectTitle],
  ['Domain', (row) => row.domain],
  ['Client email', (row) => row.email],
  ['Features', (row) => row.feature_count],
  ['Estimate from (USD)', (row) => parseEstimate(row)?.low ?? null],
  ['Estimate to (USD)', (row) => parseEstimate(row)?.high ?? null],
  ['Id', (row) => row.id],
];

const userColumns: readonly SpreadsheetColumn<Account>[] = [
  ['Joined', (row) => row.created_at],
  ['Updated', (row) => row.updated_at],
  ['Email', (row) => row.email],
  ['Username', (row) => row.username],
  ['Role', (row) => row.role],
  ['Subscription', (row) => row.subscription_status],
  ['Closed', (row) => row.disabled_at],
  ['Id', (row) => row.id],
];

/** The lists as CSV files, named after the day. */
export function addExportRoutes(app: FastifyInstance, { db, clock }: { db: Db; clock: Clock }): void {
  const day = () => clock.now().toISOString().slice(0, 10);

  bindAdminEndpoint(app, api.exportEnquiries, async ({ query }) =>
    spreadsheet(`enquiries-${day()}`, readList(db, 'enquiries', query), enquiryColumns, query.separator),
  );
  bindAdminEndpoint(app, api.exportProjects, async ({ query }) =>
    spreadsheet(`projects-${day()}`, readList(db, 'projects', query), projectColumns, query.separator),
  );
  bindAdminEndpoint(app, api.exportUsers, async ({ query }) =>
    spreadsheet(`users-${day()}`, readList(db, 'accounts', query), userColumns, query.separator),
  );
}
