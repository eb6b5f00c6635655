import { CRM_NONE, CRM_OTHER } from '@atelier/domain/onboarding.ts';

/** What the wizard offers as customer databases: none, three products that clients often have, another. */
export const crmChoices = [CRM_NONE, 'HubSpot', 'Salesforce', 'Pipedrive', CRM_OTHER] as const;
