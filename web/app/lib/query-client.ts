import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Trying again cannot help where the server has understood and refused. */
const isRefusal = (error: Error) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** The one store of what the server said. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && !isRefusal(error),
    },
    mutations: { retry: false },
  },
});
