/** What else an email says and may not be its sender's words: shown when it is asked for. */
export function FoldedMail({ text }: { text: string }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-ink-soft underline underline-offset-2">
        The rest of the email
      </summary>
      <p
        dir="auto"
        className="mt-1 border-l-2 border-rule pl-3 whitespace-pre-wrap wrap-anywhere text-ink-soft"
      >
        {text}
      </p>
    </details>
  );
}
