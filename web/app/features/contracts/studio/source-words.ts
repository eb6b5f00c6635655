import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';

/** What a draft's document is, in words. */
export function sourceWords({ source, file, link }: Pick<ContractDraft, 'source' | 'file' | 'link'>): string {
  if (source === 'made') return 'a PDF made from the brief';
  if (source === 'upload') return file ? `your PDF “${file.name}”` : 'your own PDF, not uploaded yet';
  return link ? `the link ${link}` : 'a link, not filled in yet';
}
