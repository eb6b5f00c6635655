/** How long a browser may take to begin with saving, in ms; after that the bytes are let go of. */
const KEPT_MS = 60_000;

/** Has the browser save bytes under a name, as if a link to them had been pressed. */
export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
