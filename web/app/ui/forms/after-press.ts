/** Whether a pointer is down. Asked for by events: Firefox sets `:active` only after the field has lost the focus. */
let isPressed = false;
/** A finger's pointer is up before the field loses the focus; the mouse events made of its tap come then. */
const BEGINS = ['pointerdown', 'mousedown'];
const ENDS = ['pointerup', 'mouseup', 'pointercancel', 'dragend'];

if (typeof window !== 'undefined') {
  for (const type of BEGINS)
    addEventListener(type, () => (isPressed = true), { capture: true, passive: true });
  for (const type of ENDS)
    addEventListener(type, () => (isPressed = false), { capture: true, passive: true });
}

/** Whether a button of the mouse or a finger is down. */
export const isBeingPressed = () => isPressed;

/**
 * Runs `task` once nothing is being pressed. Leaving a field by pressing a button must not move the button under the
 * press: what moves between down and up never gets its click.
 */
export function afterPress(task: () => void): void {
  if (!isPressed) {
    task();
    return;
  }
  const ended = new AbortController();
  const run = () => {
    ended.abort();
    setTimeout(task);
  };
  for (const type of ENDS) addEventListener(type, run, { signal: ended.signal });
}
