import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { sentBillingSchema } from '../invoices/schema.ts';
import { isWebLink } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import {
  ACCEPTANCE_PAGE_SIZE,
  CONTRACT_SOURCES,
  CONTRACT_STATUSES,
  MAX_ACCEPTED_NAME,
  MAX_CONTRACT_TOTAL,
} from './rules.ts';
import { totalOfLines } from './terms.ts';
import { contractTermsSchema, sentTermsSchema, termChangeSchema } from './terms-schema.ts';

/** One version of a contract, the same for both sides. */
const versionFields = {
  version: z.number().int(),
  /** Whole US dollars; null is "TBD". */
  total: z.number().nullable(),
  source: z.enum(CONTRACT_SOURCES),
  /** SHA-256 in hex: of the document's bytes, or of the link. */
  hash: z.string(),
  /** The link itself, or a temporary signed link to the document. */
  url: z.string().nullable(),
  sentAt: z.string(),
};

/** A sent version, which never changes. */
export const contractVersionSchema = z.object(versionFields);
export type ContractVersion = z.infer<typeof contractVersionSchema>;

/** A client's change request, and the version it is about. */
export const changeRequestSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  message: z.string(),
  /** The sender's key that identifies it; null without one. */
  key: idSchema.nullable(),
  createdAt: z.string(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

/** The contract as the client sees it, once it is sent. */
export const contractSchema = z.object({
  ...versionFields,
  status: z.enum(CONTRACT_STATUSES),
  acceptedAt: z.string().nullable(),
  /** The name typed to accept; null without one. */
  acceptedName: z.string().nullable(),
  /** A temporary signed link to the record of acceptance; null before there is one. */
  recordUrl: z.string().nullable(),
  /** The total with accepted change orders; `total` stays what was accepted. */
  totalWithChanges: z.number().nullable(),
  /** Its lines, payments, dates and clauses; null in a version of a time before contracts had them. */
  terms: contractTermsSchema.nullable(),
  /** What differs from the version before. */
  changes: z.array(termChangeSchema),
  /** Oldest first. */
  changeRequests: z.array(changeRequestSchema),
});
export type Contract = z.infer<typeof contractSchema>;

/** Who accepted what, when and from where: kept even when the project is deleted. */
export const contractAcceptanceSchema = z.object({
  version: z.number().int(),
  hash: z.string(),
  total: z.number().nullable(),
  name: z.string().nullable(),
  email: z.string(),
  address: z.string(),
  userAgent: z.string().nullable(),
  acceptedAt: z.string(),
  recordUrl: z.string().nullable(),
});
export type ContractAcceptance = z.infer<typeof contractAcceptanceSchema>;

/** An acceptance as it is kept for good, with the accepted version. */
export const acceptanceRecordSchema = contractAcceptanceSchema.extend({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  /** The project's title then. */
  projectTitle: z.string(),
  isProjectDeleted: z.boolean(),
  source: z.enum(CONTRACT_SOURCES),
  /** The accepted link, or a temporary signed link to the document. */
  url: z.string().nullable(),
});
export type AcceptanceRecord = z.infer<typeof acceptanceRecordSchema>;

/** GET /admin/acceptances: `before` is the id of the previous page's last one. */
export const acceptanceListQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(ACCEPTANCE_PAGE_SIZE),
});

/** Newest first; `hasOlder` is true if there are more. */
export const acceptanceListReplySchema = z.object({
  items: z.array(acceptanceRecordSchema),
  hasOlder: z.boolean(),
});

/** The studio's draft, invisible to the client until it is sent. */
export const contractDraftSchema = z.object({
  total: z.number().nullable(),
  source: z.enum(CONTRACT_SOURCES),
  /** The draft's link if its source is `link`. */
  link: z.string(),
  terms: contractTermsSchema,
  /** The PDF uploaded last. */
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  /** Rises by one with every change; 0 before the first save. */
  revision: z.number().int(),
  changedAt: z.string().nullable(),
});
export type ContractDraft = z.infer<typeof contractDraftSchema>;

