import type { DecisionAnswer, DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import type { Selectable } from 'kysely';

/** A link of a mail that takes one person's answer about one thing as it is in one revision. */
interface DecisionLinkTable {
  id: string;
  kind: DecisionKind;
  project_id: string;
  /** The milestone's, or the request's. */
  subject_id: string;
  revision: number;
  /** What was shown in it; null in links of earlier versions. */
  shown: string | null;
  account_id: string;
  /** The address that the mail went to, in lower case. */
  email: string;
  /** SHA-256 of the secret in the link. */
  token_hash: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  answer: DecisionAnswer | null;
  /** SHA-256 of the answer with its words: sent again, it is the same one. */
  answer_hash: string | null;
}

export type DecisionLinkRow = Selectable<DecisionLinkTable>;

declare module '../../platform/db/database.ts' {
  interface Database {
    decision_links: DecisionLinkTable;
  }
}
