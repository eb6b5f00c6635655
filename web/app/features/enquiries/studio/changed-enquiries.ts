import type { api } from '@atelier/domain/api.ts';
import type { EndpointReply } from '@atelier/domain/endpoint.ts';
import type { Enquiry } from '@atelier/domain/enquiries/schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';

type EnquiryPage = EndpointReply<typeof api.listEnquiries>;

/**
 * Shows changed enquiries wherever they are open. Lists are changed in place (specification section 4), so that what
 * was just marked does not vanish from under a filter; they are asked again the next time they are opened.
 */
export function useShowChanged() {
  const queryClient = useQueryClient();
  return (changed: readonly Enquiry[]) => {
    const byId = new Map(changed.map((enquiry) => [enquiry._id, enquiry]));
    queryClient.setQueriesData<EnquiryPage>(
      { queryKey: [...adminKeys.enquiries, 'list'] },
      (page) => page && { ...page, items: page.items.map((item) => byId.get(item._id) ?? item) },
    );
    for (const enquiry of changed) {
      queryClient.setQueryData([...adminKeys.enquiries, 'one', enquiry._id], enquiry);
    }
    return queryClient.invalidateQueries({ queryKey: adminKeys.enquiries, refetchType: 'none' });
  };
}
