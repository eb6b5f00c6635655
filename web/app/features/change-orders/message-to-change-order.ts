import { api } from '@atelier/domain/api.ts';
import { truncate } from '@atelier/domain/text.ts';
import { useRef } from 'react';
import { failureMessage } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/api/query-client.ts';
import { useCall } from '../../lib/api/use-call.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { changesChangeOrders } from './change-orders.queries.ts';

/** How much of a message is the title of its change order, in characters. */
const TITLE_LENGTH = 60;

/** A change order's title from the message that asks for it: its first words. */
export function titleOf(body: string): string {
  const words = body.replaceAll(/\s+/g, ' ').trim();
  const start = truncate(words, TITLE_LENGTH);
  const lastSpace = start.lastIndexOf(' ');
  // A word that was cut in half is left out.
  return start === words || lastSpace < 0 ? start : `${start.slice(0, lastSpace)}…`;
}

/** Begins a change order from a client's message, whose words are its reason. */
export function useMessageToChangeOrder(projectId: string) {
  const { mutate } = useCall(api.createChangeOrder, changesChangeOrders(projectId));
  // One for each message until it arrives: a second try after a lost reply makes no second draft.
  const keys = useRef(new Map<string, string>());
  return (message: { _id: string; body: string }, onCreated: (changeOrderId: string) => void) => {
    const messageId = message._id;
    const key = keys.current.get(messageId) ?? newKey();
    keys.current.set(messageId, key);
    mutate(
      {
        params: { id: projectId },
        body: { title: titleOf(message.body) || 'A change', messageId, key },
      },
      {
        onSuccess: ({ items }) => {
          keys.current.delete(messageId);
          const made = items.find((order) => order.messageId === messageId);
          if (made) onCreated(made.id);
        },
        onError: (error) =>
          showToast(failureMessage(error, 'Failed to make it a change order.'), { tone: 'danger' }),
      },
    );
  };
}
