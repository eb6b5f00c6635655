import { api } from '@atelier/domain/api.ts';
import { DEFAULT_PAGE_SIZE } from '@atelier/domain/paging.ts';
import type { ProjectStatus } from '@atelier/domain/projects.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminKeys } from '../admin-keys.ts';

export interface ProjectQuery {
  q?: string;
  status: ProjectStatus | 'all';
  page?: number;
  limit?: number;
}

/** A page of everybody's projects, last changed first. */
export const listProjects = ({ q = '', status, page = 1, limit = DEFAULT_PAGE_SIZE }: ProjectQuery) =>
  queryOptions({
    queryKey: [...adminKeys.projects, 'list', { q, status, page, limit }],
    queryFn: ({ signal }) => callApi(api.listProjects, { query: { q, status, page, limit }, signal }),
    placeholderData: keepPreviousData,
  });
