/** The short id shown to users: the last six characters (specification section 9). */
export function shortId(id: string): string {
  return id.slice(-6);
}
