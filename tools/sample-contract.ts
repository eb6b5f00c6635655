import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContractTerms } from '@atelier/domain/contracts/terms.ts';
import { emptyBrief } from '@atelier/domain/onboarding/brief.ts';

/** A contract that a built server's thread makes, for tests of a build: `build` is the server's folder. */
export async function makeSampleContract(build: string, goals = ''): Promise<string> {
  const workerData = { kind: 'contract', content: sampleContract(goals) };
  const [made] = await once(new Worker(join(build, 'document-worker.cjs'), { workerData }), 'message');
  return Buffer.from(made.answer).toString('latin1');
}

export function sampleContract(goals = '') {
  const terms: ContractTerms = {
    lines: [{ id: '1', title: 'Website', detail: '', price: 9_401 }],
    plan: {
      kind: 'custom',
      parts: [{ id: '2', label: 'at launch', percent: 100, due: 'finish', milestoneId: null, date: null }],
    },
    ...{ start: null, finish: null, feedbackRounds: 2, clauses: [] },
  };
  return {
    ...{ version: 1, date: '2030-01-31T10:00:00.000Z', total: 9_401, terms, title: 'Website' },
    ...{ brief: { ...emptyBrief(), goals }, clientEmail: 'ada@acme.example', milestones: [] },
  };
}
