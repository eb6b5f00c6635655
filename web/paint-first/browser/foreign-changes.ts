/*
 * Others change a page too: translators replace texts, password managers put icons beside fields, extensions
 * wrap elements and insert some. React neither expects that when it hydrates the page nor later.
 */

declare global {
  interface Window {
    /** Takes back what others have changed since the page was written. @returns whether there was anything */
    undoForeignChanges?: () => boolean;
  }
}

/**
 * Lets React take out a node, or put one before it, that others have moved or replaced: the browser throws then,
 * and React takes the whole page down. What can't be found any more stays out, and what was to stand before it
 * comes last.
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    // Wrapped, it leaves its wrapper.
    const parent = child && this.contains(child) ? child.parentNode : child ? undefined : this;
    if (parent) removeChild.call(parent, child);
    return child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    node: Child,
    before: Node | null,
  ): Child {
    let next = before;
    // Wrapped, its wrapper stands in its place.
    while (next && next.parentNode !== this) next = next.parentNode;
    insertBefore.call(this, node, next);
    return node;
  };
}

/** Records what changes in the application's part of the page from here on: nothing of ours does before React. */
export function recordForeignChanges(app: Node): void {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((list) => records.push(...list));
  observer.observe(app, { childList: true, characterDataOldValue: true, subtree: true });
  window.undoForeignChanges = () => {
    records.push(...observer.takeRecords());
    observer.disconnect();
    delete window.undoForeignChanges;
    for (const record of records.reverse()) undo(record);
    return records.length > 0;
  };
}

/** The last one first, each finds the document as it left it. */
function undo({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): void {
  if (target instanceof Text) target.data = oldValue ?? '';
  for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
  for (const node of removedNodes) target.insertBefore(node, nextSibling);
}
