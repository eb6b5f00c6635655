import { emptyWithUser } from '../storage/account-store.ts';
import { createStore } from '../storage/store.ts';

/** Answers whoever waits for a new sign-in; undefined while nobody does. */
const waiting = createStore<((didSignIn: boolean) => void) | undefined>(undefined);
let asked: Promise<boolean> | undefined;

/** Whether the user is asked to sign in again. */
export const isAskedToSignInAgain = (): boolean => waiting.get() !== undefined;
export const subscribeToSignInAgain = waiting.subscribe;

/** Ends the question: with a session that has just begun, or without one. */
export function answerSignInAgain(didSignIn: boolean): void {
  waiting.get()?.(didSignIn);
  waiting.set(undefined);
}

// Another user's sign-in is no answer.
emptyWithUser(() => answerSignInAgain(false));

/**
 * Has a dialog ask for the password, and the second factor, over whatever is on the screen; calls that ask at the same
 * time share it (`features/accounts/sign-in/sign-in-again-dialog.tsx`).
 * @returns whether this browser's session has just begun now; false if the user closed the dialog
 */
export function askToSignInAgain(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => waiting.set(resolve)).finally(() => {
    asked = undefined;
  });
  return asked;
}

/**
 * Runs `act`. Where it is refused because the sign-in is no longer recent, asks for a new one and runs it once more.
 * @throws what `act` throws; the refusal itself if the user doesn't sign in
 */
export async function withRecentSignIn<Result>(
  act: () => Promise<Result>,
  isRefusal: (error: unknown) => boolean,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isRefusal(error) || !(await askToSignInAgain())) throw error;
    return act();
  }
}
