import { api } from '@atelier/domain/api.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { useShowChanged } from './changed-enquiries.ts';

/** Sends whoever wrote an enquiry the invitation to begin a project; what is shown of it is changed in place. */
export function useInviteEnquirer() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async ({ id, note }: { id: string; note: string }) =>
      (await callApi(api.inviteEnquirer, { params: { id }, body: { note } })).contact,
    onSuccess: (changed) => showChanged([changed]),
  });
}
