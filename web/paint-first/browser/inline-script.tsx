/** What a script reads of its own element. */
type DataAttributes = Partial<Record<`data-${string}`, string | boolean>>;

/**
 * A script inside the document. Only rendering to HTML writes it; the browser finds it there and leaves it
 * alone, so `code` may be empty on that side.
 */
export function InlineScript({ code, ...data }: { code: string } & DataAttributes) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own built code, fixed at build time and allowed by its hash
  return <script suppressHydrationWarning {...data} dangerouslySetInnerHTML={{ __html: code }} />;
}
