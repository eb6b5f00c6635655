import { accountEndpoints } from './accounts/endpoints.ts';
import { apiDocumentEndpoints } from './api-document/endpoints.ts';
import { contactEndpoints } from './enquiries/endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { liveEndpoints } from './live/endpoints.ts';
import { messageEndpoints } from './messages/endpoints.ts';
import { notificationEndpoints } from './notifications/endpoints.ts';
import { onboardingEndpoints } from './onboarding/endpoints.ts';
import { projectEndpoints } from './projects/endpoints.ts';
import { adminPortalEndpoints, portalEndpoints } from './projects/portal-endpoints.ts';

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
