import type { RecordEvent } from '../core/projects/project-event.ts';
import { STUDIO_ITSELF } from '../core/projects/project-event.ts';
import { lockProjectFacts } from '../core/projects/projects.repository.ts';
import {
  findInvoiceById,
  listOpenInvoicesDueBy,
  lockInvoice,
} from '../features/invoices/invoices.repository.ts';
import type { InvoiceRow } from '../features/invoices/invoices.table.ts';
import type { RemindedThing, ReminderSubject } from '../features/reminders/reminders.service.ts';

/** Invoices as what clients are reminded of, until they are paid. */
export function invoiceReminders(recordEvent: RecordEvent): RemindedThing {
  return {
    kind: 'invoice',
    listOpen: async (db, { day, limit }) =>
      (await listOpenInvoicesDueBy(db, day, limit)).flatMap((row) => subjectOf(row) ?? []),
    lockOpen: async (trx, id) => {
      // The project first, as payments lock it: the mail's event needs it, too.
      const found = await findInvoiceById(trx, id);
      const project = found && (await lockProjectFacts(trx, found.project_id));
      const row = project && (await lockInvoice(trx, id));
      return row && row.open > 0 ? subjectOf(row) : undefined;
    },
    remind: (trx, { id, title, projectId, amount, on }, step) =>
      recordEvent(trx, {
        projectId,
        kind: 'invoice_reminded',
        by: STUDIO_ITSELF,
        subject: { id, title },
        detail: { number: title.replace(/^Invoice /, ''), step: step.key, open: amount, dueOn: on },
      }),
  };
}

/** Undefined for one without a client any more. */
function subjectOf(row: InvoiceRow): ReminderSubject | undefined {
  const { id, number, open, account_id, due_on, issued_on } = row;
  if (account_id === null || due_on === null || issued_on === null) return undefined;
  return {
    id,
    title: `Invoice ${number ?? ''}`,
    amount: open,
    projectId: row.project_id,
    projectTitle: row.project_title,
    clientId: account_id,
    client: row.client,
    on: due_on,
    since: issued_on,
  };
}
