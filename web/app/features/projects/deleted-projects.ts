import type { Project } from '@atelier/domain/projects/schema.ts';
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/api/is-missing.ts';

/** Whether a project was deleted while this page was open. Never fetched: a live event marks it. */
const deletedProject = (id: string) =>
  queryOptions<boolean>({ queryKey: ['gone-project', id], queryFn: skipToken, staleTime: Infinity });

/** Marks a project as deleted: screens that show it say so and stop requesting it. */
export function markDeleted(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData(deletedProject(id).queryKey, true);
}

/**
 * What to show of a requested project. Cached data no longer counts once it is deleted, as a live event or a refetch
 * tells.
 */
export function useShownProject(id: string, { data, error }: { data: Project | undefined; error: unknown }) {
  const isMarked = useQuery(deletedProject(id)).data ?? false;
  const isNotFound = isMissing(error);
  return {
    project: isMarked || isNotFound ? undefined : data,
    // A project that was never shown here isn't deleted: it is missing.
    isDeleted: data !== undefined && (isMarked || isNotFound),
  };
}
