/**
 * A line along the top of the window that grows: what was asked for is on its way. Not seen where it comes within a moment. A border,
 * so that it shows where a person's own colours are forced.
 */
export function ProgressBar() {
  return (
    <div
      role="progressbar"
      aria-label="Loading"
      className="fixed inset-x-0 top-0 z-50 origin-left animate-grow border-t-3 border-accent"
    />
  );
}
