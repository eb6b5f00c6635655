import { api } from '@atelier/domain/api.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging.ts';
import type { ProjectSort, ProjectStatus } from '@atelier/domain/projects/rules.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminKeys } from '../../../lib/admin-keys.ts';
import { callApi } from '../../../lib/api-client.ts';

export interface ProjectQuery {
  q?: string;
  status: ProjectStatus | 'all';
  sort?: ProjectSort;
  page?: number;
  limit?: number;
}

/** A page of everybody's projects, last changed first unless another order is asked for. */
export const listProjects = ({
  q = '',
  status,
  sort = 'updated',
  page = 1,
  limit = DEFAULT_PAGE_SIZE,
}: ProjectQuery) =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'list', { q, status, sort, page, limit }],
    queryFn: ({ signal }) => callApi(api.listProjects, { query: { q, status, sort, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });
