import { failureMessage } from '../../lib/api/api-error.ts';
import { Alert } from './alert.tsx';
import { LoadFailure } from './load-failure.tsx';
import { SkeletonList } from './placeholders.tsx';

/** The part of a query, or of a list that grows page by page, that says how its loading goes. */
interface Loading {
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
  isFetchNextPageError?: boolean;
  fetchNextPage?: () => unknown;
}

/** Rows while a query loads, and why it failed; data from before may show below. Otherwise nothing. */
export function QueryState({
  query,
  label,
  rows,
  fallback,
}: {
  query: Loading;
  /** What loads, for those who don't see the rows: "Loading files…". */
  label: string;
  rows?: number;
  /** The failure, where the server gives no sentence. */
  fallback: string;
}) {
  if (query.isPending) return <SkeletonList label={label} {...(rows && { rows })} />;
  if (!query.isError) return null;
  const retry = (query.isFetchNextPageError && query.fetchNextPage) || query.refetch;
  return <LoadFailure error={query.error} fallback={fallback} onRetry={() => void retry()} />;
}

/**
 * Whether a query's first reply is on its way. False while it is tried again after a failure, or waits for the
 * network: then what is there shows without it.
 */
export const isArriving = ({ isLoading, failureCount }: { isLoading: boolean; failureCount: number }) =>
  isLoading && failureCount === 0;

/** Why a press failed; nothing without an error. */
export function FailureAlert({ error, fallback }: { error: unknown; fallback: string }) {
  return error ? <Alert tone="danger">{failureMessage(error, fallback)}</Alert> : null;
}
