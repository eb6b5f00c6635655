import type { Project } from '@atelier/domain/projects/schema.ts';
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/is-missing.ts';

/** Whether a project was deleted while this page was open. Nobody is asked: whoever hears of it notes it. */
const isGone = (id: string) =>
  queryOptions<boolean>({ queryKey: ['gone-project', id], queryFn: skipToken, staleTime: Infinity });

/** Notes that a project is gone, so that what shows it says so and asks for nothing of it any more. */
export function noteGone(queryClient: QueryClient, id: string): void {
  queryClient.setQueryData(isGone(id).queryKey, true);
}

/**
 * What is to be shown of a project that was asked for. What was shown before counts no more once it is gone: whether
 * that is so is heard, or learnt by asking again.
 */
export function useShownProject(id: string, { data, error }: { data: Project | undefined; error: unknown }) {
  const isHeard = useQuery(isGone(id)).data ?? false;
  const isMissed = isMissing(error);
  return {
    project: isHeard || isMissed ? undefined : data,
    // A project that was never shown here isn't deleted: it is missing.
    isGone: data !== undefined && (isHeard || isMissed),
  };
}
