/** The pattern of an address that a path matches ("/admin/portal/:id"), and what stands for its parameters. */
export function matchScreen(
  patterns: readonly string[],
  path: string,
): { pattern: string; params: Record<string, string> } | undefined {
  const parts = partsOf(path);
  // The pattern with the fewest parameters, as in the router: "/admin/portal" isn't "/admin/:id".
  const [pattern] = patterns
    .filter((each) => {
      const wanted = partsOf(each);
      return (
        wanted.length === parts.length &&
        wanted.every((part, index) => part.startsWith(':') || part === parts[index])
      );
    })
    .sort((a, b) => a.split(':').length - b.split(':').length);
  if (pattern === undefined) return undefined;
  const named = partsOf(pattern).flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[index] ?? '')]] : [],
  );
  return { pattern, params: Object.fromEntries(named) };
}

const partsOf = (path: string) => path.split('/').filter(Boolean);
