import { contractWords } from '@atelier/content/contract-terms.ts';
import { api } from '@atelier/domain/api.ts';
import { type PlanMilestone, planOfKind } from '@atelier/domain/contracts/suggested-terms.ts';
import type { ContractLine, PaymentPlan, PlanKind, PlannedPart } from '@atelier/domain/contracts/terms.ts';
import { splitAmount } from '@atelier/domain/money/rules.ts';
import type { PlanStage } from '@atelier/domain/onboarding/suggestions.ts';
import { newId } from '../server/src/platform/ids.ts';
import { type Act, findMilestone, type OnStage, params } from './story.ts';

/** A payment: its percentage, and what it waits for; a day has a name of its own, and is so many days from today. */
type DemoPayment = readonly [
  percent: number,
  waitsFor: 'acceptance' | PlanStage | { label: string; day: number },
];
type DemoLine = Pick<ContractLine, 'title'> & { detail?: string; price: number };

interface ContractDetails {
  /** Halves unless given. */
  plan?: Exclude<PlanKind, 'custom'> | readonly DemoPayment[];
  /** Part of the total, beside what the brief asks for. */
  beside?: readonly DemoLine[];
}

/** Shares of a total are whole multiples of this. */
const PRICE_STEP = 25;

/** The studio sends the contract: with the total that the product suggests, or with this one. */
export function sendsContract(total?: number, { plan = 'halves', beside = [] }: ContractDetails = {}): Act {
  return async (stage) => {
    const { contract } = await stage.owner.call(api.getContractAsStudio, params(stage));
    const { terms, total: suggested, revision } = contract.draft;
    const wanted = total ?? suggested ?? 0;
    const lines = [
      ...withTotal(terms.lines, wanted - beside.reduce((sum, { price }) => sum + price, 0)),
      ...beside.map(newLine),
    ];
    const body = {
      total: wanted,
      source: 'made' as const,
      // The same plan keeps its payments, which would count as changed otherwise.
      terms: { ...terms, lines, plan: plan === terms.plan.kind ? terms.plan : await planFor(stage, plan) },
      revision,
    };
    const saved = await stage.owner.call(api.saveContract, { ...params(stage), body });
    const sent = { revision: saved.contract.draft.revision };
    await stage.owner.call(api.sendContract, { ...params(stage), body: sent });
  };
}

/** The same lines with prices that add up to a total, in the same proportions. */
function withTotal(lines: readonly ContractLine[], total: number): ContractLine[] {
  const prices = splitAmount(
    total / PRICE_STEP,
    lines.map(({ price }) => price ?? 0),
  );
  return lines.map((line, index) => ({ ...line, price: (prices[index] ?? 0) * PRICE_STEP }));
}

const newLine = ({ title, detail = '', price }: DemoLine) => ({ id: newId(), title, detail, price });

async function planFor(stage: OnStage, plan: NonNullable<ContractDetails['plan']>): Promise<PaymentPlan> {
  if (typeof plan !== 'string') return { kind: 'custom', parts: await partsFor(stage, plan) };
  const { items } = await stage.owner.call(api.listMilestonesAsStudio, params(stage));
  return planOfKind(plan, { milestones: items, words: contractWords, newId });
}

/** Payments as the product names them. */
async function partsFor(
  stage: OnStage,
  payments: readonly DemoPayment[],
  atAcceptance = contractWords.dues.acceptance,
): Promise<PlannedPart[]> {
  const parts: PlannedPart[] = [];
  for (const [percent, waitsFor] of payments) {
    const part = { id: newId(), percent, milestoneId: null, date: null };
    if (waitsFor === 'acceptance') parts.push({ ...part, label: atAcceptance, due: 'acceptance' });
    else if (typeof waitsFor === 'object') {
      const { label, day } = waitsFor;
      parts.push({ ...part, label, due: 'date', date: stage.day(day) });
    } else {
      const milestone = await findMilestone(stage, waitsFor);
      parts.push({ ...part, label: labelFor(milestone), due: 'milestone', milestoneId: milestone.id });
    }
  }
  return parts;
}

const labelFor = ({ title }: PlanMilestone) =>
  title === contractWords.launchTitle ? contractWords.dues.launch : contractWords.dues.milestone(title);

/** The client accepts, and says whom the invoices are for. */
export function accepts(name: string): Act {
  return async (stage) => {
    const billing = { name: stage.about.company ?? '', address: '12 Example Road\nSample City', taxId: '' };
    await stage.client.call(api.acceptContract, { ...params(stage), body: { name, billing } });
  };
}

export function asksForChange(message: string): Act {
  return async (stage) => {
    await stage.client.call(api.requestContractChange, { ...params(stage), body: { message } });
  };
}

interface DemoChange {
  reason: string;
  lines: readonly DemoLine[];
  payments: readonly DemoPayment[];
  /** By how many days the open milestones move. */
  days?: number;
}

/** The studio sends a change to the accepted contract. */
export function sendsChange(title: string, { reason, lines, payments, days = 0 }: DemoChange): Act {
  return async (stage) => {
    const { owner, projectId } = stage;
    await owner.call(api.createChangeOrder, { ...params(stage), body: { title } });
    const { id: changeOrderId, revision } = await findChange(stage, title);
    const parts = await partsFor(stage, payments, contractWords.dues.change);
    const terms = { lines: lines.map(newLine), payments: parts, days, milestones: [] };
    const act = { params: { id: projectId, changeOrderId } };
    await owner.call(api.saveChangeOrder, { ...act, body: { title, reason, terms, revision } });
    const saved = await findChange(stage, title);
    await owner.call(api.sendChangeOrder, { ...act, body: { revision: saved.revision } });
  };
}

export function acceptsChange(title: string, name: string): Act {
  return async (stage) => {
    const { id: changeOrderId } = await findChange(stage, title);
    const act = { params: { id: stage.projectId, changeOrderId } };
    await stage.client.call(api.acceptChangeOrder, { ...act, body: { name } });
  };
}

export function declinesChange(title: string, reason: string): Act {
  return async (stage) => {
    const { id: changeOrderId } = await findChange(stage, title);
    const act = { params: { id: stage.projectId, changeOrderId } };
    await stage.client.call(api.declineChangeOrder, { ...act, body: { reason } });
  };
}

async function findChange(stage: OnStage, title: string) {
  const { items } = await stage.owner.call(api.listChangeOrdersAsStudio, params(stage));
  const found = items.find((item) => item.title === title);
  if (!found) throw new Error(`${stage.client.email} has no change order "${title}"`);
  return found;
}
