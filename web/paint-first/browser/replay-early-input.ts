import { type Field, isToggle } from './early-input.ts';

/**
 * Ends the recording of early input, puts back what a form's own defaults have overwritten, tells the form of it, and
 * presses the button that was pressed too early. Does nothing the second time.
 */
export function replayEarlyInput(): void {
  const early = window.earlyInput;
  if (!early) return;
  early.stop();
  delete window.earlyInput;
  for (const [field, value] of early.fields) restore(field, value);
  // In a task of its own: the form must have taken in what was put back.
  setTimeout(() => early.button?.click());
}

function restore(field: Field, value: string | boolean): void {
  if (!field.isConnected) return;
  if (typeof value === 'boolean') {
    if (isToggle(field) && field.checked !== value) field.click();
    return;
  }
  if (field instanceof HTMLSelectElement) {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    return;
  }
  // React took the early text for the field's own and reports only what changes: so it is emptied and filled again.
  for (const text of ['', value]) type(field, text);
}

/** As if typed: through the prototype, because React watches assignments to the element's own property. */
function type(field: Field, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
