import { api } from '@atelier/domain/api.ts';
import { comparableEmail } from '@atelier/domain/email-address.ts';
import { ClientWords } from '../../core/access/client-words.ts';
import { bindAdminEndpoint } from '../../core/access/guard.ts';
import type { Feature, FeatureTables } from '../../core/feature.ts';
import { presentPage } from '../../core/lists/list.presenter.ts';
import { isoNow } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { mapEach } from '../../platform/db/read-in-pages.ts';
import { type MailLook, markOf } from '../../platform/mail/layout.ts';
import type { SenderTrust } from '../../platform/mail-in/authenticate-sender.ts';
import { type MailboxLocation, mailboxName } from '../../platform/mail-in/imap-mailbox.ts';
import type { MailboxState } from '../../platform/mail-in/mailbox-position.ts';
import { SmtpListener } from '../../platform/mail-in/smtp-listener.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { findBouncedAddress } from './bounces.repository.ts';
import { type BouncesDeps, BouncesService } from './bounces.service.ts';
import { IntakeService } from './intake.service.ts';
import { presentBouncedAddress, presentInboundMail, type SubjectTitles } from './mail-in.presenter.ts';
import { type MailInDeps, MailInService } from './mail-in.service.ts';
import type { InboundMailRow } from './mail-in.table.ts';
import { MailboxService } from './mailbox.service.ts';
import { findMailboxState } from './mailbox-positions.repository.ts';
import type { OwnWordsDeps } from './own-words.ts';
import { type ReadingDeps, ReadingService } from './reading.service.ts';
import { type MailInAddress, ReplyAddresses } from './reply-addresses.ts';

export const mailInTables = {
  inbound_mails: { exportedAs: 'mailsReceived' },
  reply_addresses: { notExported: 'Made-up addresses that emails of ours carry.' },
  mailbox_positions: { notExported: 'Nothing about people.' },
  bounced_addresses: { exportedAs: 'bounces' },
} as const satisfies FeatureTables;

/** How answers by mail arrive. */
export interface MailInSettings {
  address: MailInAddress;
  /** Our own listener; undefined without. */
  smtp: { host: string; port: number; tls: { certFile: string; keyFile: string } | undefined } | undefined;
  /** A mailbox that they are taken out of; undefined without. */
  imap: MailboxLocation | undefined;
  /** Whether mails of ours that can't be delivered come back to an address of these. */
  takesReports: boolean;
  /** Of one mail, in bytes. */
  maxBytes: number;
  nameServers: readonly string[];
  trust: SenderTrust;
}

export interface MailInPorts
  extends Pick<Platform, 'db' | 'clock' | 'storage' | 'log' | 'limiter' | 'publicUrl'>,
    Pick<OwnWordsDeps, 'from' | 'listLineHashes'>,
    Pick<ReadingDeps, 'portFor' | 'read' | 'ownHost' | 'notPosted' | 'decided'>,
    Pick<BouncesDeps, 'findSentMail' | 'addressBounced'>,
    Pick<MailInDeps, 'forgetLines'> {
  secret: ServerSecret;
  look: MailLook;
  /** Undefined where answers by mail are off. */
  settings: MailInSettings | undefined;
  /** How long whole mails are kept. */
  keepDays: number;
  /** The titles of some projects and enquiries that are still there. */
  findTitles(
    db: Db,
    ids: { projects: readonly string[]; enquiries: readonly string[] },
  ): Promise<SubjectTitles>;
  listChanged(trx: Trx): Promise<void>;
}

