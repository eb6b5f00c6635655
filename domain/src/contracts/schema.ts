import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { isWebLink } from '../text.ts';
import { longText, shortText } from '../text-schema.ts';
import {
  ACCEPTANCE_PAGE_SIZE,
  CONTRACT_SOURCES,
  CONTRACT_STATUSES,
  MAX_ACCEPTED_NAME,
  MAX_CONTRACT_TOTAL,
} from './rules.ts';

/** What a contract of this version is: the same for both sides. */
const versionFields = {
  version: z.number().int(),
  /** Whole US dollars; null is "TBD". */
  total: z.number().nullable(),
  source: z.enum(CONTRACT_SOURCES),
  /** SHA-256 in hex: of the document's bytes, or of the link's text. */
  hash: z.string(),
  /** The link itself, or one to the document that is signed for a few minutes. */
  url: z.string().nullable(),
  sentAt: z.string(),
};

/** One version that was sent. It never changes again. */
export const contractVersionSchema = z.object(versionFields);
export type ContractVersion = z.infer<typeof contractVersionSchema>;

/** What a client asked to have changed, and in which version. */
export const changeRequestSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  message: z.string(),
  /** The key that its sender gave it, to recognize it; null if they gave none. */
  key: idSchema.nullable(),
  createdAt: z.string(),
});
export type ChangeRequest = z.infer<typeof changeRequestSchema>;

/** The contract as the client sees it, once it was sent. */
export const contractSchema = z.object({
  ...versionFields,
  status: z.enum(CONTRACT_STATUSES),
  acceptedAt: z.string().nullable(),
  /** The name that it was accepted with; null where none was typed. */
  acceptedName: z.string().nullable(),
  /** A link to the record of acceptance, signed for a few minutes; null before there is one. */
  recordUrl: z.string().nullable(),
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

/** An acceptance as it is kept for good, with what was accepted. */
export const acceptanceRecordSchema = contractAcceptanceSchema.extend({
  _id: idSchema,
  id: idSchema,
  projectId: idSchema,
  /** What the project was called then. */
  projectTitle: z.string(),
  isProjectDeleted: z.boolean(),
  source: z.enum(CONTRACT_SOURCES),
  /** What was accepted: the link itself, or one to the document that is signed for a few minutes. */
  url: z.string().nullable(),
});
export type AcceptanceRecord = z.infer<typeof acceptanceRecordSchema>;

/** GET /admin/acceptances: `before` is the id of the last one of the page before. */
export const acceptanceListQuerySchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(ACCEPTANCE_PAGE_SIZE),
});

/** Newest first; `hasOlder` says whether there are more. */
export const acceptanceListReplySchema = z.object({
  items: z.array(acceptanceRecordSchema),
  hasOlder: z.boolean(),
});

/** What the studio is writing; the client sees nothing of it before it is sent. */
export const contractDraftSchema = z.object({
  total: z.number().nullable(),
  source: z.enum(CONTRACT_SOURCES),
  /** The link of a draft with source `link`. */
  link: z.string(),
  /** The PDF that was uploaded last. */
  file: z.object({ name: z.string(), size: z.number().int(), url: z.string() }).nullable(),
  /** Rises by one with every change; 0 before anything was saved. */
  revision: z.number().int(),
  changedAt: z.string().nullable(),
});
export type ContractDraft = z.infer<typeof contractDraftSchema>;

/** The contract as the studio sees it: there is always one, a draft at first. */
export const studioContractSchema = z.object({
  status: z.enum(CONTRACT_STATUSES),
  draft: contractDraftSchema,
  /** Whether the draft says something else than the version that was sent last. */
  isChanged: z.boolean(),
  /** Letters of the brief that the product's own document has no type for. */
  missingLetters: z.string(),
  /** Newest first. */
  versions: z.array(contractVersionSchema),
  /** Oldest first. */
  changeRequests: z.array(changeRequestSchema),
  acceptance: contractAcceptanceSchema.nullable(),
});
export type StudioContract = z.infer<typeof studioContractSchema>;

const version = z.number().int().min(1).max(1_000_000);

/** An empty body accepts the current version; our page sends the version that it showed. */
export const acceptContractSchema = z
  .object({
    version: version.optional(),
    name: shortText(MAX_ACCEPTED_NAME).optional(),
  })
  .nullish()
  .transform((body) => body ?? {});

/** Without a version the request is about the current one; our page sends the one that it showed. */
export const requestContractChangeSchema = z.object({
  message: z.string().pipe(longText(5_000)).pipe(z.string().min(1, 'Write what should change.')),
  version: version.optional(),
  /**
   * Made by the sender, one for each request: a second call under the same key is the same request.
   */
  key: idSchema.optional(),
});

const revision = z.number().int().min(0).max(1_000_000);

/** A link of a contract: empty while there is none, else http or https. */
const contractLink = shortText(2_000).pipe(
  z.string().refine((text) => text === '' || isWebLink(text), 'Use a link that starts with https://.'),
);

/** PATCH /admin/portal/{id}/contract. `revision` is the one that the sender's form was filled from. */
export const saveContractSchema = z.object({
  total: z
    .number({ error: 'Enter a whole number of dollars, or leave it empty.' })
    .int('Enter a whole number of dollars, or leave it empty.')
    .min(0, 'The total can’t be negative.')
    .max(MAX_CONTRACT_TOTAL, 'That is more than $10,000,000.')
    .nullable(),
  source: z.enum(CONTRACT_SOURCES),
  link: contractLink.default(''),
  revision,
});
export type SaveContract = z.output<typeof saveContractSchema>;

/** POST /admin/portal/{id}/contract/send: what is sent is the draft of this revision. */
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
