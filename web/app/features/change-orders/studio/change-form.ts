import { api } from '@atelier/domain/api.ts';
import { type StudioChangeOrder, studioChangeOrderSchema } from '@atelier/domain/change-orders/schema.ts';
import { useCall } from '../../../lib/api/use-call.ts';
import { useDraftForm } from '../../../lib/storage/draft-form.ts';
import { changesChangeOrders } from '../change-orders.queries.ts';
import { changeInput, changeInputSchema, isSavedAs, readChange, unsentKeyOf } from './change-input.ts';

/** The form of a change order's draft. */
export function useChangeForm(projectId: string, order: StudioChangeOrder) {
  const saving = useCall(api.saveChangeOrder, changesChangeOrders(projectId));
  const { mutateAsync, reset, isPending, error } = saving;
  const form = useDraftForm({
    unsentKey: unsentKeyOf(order.id),
    draft: order,
    inputSchema: changeInputSchema,
    draftSchema: studioChangeOrderSchema,
    toInput: changeInput,
    read: readChange,
    isSavedAs,
    save: async (body) => {
      const { items } = await mutateAsync({ params: { id: projectId, changeOrderId: order.id }, body });
      // The reply has it, or the save would have failed.
      return items.find(({ id }) => id === order.id) ?? order;
    },
    draftOf: (saved) => saved,
    isPending,
    reset,
  });
  return { ...form, isPending, error };
}