/** Answers by mail: the addresses they go to, the mails that arrive there, and the studio's list of them. */
export function createMailIn(ports: MailInPorts) {
  const { db, clock, log, storage, limiter, settings, secret, keepDays } = ports;
  const bounces = new BouncesService(ports);
  const reading = new ReadingService({
    ...ports,
    bounces,
    ownWords: {
      ...ports,
      lineKey: secret.deriveKey('mail.lines'),
      places: { host: new URL(ports.publicUrl).hostname, replies: settings?.address },
      mark: markOf(ports.look),
    },
    nameServers: settings?.nameServers ?? [],
    trust: settings?.trust ?? { isDirect: false, trustedHost: undefined, relays: [] },
  });
  const service = new MailInService({ ...ports, reading });
  const addresses = settings && new ReplyAddresses(settings.address, secret);
  const intake = new IntakeService({
    db,
    clock,
    storage,
    limiter,
    words: new ClientWords({ limiter, storage }),
    maxBytes: settings?.maxBytes ?? 0,
    onStored: () => reading.wake(),
  });
  const mailbox =
    settings?.imap && addresses
      ? new MailboxService({
          db,
          clock,
          log,
          location: settings.imap,
          addresses,
          intake,
          maxBytes: settings.maxBytes,
          ownHost: ports.ownHost,
        })
      : undefined;
  const listener =
    settings?.smtp && addresses
      ? new SmtpListener({
          ...settings.smtp,
          maxBytes: settings.maxBytes,
          limiter,
          log,
          isOurs: (address) => addresses.parse(address) !== undefined,
          store: async ({ bytes, recipient, envelopeFrom, peer }) => {
            await intake.store({
              bytes,
              replyAddressId: addresses.parse(recipient) ?? '',
              envelopeFrom,
              source: 'smtp',
              source_key: null,
              peer_address: peer.address,
              peer_name: peer.helo,
            });
          },
        })
      : undefined;

  const present = async (rows: readonly InboundMailRow[]) => {
    const titles = await ports.findTitles(db, {
      projects: [...new Set(rows.flatMap(({ project_id }) => project_id ?? []))],
      enquiries: [...new Set(rows.flatMap(({ enquiry_id }) => enquiry_id ?? []))],
    });
    return rows.map((row) => presentInboundMail(row, { titles, keepDays }));
  };
  const feature: Feature = {
    addRoutes(app) {
      bindAdminEndpoint(app, api.listInboundMails, async ({ query }) => {
        const { mails, total, quarantined } = await service.list(query);
        return {
          ...presentPage(await present(mails), total, query),
          isOn: settings !== undefined,
          quarantined,
        };
      });
      bindAdminEndpoint(app, api.getMailSource, async ({ params }) => service.readSource(params.id));
      bindAdminEndpoint(app, api.postInboundMail, async ({ params, actor }) => {
        const row = await service.post(params.id, actor.email);
        const [mail] = await present([row]);
        if (!mail) throw new Error('A posted mail is presented');
        return { mail };
      });
      bindAdminEndpoint(app, api.deleteInboundMail, async ({ params }) => {
        await service.delete(params.id);
        return { deleted: true as const };
      });
      bindAdminEndpoint(app, api.listBouncedAddresses, async () => {
        const { items, total } = await bounces.list();
        return { items: items.map(presentBouncedAddress), total };
      });
      bindAdminEndpoint(app, api.clearBouncedAddress, async ({ params }) => {
        await bounces.remove(params.id);
        return { cleared: true as const };
      });
    },
    addJobs(jobs) {
      jobs.add({
        name: 'mail-in.read',
        everySeconds: 30,
        isLong: true,
        run: (stopping) => reading.readDue(stopping),
      });
      if (mailbox) jobs.add({ name: 'mail-in.poll', everySeconds: 60, run: () => mailbox.poll() });
      jobs.add({ name: 'mail-in.delete-old', everySeconds: 24 * 3600, run: () => service.deleteOld() });
    },
    personalData: [
      {
        name: 'bounces',
        read: async function* ({ confirmedEmail: email }) {
          const found = email && (await findBouncedAddress(db, comparableEmail(email)));
          if (found) yield presentBouncedAddress(found);
        },
      },
      {
        name: 'mailsReceived',
        // A mail that names no sender is nobody's, not of all accounts without an address.
        read: async function* ({ confirmedEmail: email }) {
          if (email)
            yield* mapEach(service.readFrom(comparableEmail(email)), (row) =>
              presentInboundMail(row, { titles: new Map(), keepDays }),
            );
        },
      },
    ],
  };
  return {
    feature,
    service,
    reading,
    listener,
    intake,
    /** Where undeliverable mails of ours come back to; undefined for the sender's own address. */
    reportsTo: settings?.takesReports ? addresses?.forReports : undefined,
    addresses,
    /** The mailbox as the last visits left it; undefined before the first, and without one. */
    readMailbox: async (): Promise<MailboxState | undefined> =>
      settings?.imap && findMailboxState(db, mailboxName(settings.imap)),
    /** The address for one person's answers about a project or an enquiry. Throws where answers by mail are off. */
    issueFor: async (
      trx: Trx,
      to: {
        kind: 'project' | 'enquiry';
        subjectId: string;
        side: 'client' | 'studio';
        accountId: string;
        email: string;
      },
    ): Promise<string> => {
      if (!addresses) throw new Error('Answers by mail are off');
      return addresses.issue(trx, {
        kind: to.kind,
        subject_id: to.subjectId,
        side: to.side,
        account_id: to.accountId,
        email: to.email,
        created_at: isoNow(clock),
      });
    },
  };
}