/** The contract as the studio sees it: there is always one, a draft at first. */
export const studioContractSchema = z.object({
  status: z.enum(CONTRACT_STATUSES),
  draft: contractDraftSchema,
  /** True if the draft differs from the last sent version. */
  isChanged: z.boolean(),
  /** What differs from it; empty before the first. */
  changes: z.array(termChangeSchema),
  /** Characters of the brief that the product's own document can't print. */
  missingLetters: z.string(),
  /** Newest first. */
  versions: z.array(contractVersionSchema),
  /** Oldest first. */
  changeRequests: z.array(changeRequestSchema),
  acceptance: contractAcceptanceSchema.nullable(),
});
export type StudioContract = z.infer<typeof studioContractSchema>;

const version = z.number().int().min(1).max(1_000_000);

/** An empty body accepts the current version; our page sends the shown version. */
export const acceptContractSchema = z
  .object({
    version: version.optional(),
    name: shortText(MAX_ACCEPTED_NAME).optional(),
    /** Whom the invoices are for. */
    billing: sentBillingSchema.optional(),
  })
  .nullish()
  .transform((body) => body ?? {});

/** Without a version the request is about the current one; our page sends the shown one. */
export const requestContractChangeSchema = z.object({
  message: z.string().pipe(longText(5_000)).pipe(z.string().min(1, 'Write what should change.')),
  version: version.optional(),
  /** Chosen by the sender, one per request: a second call with the same key is the same request. */
  key: idSchema.optional(),
});

const revision = z.number().int().min(0).max(1_000_000);

/** A contract's link: empty without one, else http or https. */
export const contractLink = shortText(2_000).pipe(
  z.string().refine((text) => text === '' || isWebLink(text), 'Use a link that starts with https://.'),
);

/** A contract's total in whole US dollars; null is "TBD". */
export const contractTotalSchema = z
  .number({ error: 'Enter a whole number of dollars, or leave it empty.' })
  .int('Enter a whole number of dollars, or leave it empty.')
  .min(0, 'The total can’t be negative.')
  .max(MAX_CONTRACT_TOTAL, 'That is more than $10,000,000.')
  .nullable();

/** Whether a total is the sum of the lines that explain it; without lines it needs no explanation. */
const isExplained = ({
  total,
  terms,
}: {
  total: number | null;
  terms?: z.output<typeof sentTermsSchema> | undefined;
}) => !terms || terms.lines.length === 0 || totalOfLines(terms.lines) === total;
const UNEXPLAINED = { path: ['total'], message: 'The total has to be the sum of the lines.' };

/**
 * PATCH /admin/portal/{id}/contract. `revision` is the one the sender's form was filled from. Without `terms` they stay
 * as they are, except for lines that don't add up to the total.
 */
export const saveContractSchema = z
  .object({
    total: contractTotalSchema,
    source: z.enum(CONTRACT_SOURCES),
    link: contractLink.default(''),
    terms: sentTermsSchema.optional(),
    revision,
  })
  .refine(isExplained, UNEXPLAINED);
export type SaveContract = z.output<typeof saveContractSchema>;

/** POST /admin/portal/{id}/contract/preview: the draft as it is typed. */
export const previewContractSchema = z
  .object({ total: contractTotalSchema, terms: sentTermsSchema })
  .refine(isExplained, UNEXPLAINED);
export type ContractPreview = z.output<typeof previewContractSchema>;

/** POST /admin/portal/{id}/contract/send: sends the draft of this revision. */
export const sendContractSchema = z.object({ revision });

/** POST /admin/portal/{id}/contract/document: the PDF itself is the body. */
export const uploadContractQuerySchema = z.object({
  name: shortText(200)
    .default('')
    .transform((name) => name || 'contract.pdf'),
  revision: z.coerce.number().int().min(0).max(1_000_000),
});
export const contractDocumentSchema = z
  .custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0, 'Send a PDF.')
  .meta({ type: 'string', contentMediaType: 'application/pdf' });
