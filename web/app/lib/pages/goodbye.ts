/** What the history entry of the home page holds for somebody who has just deleted their account. */
export const goodbyeState = { goodbye: true };

export function isGoodbye(state: unknown): boolean {
  return typeof state === 'object' && state !== null && Reflect.get(state, 'goodbye') === true;
}
