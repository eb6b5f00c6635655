/** Whether the whole of each proof runs, as with `npm run prove`; otherwise the small part of it that `npm test` has. */
export const isFull = process.env.PROVE === 'full';

/** What a proof takes of a thing, such as rounds: a little in `npm test`, and what its bar asks in `npm run prove`. */
export function sized<Amount>(amounts: { quick: Amount; full: Amount }): Amount {
  return isFull ? amounts.full : amounts.quick;
}
