import { type Check, notice, ok } from './checks.ts';

/** Whether there are addresses that emails of ours came back from: the owner was mailed about each. */
export function bouncesCheck(count: () => Promise<number>): Check {
  return {
    id: 'mail-bounces',
    run: async () => {
      const found = await count();
      if (found === 0) return ok('No email that left is known to have come back.');
      return notice(
        found === 1 ? 'Emails came back from one address.' : `Emails came back from ${found} addresses.`,
        'Look at “Contact”, “Received emails”: ask those people for another address, or remove the mark.',
      );
    },
  };
}
