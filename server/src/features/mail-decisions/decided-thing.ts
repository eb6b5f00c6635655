import type { DecisionAnswer, DecisionKind } from '@atelier/domain/mail-decisions/rules.ts';
import type { DecisionThing } from '@atelier/domain/mail-decisions/schema.ts';
import type { MadeAddress } from '@atelier/domain/pages.ts';
import type { ClientRole } from '@atelier/domain/people/rules.ts';
import type { ProjectActor } from '../../core/projects/project-event.ts';
import type { Db, Trx } from '../../platform/db/database.ts';

interface DecidedSubject {
  projectId: string;
  subjectId: string;
}

/** Something that waits for an answer, as it is now. */
export interface WaitingDecision
  extends Pick<DecisionThing, 'title' | 'text' | 'due' | 'note' | 'previewLink' | 'fileNames'> {
  /** A link answers this one alone. */
  revision: number;
  /** Stands for what it shows that its revision doesn't count: the versions of files. */
  shown: string;
}

/** A kind of thing that a link of a mail answers: what it needs of the feature that has it. A workflow implements it. */
export interface DecidedThing {
  /** The role that an answer needs in the portal. */
  role: ClientRole;
  /** One that waits for an answer; undefined otherwise. */
  find(db: Db, subject: DecidedSubject): Promise<WaitingDecision | undefined>;
  /** True if an answer brings about more than a link may: an invoice. */
  needsSignIn(db: Db, subject: DecidedSubject): Promise<boolean>;
  pathOf(subject: DecidedSubject): MadeAddress;
  /** Answers as the portal does, with the project locked. @throws as that does */
  answer(
    trx: Trx,
    by: ProjectActor,
    answered: DecidedSubject & { linkId: string; revision: number; answer: DecisionAnswer; words: string },
  ): Promise<void>;
}

export type DecidedThings = Readonly<Record<DecisionKind, DecidedThing>>;
