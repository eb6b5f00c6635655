import type { Endpoint, EndpointInput, EndpointReply } from '@atelier/domain/endpoint.ts';
import {
  type DefaultError,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
} from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { callApi } from './api-client.ts';
import { ApiError } from './api-error.ts';
import { type QueryKeys, refetchAll } from './query-client.ts';
import { SingleFlight } from './single-flight.ts';

/** The parts of a call as `callApi` takes them; nothing where the endpoint needs none. */
// biome-ignore lint/suspicious/noConfusingVoidType: TanStack Query's mutate() takes no argument only for void
type CallInput<E extends Endpoint> = keyof EndpointInput<E> extends never ? void : EndpointInput<E>;

/** What a call changes on the screens. It stays pending until they show it, also when it fails. */
export interface CallEffects<Reply, Input = unknown>
  extends Pick<
    UseMutationOptions<Reply, DefaultError, Input>,
    'mutationKey' | 'scope' | 'onMutate' | 'onError' | 'onSettled'
  > {
  /** Puts the reply into the cache. What it returns is awaited. */
  shows?: (reply: Reply, client: QueryClient, input: Input) => unknown;
  /** Refetched whether the call succeeds or fails: a stale screen may be the reason for a failure. */
  refetch?: QueryKeys | ((input: Input) => QueryKeys);
  refetchOnSuccess?: QueryKeys;
  refetchOnFailure?: QueryKeys;
}

const refetchEach = (client: QueryClient, keys: QueryKeys = []) =>
  Promise.all(keys.map((key) => refetchAll(client, key)));

/**
 * Makes a call that changes something: one endpoint, or a function for anything else. The same call again
 * joins the one under way: a button shows its pending state with the next frame at the earliest, and a
 * double click is faster.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  effects?: CallEffects<EndpointReply<E>, CallInput<E>>,
): UseMutationResult<EndpointReply<E>, DefaultError, CallInput<E>>;
export function useCall<Input = void, Reply = unknown>(
  call: (input: Input) => Promise<Reply>,
  effects?: CallEffects<Reply, Input>,
): UseMutationResult<Reply, DefaultError, Input>;
export function useCall<Input, Reply>(
  call: Endpoint | ((input: Input) => Promise<Reply>),
  effects: CallEffects<Reply, Input> = {},
): UseMutationResult<Reply, DefaultError, Input> {
  const { shows, refetch, refetchOnSuccess, refetchOnFailure, onError, onSettled, ...options } = effects;
  const mutationFn =
    typeof call === 'function'
      ? call
      : (input: Input) => callApi<Endpoint>(call, input as object) as Promise<Reply>;
  const mutation = useMutation<Reply, DefaultError, Input>({
    ...options,
    mutationFn: (input) => mutationFn(input),
    onSuccess: async (reply, input, _before, { client }) => {
      await shows?.(reply, client, input);
      await refetchEach(client, refetchOnSuccess);
    },
    onError: async (...failure) => {
      await onError?.(...failure);
      await refetchEach(failure[3].client, refetchOnFailure);
    },
    onSettled: (...settled) => {
      const [, , input, , { client }] = settled;
      const keys = typeof refetch === 'function' ? refetch(input) : refetch;
      return Promise.all([onSettled?.(...settled), refetchEach(client, keys)]);
    },
  });
  const { mutateAsync } = mutation;
  const [flight] = useState(() => new SingleFlight<unknown, Reply>());
  const send = useCallback<typeof mutateAsync>(
    (...input) => flight.run(input[0], () => mutateAsync(...input)),
    [flight, mutateAsync],
  );
  const mutate = useCallback<typeof mutation.mutate>(
    (...input) => {
      if (!flight.find(input[0])) send(...input).catch(() => undefined);
    },
    [flight, send],
  );
  return { ...mutation, mutate, mutateAsync: send };
}

/** Calls an endpoint that deletes. What no longer exists counts as deleted, as after a lost reply. */
export function deleteWith<E extends Endpoint>(endpoint: E): (input: EndpointInput<E>) => Promise<void> {
  return async (input) => {
    try {
      await callApi(endpoint, input);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'not_found')) throw error;
    }
  };
}
