import { countSearch } from '../../../src/core/lists/search.repository.ts';
import * as activity from '../../../src/features/activity/activity.repository.ts';
import * as contracts from '../../../src/features/contracts/contracts.repository.ts';
import * as enquiries from '../../../src/features/enquiries/enquiries.repository.ts';
import * as files from '../../../src/features/files/files.repository.ts';
import * as messages from '../../../src/features/messages/messages.repository.ts';
import * as unanswered from '../../../src/features/messages/unanswered.repository.ts';
import * as milestones from '../../../src/features/milestones/milestones.repository.ts';
import * as mutedMails from '../../../src/features/notifications/muted-mails.repository.ts';
import * as pending from '../../../src/features/notifications/pending-notifications.repository.ts';
import { callsOf, newRow } from './sample.ts';
import { address, id, time } from './seed-values.ts';

const [account, project, enquiry] = [id('a', 7), id('b', 7), id('c', 7)];
const projects = [project, id('b', 8), id('b', 9)];
const page = { limit: 20, offset: 0 };
const reader = { accountId: account, role: 'client' } as const;

export const featureCalls = [
  ...callsOf('enquiries', enquiries, {
    insertEnquiry: [[newRow('enquiries')]],
    lockEnquiry: [[enquiry]],
    findEnquiry: [[enquiry]],
    lockEnquiries: [[[enquiry, id('c', 8)]]],
    updateEnquiry: [[enquiry, { status: 'read', updated_at: time(1) }]],
    listEnquiries: [
      [{ ...page, status: undefined, search: undefined }],
      [{ ...page, status: 'new', search: undefined }],
      async (db) => {
        const found = await countSearch(db, { list: 'enquiries', asked: 'client77 ', status: 'new' });
        return enquiries.listEnquiries(db, { ...page, status: 'new', search: found });
      },
    ],
    listEnquiriesFrom: [[address(7), undefined, 20]],
  }),
  ...callsOf('muted-mails', mutedMails, {
    listMutedKinds: [[address(7)]],
    isMuted: [[address(7), 'message']],
    muteMail: [[address(7), 'file', time(1)]],
    unmuteMail: [[address(7), 'message']],
    forgetMutedMails: [[address(7)]],
    moveMutedMails: [[address(7), 'ada@client.example']],
  }),
  ...callsOf('pending-notifications', pending, {
    insertPending: [[[newRow('pending_notifications')]]],
    listDuePending: [[{ now: time(20), latest: time(9_000) }, 20]],
    listPendingLike: [[{ project_id: project, side: 'client', kind: 'message' }, 20]],
    hasPending: [[project, 'message']],
    takePending: [[[id('7', 7), id('7', 8)]]],
    withdrawPending: [[id('e', 7)]],
    postponePending: [[[id('7', 7)], time(1)]],
    forgetActor: [[account]],
  }),
  ...callsOf('activity', activity, {
    insertActivity: [[newRow('project_activity')]],
    listActivity: [
      [{ projectId: project, before: undefined, limit: 20 }],
      [{ projectId: project, before: id('e', 3_000), limit: 20, studioOnly: false }],
    ],
    hideActivity: [[id('e', 7)]],
    forgetActor: [[account, 'Former client']],
    listActivityBy: [[account, 'contract_accepted']],
    updateDetail: [[id('e', 7), '{}']],
  }),
  ...callsOf('contracts', contracts, {
    findContract: [[project]],
    lockContract: [[project]],
    insertContract: [[{ ...newRow('contracts'), project_id: id('b', 4_000) }]],
    updateDraft: [[newRow('contracts', 7), { changed_at: time(1), draft_total: 1 }]],
    moveContract: [[newRow('contracts', 200), 'accept']],
    insertVersion: [[newRow('contract_versions')]],
    findVersion: [[project, 1]],
    listVersions: [[project], [project, 20]],
    listSentKeys: [[project]],
    insertChangeRequest: [[newRow('contract_change_requests')]],
    findChangeRequestByKey: [[project, id('3', 7)]],
    listChangeRequests: [[project], [project, 20]],
    forgetRequester: [[project]],
    insertAcceptance: [[newRow('contract_acceptances')]],
    findAcceptance: [[project]],
    listAcceptancesBy: [[account]],
    listAcceptances: [[{ limit: 20 }], [{ limit: 20, before: id('5', 2_000) }]],
    listSentProjects: [[projects, account]],
    listContractsByStatus: [['sent', 20]],
    listContractStatuses: [[projects]],
  }),
  ...callsOf('files', files, {
    listFiles: [[project]],
    findFile: [[project, id('6', 7)]],
    findFileByKey: [[{ projectId: project, accountId: account, key: id('6', 7) }]],
    measureFiles: [[project]],
    measureSentBy: [[account]],
    insertVersion: [[{ ...newRow('project_files'), stored_key: id('4', 4_000) }]],
    deleteFile: [[project, id('6', 7)]],
    listStoredKeys: [[project]],
  }),
  ...callsOf('milestones', milestones, {
    listMilestones: [[project]],
    listPublishedMilestones: [[project]],
    findMilestone: [[project, id('1', 7)]],
    insertMilestones: [[[newRow('milestones')]]],
    updateMilestone: [[newRow('milestones', 7), { title: 'Launch', updated_at: time(1) }]],
    placeMilestones: [
      [
        [
          { id: id('1', 7), position: 3 },
          { id: id('1', 1_007), position: 2 },
        ],
      ],
    ],
    publishMilestones: [[project, time(1)]],
    deleteMilestone: [[{ id: id('1', 7), revision: 1 }]],
    countReviews: [[projects, account]],
    listMilestonesByStatus: [['in_review', 20]],
    listMilestonesDueBefore: [
      ['in_progress', '2026-03-02', 20],
      ['pending', '2026-03-02', 20],
    ],
    countPublishedMilestones: [[projects]],
  }),
  ...callsOf('messages', messages, {
    listMessages: [
      [project, { before: undefined, limit: 20 }],
      [project, { before: id('d', 3_000), limit: 20 }],
    ],
    listMessagesById: [[project, [id('d', 7)]]],
    isMessageRead: [[project, 'client', id('d', 7)]],
    findMessageByKey: [[project, account, id('d', 8)]],
    findNewestMessageId: [[project]],
    insertMessage: [[newRow('messages')]],
    findReadMark: [[project, reader]],
    moveReadMark: [[newRow('message_reads', 7)]],
    countUnread: [[projects, reader]],
    keepOwnProjects: [[projects, account]],
    forgetAuthor: [[account, 'Former client']],
  }),
  ...callsOf('unanswered', unanswered, {
    noteUnanswered: [[project, time(1)]],
    noteAnswered: [[project]],
    findAnswerState: [[project]],
    setAnswerState: [[project, 'not_needed']],
    listUnanswered: [[20]],
  }),
];
