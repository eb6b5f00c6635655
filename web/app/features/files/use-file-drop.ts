import { useEffect, useEffectEvent, useState } from 'react';

/** What was let go of over the page. */
export interface Dropped {
  files: File[];
  /** Names of folders: a browser has nothing of them to send. */
  folders: string[];
}

/**
 * Takes files that are dropped anywhere on the page: beside the place that is meant for them, the browser would open
 * them in the page's stead. While a window is open over the page they are refused.
 * @returns whether files are held over the page
 */
export function useFileDrop(onDropped: (dropped: Dropped) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDropped);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      const isCovered = document.querySelector('[role=dialog], [role=alertdialog]') !== null;
      event.dataTransfer.dropEffect = isCovered ? 'none' : 'copy';
      setIsOver(!isCovered);
    };
    // Entering a part of the page leaves another; only out of the window there is nothing that is entered.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const letGo = (event: DragEvent) => {
      setIsOver(false);
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      drop(readDropped(event.dataTransfer));
    };
    const heard = [
      ['dragenter', hold],
      ['dragover', hold],
      ['dragleave', leave],
      ['drop', letGo],
    ] as const;
    for (const [type, listener] of heard) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of heard) window.removeEventListener(type, listener);
    };
  }, []);
  return isOver;
}

/** A piece of text or a link can be dragged, too. */
const hasFiles = ({ types }: DataTransfer) => types.includes('Files');

function readDropped({ items }: DataTransfer): Dropped {
  const dropped: Dropped = { files: [], folders: [] };
  for (const item of items) {
    const file = item.getAsFile();
    if (!file) continue;
    if (item.webkitGetAsEntry()?.isDirectory) dropped.folders.push(file.name);
    else dropped.files.push(file);
  }
  return dropped;
}
