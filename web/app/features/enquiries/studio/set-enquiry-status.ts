import { api } from '@atelier/domain/api.ts';
import type { EnquiryStatus } from '@atelier/domain/enquiries/rules.ts';
import { callApi } from '../../../lib/api-client.ts';
import { useMutation } from '../../../lib/use-mutation.ts';
import { useShowChanged } from './changed-enquiries.ts';

/** Marks an enquiry; what is shown of it is changed in place. */
export function useSetEnquiryStatus() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: EnquiryStatus }) =>
      (await callApi(api.setEnquiryStatus, { params: { id }, body: { status } })).contact,
    onSuccess: (changed) => showChanged([changed]),
  });
}

/** Marks several at once. */
export function useSetEnquiryStatuses() {
  const showChanged = useShowChanged();
  return useMutation({
    mutationFn: async (body: { ids: string[]; status: EnquiryStatus }) =>
      (await callApi(api.setEnquiryStatuses, { body })).items,
    onSuccess: showChanged,
  });
}
