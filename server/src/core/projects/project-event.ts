import type { ProjectEventKind } from '@atelier/domain/project-events.ts';
import type { ProjectSide } from '@atelier/domain/projects/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Actor, ProjectAccess } from '../../platform/http/access.ts';
import type { ClientFacts } from '../../platform/http/client.ts';

/** Who did something to a project, from which side and which address. */
export interface ProjectActor {
  accountId: string;
  email: string;
  side: ProjectSide;
  /** The network address, kept with the record of what was done. */
  address: string;
}

/** Something that has happened to a project. */
export interface Happening {
  /** The id for its record, if something refers to it later. */
  id?: string;
  projectId: string;
  kind: ProjectEventKind;
  by: ProjectActor;
  /** What it was done to, with its name of this moment; it may be deleted or renamed later. */
  subject?: { id: string; title: string };
  /** Facts of the kind, for the record and the mail: `from`, `to`, `reason`, `version`, `hash`. */
  detail?: Record<string, string | number | null>;
  /**
   * True for what the client has no part in, such as a change of a draft that was never sent: it is kept in
   * the record and shown to the studio alone.
   */
  studioOnly?: boolean;
}

/**
 * Told by a feature, within the transaction that did it, of everything that it did to a project. Behind it
 * are the activity's row, the live event and the mails; features know none of them.
 */
export type RecordHappening = (trx: Trx, happening: Happening) => Promise<void>;

/** The actor of a call on a project. An admin who owns the project acts as its client on the client's calls. */
export function projectActor(call: {
  actor: Actor;
  client: ClientFacts;
  project: Pick<ProjectAccess, 'isClient'> | undefined;
}): ProjectActor {
  return {
    accountId: call.actor.accountId,
    email: call.actor.email,
    side: call.project?.isClient ? 'client' : 'studio',
    address: call.client.address,
  };
}
