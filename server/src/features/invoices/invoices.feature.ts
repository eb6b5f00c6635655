import type { InvoiceEvents } from '@atelier/domain/invoices/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { isoNow } from '../../platform/clock.ts';
import { type InvoicePlanDeps, InvoicePlanService } from './invoice-plan.service.ts';
import { presentOwnInvoice } from './invoices.presenter.ts';
import { countHeldBack, listInvoicesOf } from './invoices.repository.ts';
import { addInvoiceRoutes } from './invoices.routes.ts';
import { InvoicesService } from './invoices.service.ts';

export const invoiceTables = {
  invoices: { exportedAs: 'invoices' },
  planned_payments: {
    notExported: 'The plan of an accepted contract, which is in the account’s copy itself.',
  },
  billing_details: { notExported: 'The same as on the invoices that are in the account’s copy.' },
  invoice_numbers: { notExported: 'Nothing about people.' },
} as const satisfies FeatureTables;

export const invoiceEventRules: EventRules<InvoiceEvents> = {
  invoice_due: { metrics: 'none', mails: () => [{ kind: 'invoice_due', side: 'studio' }] },
  // Its mail is that of the reminders, which may be about several things.
  invoice_reminded: { metrics: 'none', mails: 'none' },
  billing_saved: { metrics: 'none', mails: 'none' },
  invoice_sent: { metrics: 'none', mails: () => [{ kind: 'invoice_sent', side: 'client' }] },
  invoice_voided: { metrics: 'none', mails: () => [{ kind: 'invoice_voided', side: 'client' }] },
  invoice_credited: { metrics: 'none', mails: () => [{ kind: 'invoice_credited', side: 'client' }] },
};

/** What comes due by itself: on a day, or at the end of a project. */
async function makeDue(plan: InvoicePlanService): Promise<void> {
  await plan.makeDueByDate();
  await plan.makeDueAtEnd();
}

/** Invoices: made by the plan of an accepted contract or by hand, sent by the studio, read by the client. */
export function createInvoices(ports: InvoicePlanDeps) {
  const invoices = new InvoicesService(ports);
  const plan = new InvoicePlanService(ports);
  const { db, clock, storage } = ports;
  const feature: Feature = {
    addRoutes: (app) => addInvoiceRoutes(app, { ...ports, invoices, plan }),
    addJobs(jobs) {
      jobs.add({ name: 'invoices.due', everySeconds: 3_600, run: () => makeDue(plan) });
      jobs.add({ name: 'invoices.send', everySeconds: 60, run: () => invoices.sendThemselves() });
    },
    personalData: [
      {
        name: 'invoices',
        read: async ({ accountId }) =>
          (await listInvoicesOf(db, accountId)).map((row) =>
            presentOwnInvoice(row, { storage, today: isoNow(clock).slice(0, 10) }),
          ),
      },
    ],
  };
  return { service: invoices, plan, feature, countHeld: () => countHeldBack(db) };
}
