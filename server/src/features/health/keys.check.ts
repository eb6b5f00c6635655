import type { Clock } from '../../platform/clock.ts';
import { STUDIO_COMMAND } from '../../platform/version.ts';
import { type Check, notice, ok } from './checks.ts';

/** The keys that sign-ins are signed with. */
export interface SigningKeyFacts {
  /** When the newest was made, in milliseconds since 1970; undefined for the owner's own, from a file. */
  madeAt: number | undefined;
  /** How many others still verify. */
  older: number;
}

const DAY_MS = 24 * 3600_000;
/** A key that is older should be replaced some time: a copy of it could sign. */
const OLD_DAYS = 365;

/** How old the keys of sign-ins are. */
export function keysCheck(readKeys: () => Promise<SigningKeyFacts>, clock: Clock): Check {
  return {
    id: 'keys',
    async run() {
      const { madeAt, older } = await readKeys();
      const others = older === 0 ? '' : ` ${older} older still ${older === 1 ? 'verifies' : 'verify'}.`;
      if (madeAt === undefined) {
        return ok(`Sign-ins are signed with your own key, from the file in AUTH_SIGNING_KEYS.${others}`);
      }
      const days = Math.max(0, Math.floor((clock.now().getTime() - madeAt) / DAY_MS));
      const age = days === 0 ? 'today' : days === 1 ? '1 day ago' : `${days.toLocaleString('en')} days ago`;
      const day = new Date(madeAt).toISOString().slice(0, 10);
      const sentence = `The key of sign-ins was made on ${day}, ${age}.${others}`;
      if (days < OLD_DAYS) return ok(sentence);
      return notice(sentence, `Run: ${STUDIO_COMMAND} rotate-keys. Nobody is signed out by it.`);
    },
  };
}
