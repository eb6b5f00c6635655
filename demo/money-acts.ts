import { billing as settings } from '@atelier/content/billing.ts';
import { api } from '@atelier/domain/api.ts';
import type { StudioInvoice } from '@atelier/domain/invoices/schema.ts';
import type { PlanStage } from '@atelier/domain/onboarding/suggestions.ts';
import { newId } from '../server/src/platform/ids.ts';
import { type Act, findMilestone, type OnStage, params } from './story.ts';

/*
 * Invoices and payments. An invoice is named by the end of its title, such as "at launch": the plan puts a percentage
 * before it. Amounts are dollars.
 */

const CENTS = 100;

/** The studio lets what the plan makes due be sent without a click. */
export const sendsInvoicesByItself: Act = async (stage) => {
  await stage.owner.call(api.changeInvoiceSettings, { ...params(stage), body: { sendsItself: true } });
};

/** The studio sends the drafts that wait for its click. */
export const sendsInvoices: Act = async (stage) => {
  const { items } = await stage.owner.call(api.listInvoicesAsStudio, params(stage));
  const drafts = items.filter(({ status }) => status === 'draft').reverse();
  if (drafts.length === 0) throw new Error(`No invoice for ${stage.client.email} waits`);
  for (const { id: invoiceId, revision } of drafts) {
    const act = { params: { id: stage.projectId, invoiceId } };
    await stage.owner.call(api.sendInvoice, { ...act, body: { revision } });
  }
};

interface DemoLine {
  title: string;
  quantity?: number;
  price: number;
  isTaxed?: boolean;
}

/** The studio makes an invoice by hand and sends it. */
export function invoices(title: string, lines: readonly DemoLine[], note = ''): Act {
  return async (stage) => {
    const [untaxed, taxed] = settings.taxes;
    const { billing } = await stage.owner.call(api.listInvoicesAsStudio, params(stage));
    const written = lines.map(({ title, quantity = 1, price, isTaxed = false }) => {
      const { name: taxName = '', rate: taxRate = 0 } = (isTaxed ? taxed : untaxed) ?? {};
      const hundredths = Math.round(quantity * 100);
      const unitPrice = Math.round(price * CENTS);
      return { id: newId(), title, detail: '', quantity: hundredths, unitPrice, taxName, taxRate };
    });
    const body = { title, note, lines: written, dueOn: null, billing };
    await stage.owner.call(api.createInvoice, { ...params(stage), body });
    await sendsInvoices(stage);
  };
}

/** A transfer arrives, by default of all that is open; the studio records it the same day. */
export function pays(title: string, { amount, fee = 0 }: { amount?: number; fee?: number } = {}): Act {
  return async (stage) => {
    const invoice = await findInvoice(stage, title);
    const body = {
      amount: amount === undefined ? invoice.open : Math.round(amount * CENTS),
      fee: fee * CENTS,
      method: 'transfer' as const,
      reference: '',
      on: stage.today(),
      note: '',
    };
    await stage.owner.call(api.recordPayment, { ...actOn(stage, invoice), body });
  };
}

/** The studio pays an invoice with what was paid beyond another one. */
export function movesCredit(from: string, to: string): Act {
  return async (stage) => {
    const [source, invoice] = [await findInvoice(stage, from), await findInvoice(stage, to)];
    const body = { from: source.id, amount: Math.min(source.credit, invoice.open) };
    await stage.owner.call(api.payWithCredit, { ...actOn(stage, invoice), body });
  };
}

/** The studio pays back what was paid beyond an invoice. */
export function refunds(title: string, note: string): Act {
  return async (stage) => {
    const invoice = await findInvoice(stage, title);
    const { items } = await stage.owner.call(api.listPaymentsAsStudio, params(stage));
    const payment = items.find(({ invoiceId, kind }) => invoiceId === invoice.id && kind === 'payment');
    if (!payment) throw new Error(`Nothing was paid for "${title}"`);
    const act = { params: { id: stage.projectId, paymentId: payment.id } };
    const body = { amount: invoice.credit, on: stage.today(), note };
    await stage.owner.call(api.refundPayment, { ...act, body });
  };
}

/** The studio takes an amount off an invoice. */
export function credits(title: string, amount: number, reason: string): Act {
  return async (stage) => {
    const invoice = await findInvoice(stage, title);
    const body = { amount: amount * CENTS, reason };
    await stage.owner.call(api.creditInvoice, { ...actOn(stage, invoice), body });
  };
}

export function voids(title: string, reason: string): Act {
  return async (stage) => {
    const invoice = await findInvoice(stage, title);
    await stage.owner.call(api.voidInvoice, { ...actOn(stage, invoice), body: { reason } });
  };
}

/** The studio pauses the client's reminders. */
export const pausesReminders: Act = async (stage) => {
  const { project } = await stage.owner.call(api.getProject, params(stage));
  await stage.owner.call(api.pauseReminders, { params: { id: project.userId }, body: { paused: true } });
};

/** A milestone waits until a planned payment is paid. */
export function holdsUntilPaid(stageKey: PlanStage, title: string): Act {
  return async (stage) => {
    const milestone = await findMilestone(stage, stageKey);
    const { plan } = await stage.owner.call(api.listInvoicesAsStudio, params(stage));
    const planned = plan.find(({ label }) => label.endsWith(title));
    if (!planned) throw new Error(`The plan of ${stage.client.email} has no payment "${title}"`);
    const act = { params: { id: stage.projectId, plannedId: planned.id } };
    await stage.owner.call(api.holdMilestone, { ...act, body: { holdsMilestoneId: milestone.id } });
  };
}

const actOn = ({ projectId }: OnStage, { id }: StudioInvoice) => ({
  params: { id: projectId, invoiceId: id },
});

async function findInvoice(stage: OnStage, title: string): Promise<StudioInvoice> {
  const { items } = await stage.owner.call(api.listInvoicesAsStudio, params(stage));
  const found = items.find((item) => item.kind === 'invoice' && item.title.endsWith(title));
  if (!found) throw new Error(`${stage.client.email} has no invoice "${title}"`);
  return found;
}
