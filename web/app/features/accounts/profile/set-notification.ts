import { api } from '@atelier/domain/api.ts';
import type { NotificationKind } from '@atelier/domain/project-events.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { notificationsKey } from './list-notifications.ts';

/** Turns a kind of mail on or off; the list shows it once it is so. */
export function useSetNotification(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { kind: NotificationKind; isOn: boolean }) => callApi(api.setMyNotification, { body }),
    onSuccess: ({ settings }) => queryClient.setQueryData([...notificationsKey, userId], settings),
  });
}
