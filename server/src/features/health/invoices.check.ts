import { type Check, ok, problem } from './checks.ts';

/** Whether there are invoices that should have left by themselves and didn't: their projects' drafts say why. */
export function invoicesCheck(countHeld: () => Promise<number>): Check {
  return {
    id: 'invoices',
    run: async () => {
      const held = await countHeld();
      if (held === 0) return ok('Every invoice that was to send itself was sent.');
      return problem(
        held === 1 ? 'One invoice couldn’t send itself.' : `${held} invoices couldn’t send themselves.`,
        'Look at “Money”, “Drafts”: each says what has to be changed. Then send it.',
      );
    },
  };
}
