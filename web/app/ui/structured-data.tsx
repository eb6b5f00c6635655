import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * What a page is, in the words of schema.org, for search engines. Written while prerendering only: the
 * content policy refuses a script that the browser makes, where no search engine reads it. Give it
 * `import.meta.env.SSR ? … : undefined`, so that the browser's code does not carry the data a second time.
 */
export function StructuredData({ data }: { data: readonly object[] | undefined }) {
  // True while rendering to HTML and while that HTML hydrates, which must find the element again; false when the
  // page is made in the browser.
  const isFromHtml = useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
  const [isInHtml] = useState(isFromHtml);
  if (!isInHtml) return null;
  const text = data
    ? JSON.stringify({ '@context': 'https://schema.org', '@graph': data }).replaceAll('<', '\\u003c')
    : '';
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own content, with every < escaped; a data block is not run
      dangerouslySetInnerHTML={{ __html: text }}
    />
  );
}
