import type { ContractDraft } from '@atelier/domain/contracts/schema.ts';

/** What a draft's document is, in words. */
export function sourceWords({ source, file, link }: Pick<ContractDraft, 'source' | 'file' | 'link'>): string {
  if (source === 'made') return 'a PDF made from the brief';
  if (source === 'upload')
    return file ? `your PDF “${file.name}”` : 'a PDF of yours that is not uploaded yet';
  return link ? `the link ${link}` : 'a link that is not filled in yet';
}
