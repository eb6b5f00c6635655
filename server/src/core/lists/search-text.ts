/**
 * The form in which texts are searched, the same for what is stored and what is asked: without case and
 * accents, white space as one blank. It is made here because the two engines fold letters differently.
 */
export function searchText(...parts: readonly string[]): string {
  return parts
    .join('\n')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}
