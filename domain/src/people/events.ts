import {
  type EventDefinitions,
  type EventFacts,
  type NotificationWords,
  quotedTitle,
} from '../event-definition.ts';
import type { ColleagueRole } from './rules.ts';

/** The details of each event about the people on a project's client's side; the subject is the person meant. */
export interface PeopleEvents {
  person_invited: { role: ColleagueRole };
  person_joined: { role: ColleagueRole };
  person_role_changed: { role: ColleagueRole };
  person_removed: { role: ColleagueRole };
  /** By themselves. */
  person_left: { role: ColleagueRole };
  /** The subject is the new contact, `former` the account of the one before; with `isUndo` it is the one before that. */
  contact_changed: { former: string; isUndo: 0 | 1 };
}

const changes = ['people', 'project', 'waiting'] as const;
/** "decides" or "follows". */
const roleOf = ({ detail }: Pick<EventFacts, 'detail'>) =>
  detail.role === 'decides' ? 'decides' : 'follows';

export const peopleEvents = {
  person_invited: { changes: ['people'], deed: (facts) => `invited a colleague who ${roleOf(facts)}` },
  person_joined: { changes, deed: (facts) => `joined the project, and ${roleOf(facts)}` },
  person_role_changed: { changes, deed: (facts) => `changed ${quotedTitle(facts)} to “${roleOf(facts)}”` },
  person_removed: { changes, deed: (facts) => `removed ${quotedTitle(facts)} from the project` },
  person_left: { changes, deed: () => 'left the project' },
  contact_changed: {
    changes,
    deed: (facts) =>
      facts.detail.isUndo === 1
        ? 'undid the change of the main contact'
        : `made ${quotedTitle(facts)} the main contact`,
  },
} as const satisfies EventDefinitions<PeopleEvents>;

export const peopleNotifications = {
  person_joined: { about: 'colleagues who join', studio: 'A client’s colleague joined a project' },
  contact_changed: {
    about: 'main contacts',
    client: 'A project has another main contact',
    studio: 'A project has another main contact',
  },
} as const satisfies Record<string, NotificationWords>;
