import { api } from '@atelier/domain/api.ts';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { adminKeys } from '../../lib/api/admin-keys.ts';
import { callApi } from '../../lib/api/api-client.ts';

/** Filters by actor and by subject; null for all. */
export interface AuditFilter {
  by: string | null;
  subject: string | null;
}

/** The actions of admins, newest first; each further page is older. */
export const listAdminActions = ({ by, subject }: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.audit, { by, subject }],
    queryFn: ({ pageParam, signal }) =>
      callApi(api.listAdminActions, {
        query: {
          ...(pageParam && { before: pageParam }),
          ...(by && { by }),
          ...(subject && { subject }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => (last.hasOlder ? last.items.at(-1)?._id : undefined),
    placeholderData: keepPreviousData,
  });
