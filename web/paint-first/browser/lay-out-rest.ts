/**
 * Lays out what was left out while the page arrived (ui/styles/arriving.css), a part in each frame: all at once is the longest
 * task of a page, and comes with the first touch, which waits to be answered. A click may lead to a place on the page, and
 * keys anywhere: then the rest is laid out at once, so that places are where they belong.
 * @param sign what began it: an event, if it was somebody
 * @returns does what is left of it now
 */
export function layOutRest(sign: unknown): () => void {
  const { dataset } = document.documentElement;
  const parts = document.querySelectorAll<HTMLElement>('#main section, body > div > footer');
  let count = 0;
  const finish = () => {
    count = parts.length;
    removeEventListener('click', finish, true);
    delete dataset.arriving;
    for (const part of parts) part.removeAttribute('style');
  };
  const layOutNext = () => {
    const part = parts[count++];
    if (!part) return finish();
    part.style.contentVisibility = 'visible';
    requestAnimationFrame(layOutNext);
  };
  addEventListener('click', finish, true);
  if (sign instanceof KeyboardEvent || sign instanceof FocusEvent) finish();
  else layOutNext();
  return finish;
}
