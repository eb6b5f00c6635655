import { recordEarlyInput } from './early-input.ts';
import { decideOnTypefaces } from './typefaces.ts';

/*
 * Runs inline in the head of every page, before the first paint, after the site's own script. What it
 * finds out stands in attributes of <html>, which CSS is keyed on. The content policy allows it by
 * its hash.
 */
const { dataset } = document.documentElement;
// A visitor who returns, or follows a link to a place, finds that place: all is laid out at once.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type === 'navigate' && !location.hash) dataset.arriving = '';
// The router left in the history why the visitor was led here, and they reload the page.
if (history.state?.usr) dataset.led = '';
if (dataset.page === 'prerendered') decideOnTypefaces(visit);
recordEarlyInput();
