import { createHash, randomBytes } from 'node:crypto';
import * as mailDecisions from '../../src/features/mail-decisions/mail-decisions.repository.ts';
import type { Db } from '../../src/platform/db/database.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestUser } from '../harness/test-app.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  isWaiting,
  MANY,
  partedProject,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  decision_links: [
    MANY,
    (n) => ({
      id: id('7', 20_000 + n),
      kind: n % 2 === 0 ? 'review' : 'request',
      project_id: id('b', partedProject(n)),
      subject_id: n % 2 === 0 ? id('1', n) : id('0', 10_000 + n),
      revision: 1,
      shown: null,
      account_id: id('a', n),
      email: address(n),
      token_hash: `hash ${n}`,
      created_at: time(n),
      expires_at: time(n + 20_160),
      used_at: isWaiting(n) ? time(n + 5) : null,
      answer: isWaiting(n) ? 'approve' : null,
      answer_hash: isWaiting(n) ? `hash ${n}` : null,
    }),
  ],
} satisfies Partial<SeedRows>;

/** A link by which a client says that a request is done. @returns its secret */
export async function makeDecisionLink(
  db: Db,
  { projectId, requestId, client }: { projectId: string; requestId: string; client: TestUser },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('decision_links')
    .values({
      ...newRow(rows.decision_links),
      id: newId(),
      kind: 'request',
      project_id: projectId,
      subject_id: requestId,
      account_id: client.id,
      email: client.email,
      token_hash: createHash('sha256').update(token).digest('base64url'),
      expires_at: '2099-01-01T00:00:00.000Z',
    })
    .execute();
  return token;
}

/** Samples of links that decide. */
export const mailDecisionSamples = {
  rows,
  calls: {
    findDecision: ({ decisionToken }) => ({ body: { token: decisionToken } }),
    decide: ({ decisionToken }) => ({ body: { token: decisionToken, answer: 'done', words: 'It’s done.' } }),
  },
  queries: callsOf('mail-decisions', mailDecisions, {
    insertDecisionLink: [[{ ...newRow(rows.decision_links), project_id: id('b', 7) }]],
    findDecisionLink: [['hash 7']],
    markLinkUsed: [[id('7', 20_007), { used_at: time(1), answer: 'done', answer_hash: 'hash' }]],
    deleteLinksOf: [[account]],
    deleteLinksBefore: [[time(10)]],
  }),
} satisfies NounSamples<{ decisionToken: string }>;
