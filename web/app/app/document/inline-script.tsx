/**
 * A script inside the document. Only rendering to HTML writes it; the browser finds it there and leaves it
 * alone, so `code` may be empty on that side.
 */
export function InlineScript({ code }: { code: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own built code, fixed at build time and allowed by its hash
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />;
}
