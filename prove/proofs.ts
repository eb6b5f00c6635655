/** What a proof shows, in the words of the page that lists them. */
export interface ProofDescription {
  /** What is done to the product. */
  does: string;
  /** What has to hold. */
  holds: string;
  /** Set if `npm test` runs its small part: it's quick, and finds what no other test does. */
  isQuick?: true;
}

/** Every proof: `npm run prove -- <name>` runs `prove/<name>.proof.ts`. */
export const proofs = {
  crash: {
    isQuick: true,
    does: '`kill -9` while 16 writers save drafts, send messages, enquiries and files, approve milestones and accept contracts',
    holds:
      'nothing acknowledged is lost or doubled, each file has its bytes; it is ready again within a second',
  },
  cards: {
    does: '`kill -9` between each answer of the card provider and the commit that follows: a page is made, an event is read, a payment is paid back',
    holds:
      'an order has one page, and each payment and refund is counted once, by a second press, by the event sent again or by the job',
  },
  'mail-in': {
    does: '`kill -9` at each place between the arrival of an email and the message that it becomes',
    holds: 'an email that was acknowledged is posted, once, with its file; one that wasn’t is brought again',
  },
  mailbox: {
    does: 'answers arrive in a mailbox of Debian’s Dovecot among the owner’s own mails: over TLS and STARTTLS, 500 at once, beside one that the server can’t read, in a folder that is deleted and made again; `kill -9` at each place between storing a mail and remembering that',
    holds:
      'each answer is posted once, with its file, then marked or moved; the owner’s own mails stay as they are; no mail holds up another',
  },
  power: {
    does: 'the disk under the database and the files is cut off while the same 16 write, and the machine starts again',
    holds: 'nothing acknowledged is lost on ext4 and xfs',
  },
  disk: {
    does: 'the disk under the database and the files is full, fails each write, or becomes read-only because of a fault, while 16 write; on PostgreSQL the disk of the files',
    holds:
      'writes are refused with 507 or 503 and a sentence, nothing is there by half, reads go on; writes go on without a restart once the disk can; the log says it once a minute at most',
  },
  backup: {
    does: 'backups made while 16 write are restored elsewhere; each file of one is changed, cut off, lost or exchanged, plain and encrypted; one is restored by an older version and one of an older version by this; the process that makes one is killed at each step',
    holds:
      'a restored backup has everything acknowledged before it began, each file with its bytes, nothing by half; a damaged one is refused in a sentence and nothing is touched; a kill costs no earlier backup; 1 GB takes less than 60 seconds',
  },
  matrix: {
    isQuick: true,
    does: 'everyone calls everything: visitors, dead and living sessions, clients, admins; about what is theirs, another’s, archived, deleted or missing; at every spelling of the address',
    holds: 'access as the table of endpoints declares it; a refused call changes nothing in the database',
  },
  headers: {
    isQuick: true,
    does: 'every HTML reply read, with the Mozilla Observatory’s rules and Google’s csp_evaluator applied to it',
    holds: '130 points or more; no finding of high or medium severity',
  },
  sessions: {
    does: '50 refreshes of one token at once; a replayed token, a new password, a demotion, a ban, a deletion and a sign-out while streams are open and calls go on, in two processes on PostgreSQL',
    holds: 'one session with one new token; no call, refresh or stream outlives its session',
  },
  fuzz: {
    does: 'calls made from the OpenAPI document, valid, nearly valid and hostile, by several callers at once, with the ids that earlier replies gave',
    holds: 'each is answered, none with a 5xx, and every reply is what its schema says',
  },
  streams: {
    does: 'both sides write while each client reads several streams, breaks off, comes back, or never reads',
    holds:
      'each event comes once, in order, to its own client and the studio alone; a break loses none unnoticed',
  },
  mail: {
    does: 'the mail server is down for an hour, slow, refuses, or cuts each step of a delivery; the sending processes are killed at each',
    holds:
      'every mail arrives once, or again with the same Message-ID where the server took it without a reply; in order for each recipient; the owner sees what is refused for good',
  },
  slow: {
    does: '1,000 clients send headers or bodies a byte at a time, or read nothing of a file, beside others who work',
    holds: "every slow connection is ended; the others' p99 is less than three times what it is without them",
  },
  restart: {
    isQuick: true,
    does: '`studio restart` again and again while 16 write, others read on kept and on new connections, and streams are open',
    holds:
      'no request fails, nothing acknowledged is lost or doubled, readers of streams hear of every change or are asked to reload, one process at a time runs jobs',
  },
  nodes: {
    does: 'two processes over one PostgreSQL and one bucket, behind a balancer: one is killed, connections are cut or fall silent, PostgreSQL is restarted, the bucket is gone for a while, while 16 write',
    holds:
      'nothing acknowledged is lost or doubled; every idempotent call is answered with one retry; events reach the other process; limits are shared',
  },
  upgrade: {
    isQuick: true,
    does: 'a database of every schema since the first, each table full of what people type, is upgraded; each step breaks before each of its statements, or is killed before its commit',
    holds:
      'every row and value is kept, and the product answers on it; a broken step leaves the old state whole, and the old version runs on',
  },
  clock: {
    does: 'the clock of running processes is set two days forward and back, and by less, in eight time zones whose own clocks change, while everything that ends after a time is valid or over',
    holds: 'nothing that is over is accepted, nothing valid is refused',
  },
  xss: {
    isQuick: true,
    does: 'markup of many kinds in every text that any call takes, in names, headers and addresses, and files that are one thing to a reader and another to a browser; Chromium opens every screen, mail and file, under the content policy and with it report-only',
    holds: 'nothing runs, loads or becomes an element, and no page of the product violates its policy',
  },
} as const satisfies Record<string, ProofDescription>;

export type ProofName = keyof typeof proofs;

/** The proofs whose small part `npm test` runs. */
export const quickProofFiles = Object.entries<ProofDescription>(proofs)
  .filter(([, { isQuick }]) => isQuick)
  .map(([name]) => `prove/${name}.proof.ts`);
