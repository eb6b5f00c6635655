/** The library's types leave its tools out. */
declare module 'mailauth/lib/tools.js' {
  export function parseHeaders(head: Buffer): { parsed: { key: string | null; line: Buffer }[] };
}
