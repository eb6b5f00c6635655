import { randomUUID } from 'node:crypto';
import { api } from '@atelier/domain/api.ts';
import type { ProjectPlaceName } from '@atelier/domain/projects/places.ts';
import { sendChangeOrder, sendContract } from './contract.ts';
import { invoiceLine, sendInvoice } from './invoices.ts';
import { writeMessage } from './messages.ts';
import type { Product } from './product.ts';
import { callAs, submitProject } from './seed.ts';
import { createAccount, newTestUser, ownerSession } from './users.ts';

/**
 * A project with something of every kind that a mail leads to, each below others of its kind.
 * @param say how everything that people word is written
 */
export async function fillProject(product: Product, say = (words: string) => words) {
  const [client, studio] = await Promise.all([createAccount(product, newTestUser()), ownerSession(product)]);
  const { id } = await submitProject(product, client, {
    company: say('Sample Bakery'),
    goals: say('More guests'),
  });
  const params = { id };
  await sendContract(product, studio, params, { total: 9000 });
  await callAs(product, client, api.acceptContract, { params, body: {} });
  const order = await sendChangeOrder(product, studio, params, say('Gift vouchers'));
  const { milestone } = await callAs(product, studio, api.createMilestone, {
    params,
    body: { title: say('Reviewed last'), description: say('Look at it, please'), published: true },
  });
  const at = { params: { id, milestoneId: milestone.id } };
  await callAs(product, studio, api.setMilestoneStatus, { ...at, body: { status: 'in_review' } });
  const invoices: string[] = [];
  for (const title of ['Photos', 'Texts', 'Icons', 'Drawings']) {
    const billing = { name: say('Sample Bakery'), address: say('1 Sample Street'), taxId: '' };
    const body = {
      title: say(title),
      lines: [invoiceLine(say(title), 10_000)],
      dueOn: null,
      note: '',
      billing,
    };
    invoices.push(await sendInvoice(product, studio, params, body));
  }
  const items = ['Your texts', 'Your pictures', 'Your colours', 'Your logo'].map((title) => ({
    ...{ key: randomUUID(), title: say(title), instructions: say('As a file, please.') },
  }));
  const sent = await callAs(product, studio, api.sendRequests, { params, body: { items } });
  for (let count = 0; count < 12; count++)
    await writeMessage(product, studio, id, say(`Words ${count}`), 'studio');
  const ids: Partial<Record<ProjectPlaceName, string>> = {
    change_order: order.id,
    milestone: milestone.id,
    invoice: invoices[0],
    request: sent.items.find(({ title }) => title === say('Your logo'))?.id,
  };
  return { id, client, studio, ids };
}
