import { api } from '@atelier/domain/api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { myProjectsKey } from './my-projects-key.ts';

/** A page of one's own submitted projects, newest first. */
export const listSubmittedProjects = (page: number) =>
  queryOptions({
    queryKey: [...myProjectsKey, 'submitted', page],
    queryFn: ({ signal }) => callApi(api.listMyProjects, { query: { status: 'submitted', page }, signal }),
    placeholderData: keepPreviousData,
  });
