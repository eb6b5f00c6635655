import { systemClock } from '../../src/platform/clock.ts';
import { SharedRateLimitStore } from '../../src/platform/http/shared-rate-limits.repository.ts';
import * as jobLeases from '../../src/platform/jobs/job-leases.repository.ts';
import * as outbox from '../../src/platform/mail/outbox.repository.ts';
import * as unsentMails from '../../src/platform/mail/unsent-mails.repository.ts';
import * as storedFiles from '../../src/platform/storage/stored-files.repository.ts';
import { callsOf, type NounSamples, newRow, type QueryCall } from './noun-samples.ts';
import { address, id, isWaiting, MANY, partedProject, type SeedRows, time, words } from './values.ts';

const rows = {
  mail_outbox: [
    MANY,
    (n) => ({
      id: id('8', n),
      kind: 'portal.message',
      message_id: `<${id('8', n)}@studio.example>`,
      recipient: address(partedProject(n)),
      reply_to: null,
      once_key: `message ${partedProject(n)} ${n}`,
      request_id: id('9', n),
      unsubscribe_url: null,
      answers: null,
      subject: words(n),
      text_body: '',
      line_hashes: null,
      is_notice: 0 as const,
      html_body: '',
      status: isWaiting(n) ? 'pending' : n % 201 === 0 ? 'failed' : 'sent',
      attempts: isWaiting(n) ? 0 : 1,
      due_at: time(n),
      lease_owner: n === 400 ? 'another' : null,
      last_error: null,
      created_at: time(n),
      finished_at: isWaiting(n) ? null : time(n),
    }),
  ],
  mail_attachments: [
    // The last mail has none.
    MANY - 1,
    (n) => ({ mail_id: id('8', n), position: 0, name: 'a.txt', type: 'text/plain', content_base64: 'QQ==' }),
  ],
  stored_files: [
    MANY,
    (n) => ({
      key: id('4', n),
      name: 'a.txt',
      type: 'text/plain',
      size: 2,
      sha256: '0'.repeat(64),
      created_at: time(n),
      drop_at: isWaiting(n) ? time(n) : null,
    }),
  ],
  job_leases: [
    10,
    (n) => ({
      name: `job.${n}`,
      owner: null,
      leased_until: null,
      next_at: time(n),
      started_at: time(n),
      ended_at: time(n),
      succeeded_at: time(n),
      last_error: null,
      failures: 0,
    }),
  ],
  rate_limits: [MANY, (n) => ({ key: `createEnquiry ${n}`, paid_at: n })],
} satisfies Partial<SeedRows>;

const mail = newRow(rows.mail_outbox, 7);
const { status, attempts, lease_owner, last_error, finished_at, ...newMail } = newRow(rows.mail_outbox);
const clock = { now: () => new Date(2_000), elapsed: systemClock.elapsed };
const limit = (name: string, run: (store: SharedRateLimitStore) => Promise<unknown>): QueryCall => ({
  repository: 'shared-rate-limits',
  name,
  engine: 'postgres',
  run: (db) => run(new SharedRateLimitStore(db)),
});

/** Samples of the platform's own tables, and the endpoints without a noun. */
export const platformSamples = {
  rows,
  calls: { streamEvents: () => ({}), getApiDocument: () => ({}) },
  queries: [
    ...callsOf('outbox', outbox, {
      insertMail: [[newMail]],
      claimDueMail: [
        (db) =>
          outbox.claimDueMail(db, () => ({
            owner: 'owner',
            now: time(400),
            leasedUntil: time(500),
            latestWritten: time(9_000),
            latestLease: time(9_000),
            latestPause: time(9_000),
            heldSince: time(10),
          })),
      ],
      renewLease: [[mail, time(1)]],
      insertAttachments: [
        [id('8', 4_000), [{ name: 'a.txt', type: 'text/plain', content: Buffer.from('A') }]],
      ],
      listAttachments: [[mail.id]],
      markSent: [
        (db) => outbox.markSent(db, { ...newRow(rows.mail_outbox, 200), lease_owner: 'owner' }, time(1)),
      ],
      markDeferred: [
        (db) =>
          outbox.markDeferred(db, newRow(rows.mail_outbox, 400), {
            now: time(400),
            dueAt: time(500),
            error: 'refused',
            heldSince: time(10),
          }),
      ],
      markFailed: [[mail, time(1), 'refused']],
      deleteSentBefore: [[time(10)]],
      isMailWaiting: [[{ to: address(7), kind: 'portal.message', now: time(1) }]],
      listMailsOfRequest: [['00000007', 20]],
      listMailsTo: [[address(7), undefined, 20]],
      countMailsSince: [[{ kind: 'portal.message', recipient: address(7) }, time(1)]],
      listLineHashes: [[{ ids: [mail.id], recipient: mail.recipient, limit: 40 }]],
      forgetLines: [[time(1)]],
      findSentMail: [[id('8', 7)]],
      hasMailsSince: [['message 7', time(1)]],
    }),
    ...callsOf('unsent-mails', unsentMails, {
      listPendingMails: [[20]],
      listFailedSince: [[time(3_900), 20]],
      retryMail: [[id('8', 201)]],
      hasMail: [[id('8', 201)]],
      retryFailedSince: [[time(3_900)]],
      listFailedMails: [[{ since: time(3_900), limit: 20 }]],
      countUnsentMails: [[time(3_900)]],
      findLateMail: [[time(3_900)]],
      findOldestWaiting: [[time(3_900)]],
    }),
    ...callsOf('stored-files', storedFiles, {
      insertStoredFile: [[newRow(rows.stored_files)]],
      findKeptFile: [[id('4', 7)]],
      listKeptFiles: [[]],
      markKept: [[id('4', 200), time(1)]],
      markDropped: [[[id('4', 7), id('4', 8)], time(1)]],
      listDueKeys: [[time(1_000), 20]],
      deleteStoredFile: [[id('4', 9_000)]],
      postponeDrop: [[id('4', 200), time(1)]],
    }),
    ...callsOf('job-leases', jobLeases, {
      claimJobLease: [[clock, { name: 'job.1', owner: 'owner', everySeconds: 60, leaseSeconds: 60 }]],
      renewJobLease: [[clock, { name: 'job.1', owner: 'owner', leaseSeconds: 60 }]],
      releaseJobLease: [
        ['job.1', 'owner', { now: time(1), nextAt: time(2), error: undefined }],
        ['job.1', 'owner', { now: time(1), nextAt: time(2), error: 'refused' }],
      ],
      listJobLeases: [[]],
    }),
    limit('take', (store) => store.take('createEnquiry 7', 1_000, 60_000, clock)),
    // The clock was set back: the stored time is too far ahead, and is lowered.
    limit('take', (store) =>
      store.take('createEnquiry 4000', 900, 1_000, { ...clock, now: () => new Date(10) }),
    ),
    limit('giveBack', (store) => store.giveBack('createEnquiry 3999', 1, clock)),
    limit('sweep', (store) => store.sweep(10)),
  ],
} satisfies NounSamples;
