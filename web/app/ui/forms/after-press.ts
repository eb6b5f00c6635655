/**
 * Runs `task` once nothing is being pressed. Leaving a field by pressing a button must not move the button under the
 * press: what moves between down and up never gets its click.
 */
export function afterPress(task: () => void): void {
  if (document.querySelector(':active'))
    addEventListener('pointerup', () => setTimeout(task), { once: true });
  else task();
}
