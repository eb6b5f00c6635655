import type { ChangeOrderEvents } from '@atelier/domain/change-orders/events.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import type { EventRules } from '../../core/projects/project-event.ts';
import { listChangeOrdersBy } from './change-orders.repository.ts';
import { addChangeOrderRoutes, presentChangeOrder } from './change-orders.routes.ts';
import { type ChangeOrdersDeps, ChangeOrdersService } from './change-orders.service.ts';

export const changeOrderTables = {
  change_orders: { exportedAs: 'changeOrders' },
} as const satisfies FeatureTables;

export const changeOrderEventRules: EventRules<ChangeOrderEvents> = {
  change_order_sent: { metrics: 'none', mails: () => [{ kind: 'change_order_sent', side: 'client' }] },
  change_order_accepted: {
    metrics: ({ detail }) => ({ accepted_usd: detail.total }),
    // Both sides get a copy of the agreement.
    mails: () => [
      { kind: 'change_order_accepted', side: 'client' },
      { kind: 'change_order_accepted', side: 'studio' },
    ],
  },
  change_order_declined: {
    metrics: 'none',
    mails: () => [{ kind: 'change_order_declined', side: 'studio' }],
  },
  change_order_withdrawn: { metrics: 'none', mails: 'none' },
};

/** Change orders: additions to an accepted contract, which the client accepts or declines. */
export function createChangeOrders(ports: ChangeOrdersDeps) {
  const changeOrders = new ChangeOrdersService(ports);
  const { db, storage } = ports;
  const feature: Feature = {
    addRoutes: (app) => addChangeOrderRoutes(app, { changeOrders, storage }),
    personalData: [
      {
        name: 'changeOrders',
        read: async ({ accountId }) =>
          (await listChangeOrdersBy(db, accountId)).map((row) => {
            const { _id, ...order } = presentChangeOrder(row, storage);
            return { projectId: row.project_id, projectTitle: row.project_title, ...order };
          }),
      },
    ],
  };
  return { service: changeOrders, feature };
}
