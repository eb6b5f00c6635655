import {
  type ContractDraft,
  contractDraftSchema,
  saveContractSchema,
} from '@atelier/domain/contracts/schema.ts';
import { z } from 'zod';

/** A total as it is typed: "12500", "$12,500", or nothing for "TBD". */
const typedTotal = z
  .string()
  .transform((text) => text.replaceAll(/[$,\s]/g, ''))
  .transform((text) => (text === '' ? null : Number(text)))
  .pipe(saveContractSchema.shape.total);

/** What the studio fills in for a contract. */
export const draftFormSchema = z.object({
  total: typedTotal,
  source: saveContractSchema.shape.source,
  link: saveContractSchema.shape.link,
});
export type DraftInput = z.input<typeof draftFormSchema>;
export type DraftOutput = z.output<typeof draftFormSchema>;

/** A draft as it stands in the form. */
export function draftInput({ total, source, link }: ContractDraft): Required<DraftInput> {
  return { total: total === null ? '' : String(total), source, link };
}

const keptSchema = z.object({
  input: z.object({
    total: z.string(),
    source: saveContractSchema.shape.source,
    link: z.string().optional(),
  }),
  base: contractDraftSchema,
});

/** The unsaved text and the draft it was typed into; undefined if there is none. */
export function readKeptDraft(text: string): z.infer<typeof keptSchema> | undefined {
  if (text === '') return undefined;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether a form says what a draft says. */
export function isSameDraft(input: DraftInput, draft: ContractDraft): boolean {
  const parsed = draftFormSchema.safeParse(input);
  if (!parsed.success) return false;
  const { total, source, link } = parsed.data;
  return total === draft.total && source === draft.source && link === draft.link;
}
