import type { ChangeUser } from '@atelier/domain/accounts/schema.ts';
import { api } from '@atelier/domain/api.ts';
import { DEFAULT_PAGE_SIZE, pageCount } from '@atelier/domain/paging-rules.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi, requestApi } from '../../../lib/api/api-client.ts';
import { adminKeys } from '../../../lib/api/query-client.ts';
import { useCall } from '../../../lib/api/use-call.ts';

/** A page of accounts, newest first. The reply is a bare array; a header holds the total. */
export const listUsers = ({ q, page }: { q: string; page: number }) =>
  queryOptions({
    queryKey: [...adminKeys.users, 'list', { q, page }],
    queryFn: async ({ signal }) => {
      const query = { q, page, limit: DEFAULT_PAGE_SIZE };
      const { reply: users, headers } = await requestApi(api.listUsers, { query, signal });
      const total = Number(headers.get('x-total-count') ?? users.length);
      return { users, total, pages: pageCount(total, DEFAULT_PAGE_SIZE) };
    },
    placeholderData: keepPreviousData,
  });

/** One account with its newest projects. */
export const getUser = (id: string) =>
  queryOptions({
    queryKey: [...adminKeys.users, 'one', id],
    queryFn: ({ signal }) => callApi(api.getUser, { params: { id }, signal }),
  });

/** Something the studio does to an account. */
export type UserAction =
  | ({ kind: 'change' } & ChangeUser)
  | { kind: 'sign-out' }
  | { kind: 'disable' }
  | { kind: 'enable' }
  | { kind: 'remove-second-factor' };

/** Runs the action. Returns its message if that depends on the account's state. */
async function runAction(id: string, action: UserAction): Promise<string | undefined> {
  const params = { id };
  switch (action.kind) {
    case 'change': {
      const { kind: _kind, ...body } = action;
      await callApi(api.changeUser, { params, body });
      return undefined;
    }
    case 'sign-out': {
      const { ended } = await callApi(api.signUserOut, { params });
      if (ended === 0) return 'They weren’t signed in anywhere.';
      return ended === 1 ? 'Signed out of 1 place.' : `Signed out of ${ended} places.`;
    }
    case 'disable':
      await callApi(api.disableUser, { params });
      return undefined;
    case 'enable':
      await callApi(api.enableUser, { params });
      return undefined;
    case 'remove-second-factor': {
      const { removed } = await callApi(api.removeSecondFactor, { params });
      return removed ? undefined : 'This account has no second factor.';
    }
  }
}

/** Acts on an account; resolves once its screens and the audit are reloaded. */
export const useActOnUser = (id: string) =>
  useCall((action: UserAction) => runAction(id, action), {
    refetchOnSuccess: [adminKeys.users, adminKeys.audit],
  });
