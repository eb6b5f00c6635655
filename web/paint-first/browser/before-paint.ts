import { decideOnTypefaces, preloadTypefaces } from '../typefaces.ts';
import { recordEarlyInput } from './early-input.ts';
import { tolerateForeignNodes } from './foreign-changes.ts';

/*
 * Runs inline in the head of every page, before the first paint, after the site's own script. What it
 * finds out stands in attributes of <html>, which CSS is keyed on. The content policy allows it by
 * its hash.
 */
const { dataset } = document.documentElement;
// A visitor who returns, or follows a link to a place, must find it: everything is laid out immediately.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (visit?.type === 'navigate' && !location.hash) dataset.arriving = '';
// A reload: the router has stored in the history why the visitor was redirected here.
if (history.state?.usr) dataset.led = '';
if (dataset.page === 'prerendered') decideOnTypefaces(visit);
else preloadTypefaces(document.currentScript?.dataset.typefaces);
recordEarlyInput();
tolerateForeignNodes();
