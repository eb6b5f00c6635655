import { apiDocumentEndpoints } from './api-document/endpoints.ts';
import { accountEndpoints } from './endpoints/accounts.ts';
import { contactEndpoints } from './endpoints/contact.ts';
import { fileEndpoints } from './endpoints/files.ts';
import { liveEndpoints } from './endpoints/live.ts';
import { messageEndpoints } from './endpoints/messages.ts';
import { notificationEndpoints } from './endpoints/notifications.ts';
import { onboardingEndpoints } from './endpoints/onboarding.ts';
import { adminPortalEndpoints, portalEndpoints } from './endpoints/portal.ts';
import { projectEndpoints } from './endpoints/projects.ts';

/** The prefix of every endpoint's path. */
export const API_PREFIX = '/api';

/**
 * Every call of the product, once (specification section 7). The server binds its routes from this table, the
 * browser's client is typed by it, and the access matrix test and the endpoint list are made from it.
 */
export const api = {
  ...accountEndpoints,
  ...contactEndpoints,
  ...notificationEndpoints,
  ...onboardingEndpoints,
  ...projectEndpoints,
  ...portalEndpoints,
  ...adminPortalEndpoints,
  ...fileEndpoints,
  ...messageEndpoints,
  ...liveEndpoints,
  ...apiDocumentEndpoints,
};

export type EndpointName = keyof typeof api;
