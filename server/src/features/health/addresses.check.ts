import { type Check, notice, ok } from './checks.ts';

/** Whether an update left stored addresses as they were, because two would have become one. */
export function addressesCheck(list: () => Promise<readonly { email: string; becomes: string }[]>): Check {
  return {
    id: 'addresses',
    run: async () => {
      const left = await list();
      if (left.length === 0) return ok('Every stored email address is written in one way.');
      const named = left.map(({ email, becomes }) => `“${email}” and “${becomes}”`).join(', ');
      return notice(
        `Stored email addresses are the same one, written in two ways: ${named}.`,
        'Remove or change the first of each pair: delete the account or the invitation, or the mark under “Received emails”.',
      );
    },
  };
}
