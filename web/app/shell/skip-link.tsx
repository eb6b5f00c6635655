/** The first stop of the keyboard on every page: past the menu, to the content. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-3 left-3 z-50 rounded-md bg-ink px-4 py-3 font-semibold text-paper not-focus:sr-only"
    >
      Skip to content
    </a>
  );
}
