import { api } from '@atelier/domain/api.ts';
import type { Enquiry, EnquiryStatus } from '@atelier/domain/contact.ts';
import type { EndpointReply } from '@atelier/domain/endpoints/endpoint.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../admin-keys.ts';

type EnquiryPage = EndpointReply<typeof api.listEnquiries>;

/**
 * Marks an enquiry. The lists that are open are changed in place (specification section 4), so that what was just
 * marked does not vanish from under a filter; they are asked again the next time they are opened.
 */
export function useSetEnquiryStatus() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, status }: { id: string; status: EnquiryStatus }) =>
      (await callApi(api.setEnquiryStatus, { params: { id }, body: { status } })).contact,
    onSuccess: (changed) => {
      queryClient.setQueriesData<EnquiryPage>(
        { queryKey: adminKeys.enquiries },
        (page) => page && { ...page, items: withChanged(page.items, changed) },
      );
      return queryClient.invalidateQueries({ queryKey: adminKeys.enquiries, refetchType: 'none' });
    },
  });
}

function withChanged(enquiries: Enquiry[], changed: Enquiry): Enquiry[] {
  return enquiries.map((enquiry) => (enquiry._id === changed._id ? changed : enquiry));
}
