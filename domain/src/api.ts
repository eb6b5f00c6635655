import { accountEndpoints } from './accounts/endpoints.ts';
import { activityEndpoints } from './activity/endpoints.ts';
import { apiDocumentEndpoints } from './api-document/endpoints.ts';
import { auditEndpoints } from './audit/endpoints.ts';
import { bookingEndpoints } from './bookings/endpoints.ts';
import { calendarFeedEndpoints } from './calendar-feeds/endpoints.ts';
import { changeOrderEndpoints } from './change-orders/endpoints.ts';
import { contractEndpoints } from './contracts/endpoints.ts';
import { enquiryEndpoints } from './enquiries/endpoints.ts';
import { fileEndpoints } from './files/endpoints.ts';
import { healthEndpoints } from './health/endpoints.ts';
import { invoiceEndpoints } from './invoices/endpoints.ts';
import { liveEndpoints } from './live/endpoints.ts';
import { mailDecisionEndpoints } from './mail-decisions/endpoints.ts';
import { mailInEndpoints } from './mail-in/endpoints.ts';
import { messageEndpoints } from './messages/endpoints.ts';
import { milestoneEndpoints } from './milestones/endpoints.ts';
import { moneyEndpoints } from './money/endpoints.ts';
import { noteEndpoints } from './notes/endpoints.ts';
import { notificationEndpoints } from './notifications/endpoints.ts';
import { onboardingEndpoints } from './onboarding/endpoints.ts';
import { paymentEndpoints } from './payments/endpoints.ts';
import { peopleEndpoints } from './people/endpoints.ts';
import { projectEndpoints } from './projects/endpoints.ts';
import { reminderEndpoints } from './reminders/endpoints.ts';
import { requestEndpoints } from './requests/endpoints.ts';
import { todoEndpoints } from './todos/endpoints.ts';

/** The prefix of every endpoint's path. */
export const API_PREFIX = '/api';

/**
 * Every call of the product, once (specification section 7). The server binds its routes from this table,
 * the browser's client gets its types, and the access matrix test and the endpoint list are made from it.
 */
export const api = {
  ...accountEndpoints,
  ...auditEndpoints,
  ...enquiryEndpoints,
  ...bookingEndpoints,
  ...calendarFeedEndpoints,
  ...notificationEndpoints,
  ...onboardingEndpoints,
  ...projectEndpoints,
  ...peopleEndpoints,
  ...activityEndpoints,
  ...contractEndpoints,
  ...changeOrderEndpoints,
  ...milestoneEndpoints,
  ...requestEndpoints,
  ...invoiceEndpoints,
  ...paymentEndpoints,
  ...reminderEndpoints,
  ...moneyEndpoints,
  ...fileEndpoints,
  ...messageEndpoints,
  ...mailInEndpoints,
  ...mailDecisionEndpoints,
  ...noteEndpoints,
  ...todoEndpoints,
  ...healthEndpoints,
  ...liveEndpoints,
  ...apiDocumentEndpoints,
};

export type EndpointName = keyof typeof api;
