import { useEffect, useEffectEvent, useState } from 'react';

/** What was dropped on the page. */
export interface Dropped {
  files: File[];
  /** Names of folders, which a browser cannot send. */
  folders: string[];
}

/**
 * Accepts files dropped anywhere on the page: outside a drop area the browser would open them
 * instead. Refuses them while a dialog is open.
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
    // Entering one element leaves another; only leaving the window enters none.
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      drop(readDropped(event.dataTransfer));
    };
    const listeners = [
      ['dragenter', hold],
      ['dragover', hold],
      ['dragleave', leave],
      ['drop', onDrop],
    ] as const;
    for (const [type, listener] of listeners) window.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listeners) window.removeEventListener(type, listener);
    };
  }, []);
  return isOver;
}

/** Text and links can be dragged too. */
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

/** Why a dropped folder cannot be sent. */
export const refusalOfFolder = (name: string) =>
  `“${name}” is a folder. Send the files inside it, or one ZIP archive.`;
