import * as mutedMails from '../../src/features/notifications/muted-mails.repository.ts';
import * as pending from '../../src/features/notifications/pending-notifications.repository.ts';
import { callsOf, type NounSamples, newRow } from './noun-samples.ts';
import {
  sampleAccount as account,
  address,
  id,
  MANY,
  partedProject,
  sampleProject as project,
  type SeedRows,
  time,
} from './values.ts';

const rows = {
  pending_notifications: [
    MANY,
    (n) => ({
      id: id('7', n),
      project_id: id('b', partedProject(n)),
      side: n % 3 === 0 ? 'studio' : 'client',
      kind: n % 4 === 0 ? 'file' : 'message',
      actor_id: id('a', partedProject(n)),
      actor_email: address(n),
      subject_id: null,
      subject_title: null,
      detail: '{}',
      activity_id: id('e', n),
      request_id: null,
      created_at: time(n),
      due_at: time(n),
    }),
  ],
  muted_mails: [MANY, (n) => ({ address: address(n), kind: 'message', created_at: time(n) })],
} satisfies Partial<SeedRows>;

/** Samples of notifications. */
export const notificationSamples = {
  rows,
  calls: {
    getMyNotifications: () => ({}),
    setMyNotification: () => ({ body: { kind: 'message', isOn: true } }),
  },
  queries: [
    ...callsOf('muted-mails', mutedMails, {
      listMutedKinds: [[address(7)]],
      isMuted: [[address(7), 'message']],
      muteMail: [[address(7), 'file', time(1)]],
      unmuteMail: [[address(7), 'message']],
      forgetMutedMails: [[address(7)]],
      moveMutedMails: [[address(7), 'ada@client.example']],
    }),
    ...callsOf('pending-notifications', pending, {
      insertPending: [[newRow(rows.pending_notifications)]],
      listDuePending: [[{ now: time(20), latest: time(9_000) }, 20]],
      listPendingLike: [[{ project_id: project, side: 'client', kind: 'message' }, 20]],
      hasPending: [[project, 'message']],
      takePending: [[[id('7', 7), id('7', 8)]]],
      withdrawPending: [[id('e', 7)]],
      listPendingAbout: [[id('e', 7)]],
      renewPending: [
        [id('7', 7), { id: id('7', 9_001), title: 'Hello' }],
        [id('7', 7), { id: id('7', 9_001), title: 'Hello', detail: '{}' }],
      ],
      postponePending: [[[id('7', 7)], time(1)]],
      forgetActor: [[account]],
    }),
  ],
} satisfies NounSamples;
