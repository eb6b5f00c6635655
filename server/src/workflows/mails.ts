import { listAdminEmails } from '../core/accounts/accounts.repository.ts';
import type { IdentityProvider } from '../core/accounts/identity-provider.ts';
import { isMessageRead, listMessagesById } from '../features/messages/messages.repository.ts';
import { NotificationsService } from '../features/notifications/notifications.service.ts';
import { PortalNotifications } from '../features/notifications/portal-notifications.ts';
import type { Db } from '../platform/db/database.ts';
import type { MailLook } from '../platform/mail/layout.ts';
import type { Platform } from '../platform/platform.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import type { Portal } from './portal.ts';

export interface MailsDeps {
  platform: Platform;
  identities: IdentityProvider;
  look: MailLook;
  secret: ServerSecret;
  ownerEmail: string | undefined;
  /** Whether a client, or anybody of the studio, has the application open and hears of what happens. */
  isLooking(viewer: { accountId: string } | 'studio'): boolean;
}

export interface Mails {
  /** What is told at once, in the transaction that did it. */
  notifications: NotificationsService;
  /** What each side of a project is told of the other's doings, gathered. */
  portalNotifications: PortalNotifications;
}

/** Admins who get the studio's mail where OWNER_EMAIL names nobody. */
const MAX_STUDIO_ADDRESSES = 5;

/** The mails of the product, and what they need to know of the portal. */
export function composeMails(
  deps: MailsDeps,
  { contracts, milestones }: Pick<Portal, 'contracts' | 'milestones'>,
): Mails {
  const { platform, identities, look, secret, ownerEmail } = deps;
  const { db } = platform;
  const listStudioAddresses = async (from: Db) =>
    ownerEmail ? [ownerEmail] : listAdminEmails(from, MAX_STUDIO_ADDRESSES);
  return {
    notifications: new NotificationsService({
      mailer: platform.mailer,
      publicUrl: platform.publicUrl,
      look,
      secret,
      listStudioAddresses,
    }),
    portalNotifications: new PortalNotifications({
      ...platform,
      look,
      secret,
      listStudioAddresses,
      findConfirmedEmail: (accountId) => identities.findConfirmedEmail(accountId),
      portal: {
        listContractDocuments: async (projectId) =>
          (await contracts.acceptedDocument(projectId))?.attachments ?? [],
        standingOfMove: (trx, move) => milestones.standingOfMove(trx, move),
        isLooking: (viewer) => deps.isLooking(viewer),
        isMessageRead: (projectId, side, id) =>
          isMessageRead(db, projectId, side === 'studio' ? 'owner' : 'client', id),
        listMessages: async (projectId, ids) =>
          (await listMessagesById(db, projectId, ids)).map(({ author_name: authorName, body }) => ({
            authorName,
            body,
          })),
      },
    }),
  };
}
