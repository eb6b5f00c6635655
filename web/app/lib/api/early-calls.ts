/** A call that the script in the head began before the application arrived. */
interface EarlyCall {
  token: string;
  reply: Promise<Response>;
}

/** The calls that have begun, by their address, and when, as `performance.now()` has it. */
interface EarlyCalls {
  since: number;
  replies: Map<string, EarlyCall>;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls | undefined;
  }
}

/** Begins calls as the session of this token. */
export function beginEarlyCalls(token: string, urls: readonly string[]): void {
  const replies = new Map<string, EarlyCall>();
  for (const url of urls) {
    const reply = fetch(url, { headers: { authorization: `Bearer ${token}` } });
    // The request that takes it learns of the failure.
    reply.catch(() => {});
    replies.set(url, { token, reply });
  }
  window.earlyCalls = { since: performance.now(), replies };
}

/**
 * The reply to a call that has begun already; undefined if it hasn't, or as another session. It is taken
 * once: the same call later is a new one.
 */
export function takeEarlyCall(url: string, token: string | undefined): Promise<Response> | undefined {
  const call = window.earlyCalls?.replies.get(url);
  if (call?.token !== token) return undefined;
  window.earlyCalls?.replies.delete(url);
  return call?.reply;
}

/** When the calls of this page began, as `performance.now()` has it; undefined once they are over. */
export const earlyCallsBegan = (): number | undefined => window.earlyCalls?.since;

/** What no screen has taken by now is too old to be taken. */
export function endEarlyCalls(): void {
  window.earlyCalls = undefined;
}
