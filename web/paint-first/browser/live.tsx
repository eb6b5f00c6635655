import { useEffect } from 'react';
import { replayEarlyInput } from './replay-early-input.ts';

/** Stands last in the page: when its effect runs, everything before it has come to life. Marks <html data-live>. */
export function Live() {
  useEffect(() => {
    replayEarlyInput();
    const { dataset } = document.documentElement;
    delete dataset.arriving;
    delete dataset.led;
    dataset.live = '';
  }, []);
  return null;
}
