import { z } from 'zod';
import { adminUserSchema, meSchema } from '../accounts/schema.ts';
import { contractSchema } from '../contracts/schema.ts';
import { enquirySchema } from '../enquiries/schema.ts';
import { type ErrorCode, type ErrorReply, errorStatus } from '../errors.ts';
import { deliverableSchema } from '../files/schema.ts';
import { messageSchema } from '../messages/schema.ts';
import { milestoneSchema } from '../milestones/schema.ts';
import {
  briefDraftSchema,
  briefRecordSchema,
  estimateSchema,
  finalBriefSchema,
} from '../onboarding/schema.ts';
import { projectSchema, projectSummarySchema } from '../projects/schema.ts';

/** An error on the wire. Programs read the code; people read the message. */
export const errorReplySchema = z.object({
  error: z.string(),
  message: z.string(),
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  issues: z
    .array(z.object({ path: z.string(), message: z.string(), detail: z.string().optional() }))
    .optional(),
}) satisfies z.ZodType<ErrorReply>;

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Schemas with a name in the document, because several calls use them or because they are large. */
const NAMED = {
  Me: meSchema,
  User: adminUserSchema,
  Enquiry: enquirySchema,
  Project: projectSchema,
  ProjectSummary: projectSummarySchema,
  Brief: briefRecordSchema,
  BriefDraft: briefDraftSchema,
  FinalBrief: finalBriefSchema,
  Estimate: estimateSchema,
  Contract: contractSchema,
  Milestone: milestoneSchema,
  Message: messageSchema,
  Deliverable: deliverableSchema,
  ErrorReply: errorReplySchema,
  ErrorCode: errorReplySchema.shape.code,
};

const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

/** The constraints of a text. */
const TEXT_LIMITS = ['minLength', 'maxLength', 'format'] as const;

/** Converts Zod's schemas to those of one OpenAPI document, which has the named ones in one place. */
export class ShapeCollector {
  readonly #named = new Map<string, JsonSchema>();

  /** The used named schemas, in the order of their list. */
  get named(): Record<string, JsonSchema> {
    const used = Object.keys(NAMED).map((name) => [name, this.#named.get(name)] as const);
    return Object.fromEntries(used.flatMap(([name, shape]) => (shape ? [[name, shape]] : [])));
  }

  /**
   * Describes a request (`input`) or a reply (`output`).
   * @throws when a named schema's input differs from its output
   */
  describe(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema, $defs, ...shape } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        if (io === 'input' && zodSchema instanceof z.ZodPipe && jsonSchema.type === 'string') {
          Object.assign(jsonSchema, textLimits(zodSchema));
        }
        // A format states its pattern in one word.
        if (jsonSchema.format) delete jsonSchema.pattern;
        delete jsonSchema.id;
        // Later versions may add members to replies.
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    });
    for (const [name, definition] of Object.entries($defs ?? {}))
      this.#keep(name, pointToComponents(definition));
    return pointToComponents(shape);
  }

  #keep(name: string, shape: JsonSchema): void {
    const known = this.#named.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`${name} is not sent in the shape in which it is replied: give the two a name each`);
    }
    this.#named.set(name, shape);
  }
}

/**
 * The limits of a text as it is sent: the last one of its steps counts. The steps between them only clean
 * the text.
 */
function textLimits(schema: z.core.$ZodType): JsonSchema {
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: after } = schema._zod.def;
    return { ...textLimits(before), ...textLimits(after) };
  }
  if (!(schema instanceof z.ZodType) || schema.def.type !== 'string') return {};
  const shape = z.toJSONSchema(schema, { io: 'input' });
  return Object.fromEntries(
    TEXT_LIMITS.flatMap((key) => (shape[key] === undefined ? [] : [[key, shape[key]]])),
  );
}

function pointToComponents(shape: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(shape), (key, value) =>
    key === '$ref' ? String(value).replace('#/$defs/', '#/components/schemas/') : value,
  );
}
