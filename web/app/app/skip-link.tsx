/** The first stop of the keyboard on every page: past the menu, to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded-md bg-ink px-4 py-3 font-semibold text-paper focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-50"
    >
      Skip to content
    </a>
  );
}
