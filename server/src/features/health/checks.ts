import { CHECK_NAMES, type CheckId, type Finding } from '@atelier/domain/health/rules.ts';
import { describeError } from '../../platform/log.ts';

/** A finding before it has the name of its check. */
export type Result = Omit<Finding, 'id'>;

/** One thing to look at. What it throws is a problem of its own. */
export interface Check {
  id: CheckId;
  run(): Promise<Result> | Result;
}

export const ok = (sentence: string): Result => ({ level: 'ok', sentence, whatToDo: null });
export const notice = (sentence: string, whatToDo: string): Result => ({
  level: 'notice',
  sentence,
  whatToDo,
});
export const problem = (sentence: string, whatToDo: string): Result => ({
  level: 'problem',
  sentence,
  whatToDo,
});

/**
 * Runs all checks at once and returns their findings in the order of the checks. Never throws; a check that hasn't
 * ended after `withinMs` is a finding too, and what it does later is ignored.
 */
export async function runChecks(checks: readonly Check[], withinMs: number): Promise<Finding[]> {
  return Promise.all(
    checks.map(async (check): Promise<Finding> => ({ id: check.id, ...(await runWithin(check, withinMs)) })),
  );
}

async function runWithin({ id, run }: Check, ms: number): Promise<Result> {
  const name = CHECK_NAMES[id];
  const { promise: late, resolve } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => {
    const seconds = `${ms / 1_000} seconds`;
    resolve(
      problem(
        `${name}: there was no answer within ${seconds}.`,
        'Check again; if it stays, restart what is checked.',
      ),
    );
  }, ms);
  const checked = Promise.resolve()
    .then(run)
    .catch((error: unknown) =>
      problem(
        `${name}: ${describeError(error)}.`,
        'The reason is in the server’s log, or in what is checked.',
      ),
    );
  return Promise.race([checked, late]).finally(() => clearTimeout(timer));
}
