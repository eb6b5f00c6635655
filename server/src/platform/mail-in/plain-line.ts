/** A text of a stranger's on one line: without control characters, trimmed, of at most `max` characters. */
export function plainLine(text: string, max: number): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed();
}
