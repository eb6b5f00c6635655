import {
  type DefaultError,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation as useRepeatableMutation,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { SingleFlight } from './single-flight.ts';

/**
 * A mutation that a second press doesn't send twice. A button shows its pending state with the next
 * frame at the earliest, and a double click or a held key is faster; so the same call joins the
 * running one.
 */
export function useMutation<Data = unknown, Failure = DefaultError, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Variables, Context>,
): UseMutationResult<Data, Failure, Variables, Context> {
  const mutation = useRepeatableMutation(options);
  const { mutateAsync } = mutation;
  const [flight] = useState(() => new SingleFlight<unknown, Data>());
  const send = useCallback<typeof mutateAsync>(
    (...call) => flight.run(call[0], () => mutateAsync(...call)),
    [flight, mutateAsync],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...call) => {
      if (!flight.find(call[0])) send(...call).catch(() => undefined);
    },
    [flight, send],
  );
  return { ...mutation, mutate, mutateAsync: send };
}
