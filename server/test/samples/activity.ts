import * as activity from '../../src/features/activity/activity.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  id,
  MANY,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  project_activity: [
    MANY,
    (n) => ({
      id: id('e', n),
      project_id: id('b', partedProject(n)),
      kind: n % 10 === 0 ? 'contract_accepted' : 'message_sent',
      side: n % 3 === 0 ? 'studio' : 'client',
      account_id: id('a', partedProject(n)),
      actor_name: `Client ${n}`,
      address: '',
      subject_id: null,
      subject_title: null,
      detail: '{}',
      studio_only: n % 20 === 0 ? 1 : 0,
      created_at: time(n),
    }),
  ],
} satisfies Partial<SeedRows>;

/** Samples of the activity. */
export const activitySamples = {
  rows,
  calls: {
    listActivity: ({ projectId }) => ({ params: { id: projectId }, query: { limit: 5 } }),
  },
  queries: [
    ...callsOf('activity', activity, {
      insertActivity: [[newRow(rows.project_activity)]],
      listActivity: [
        [{ projectId: project, before: undefined, limit: 20 }],
        [{ projectId: project, before: id('e', 3_000), limit: 20, studioOnly: false }],
      ],
      hideActivity: [[id('e', 7)]],
      forgetSubject: [[account, 'Former client']],
      forgetActor: [[account, 'Former client']],
      listActivityBy: [[account, 'contract_accepted']],
      updateDetail: [[id('e', 7), '{}']],
      updateSubjectTitle: [[id('e', 7), 'Hello']],
      deleteActivity: [[id('e', 7)]],
    }),
  ],
} satisfies NounSamples;
