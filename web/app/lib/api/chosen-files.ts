import { useEffect, useSyncExternalStore } from 'react';
import { refusalOfChosen } from '../file-refusal.ts';
import { openQueue, type Sending, type UploadItem, type UploadQueue } from './upload-queue.ts';

/** The files on their way to a text that isn't sent yet. */
export interface ChosenFiles {
  queue: UploadQueue;
  /** Those that haven't arrived. */
  items: readonly UploadItem[];
  /** Adds files; the sentence says why some can't be. */
  add(files: readonly File[]): string | undefined;
}

export interface ChosenFilesOptions {
  /** How many files the text has by now, and the most that it can have. */
  arrived: number;
  most: number;
  /** Says that there are more than that. */
  tooMany: string;
  /** The largest file that can be sent, in bytes; undefined while that is unknown. */
  maxBytes: number | undefined;
}

/**
 * Sends the files of an unfinished text as they are chosen. What has arrived goes with its words.
 * @param name of the queue, which goes on while another screen shows
 */
export function useChosenFiles(
  name: string,
  send: (sending: Sending) => Promise<void>,
  { arrived, most, tooMany, maxBytes }: ChosenFilesOptions,
): ChosenFiles {
  const queue = openQueue(name, send);
  useEffect(() => {
    queue.refuse = (file) => {
      const message = refusalOfChosen(file, maxBytes);
      return message === undefined ? undefined : { message, canRetry: false };
    };
  }, [queue, maxBytes]);
  const items = useSyncExternalStore(queue.subscribe, queue.items);
  const add = (files: readonly File[]) => {
    const room = Math.max(0, most - arrived - queue.items().length);
    queue.add(files.slice(0, room));
    return files.length > room ? tooMany : undefined;
  };
  return { queue, items, add };
}
