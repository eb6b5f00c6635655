import type { Issue } from '../errors.ts';
import { isWebLink } from '../text.ts';
import type { Brief } from './schema.ts';

/** Longest text that can be a domain (a name has at most 253 characters). */
const MAX_DOMAIN_TEXT = 300;

/** Whether a label can be part of a host name. International names are in their ASCII form by then. */
function isLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/**
 * Whether the text can be the domain of a site: "example.com", also as copied from a browser's
 * address bar.
 */
export function isPossibleDomain(text: string): boolean {
  if (text.length > MAX_DOMAIN_TEXT || text.includes('@')) return false;
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return false;
  const labels = new URL(address).hostname.split('.');
  return labels.length > 1 && labels.every(isLabel) && /[a-z]/.test(labels.at(-1) ?? '');
}

const LINK_MESSAGE = 'Use a link that begins with https://.';
const isWrongLink = (link: string) => link.trim() !== '' && !isWebLink(link.trim());

/**
 * Answers that can't be right: the wizard asks for others before the client leaves a step. The
 * server accepts them, because a date that was still ahead when the draft was saved must not block
 * the submission.
 *
 * @param today the client's local day, as "2030-01-31"
 */
export function unlikelyAnswers(step: number, brief: Brief, today: string): Issue[] {
  const domain = brief.domain.trim();
  if (step === 2 && domain !== '' && !isPossibleDomain(domain)) {
    return [{ path: 'domain', message: 'Enter a domain such as example.com.' }];
  }
  if (step === 4) {
    return brief.inspirationUrls.flatMap(({ url }, row) =>
      isWrongLink(url) ? [{ path: `inspirationUrls.${row}.url`, message: LINK_MESSAGE }] : [],
    );
  }
  if (step === 5 && isWrongLink(brief.assetsLink)) return [{ path: 'assetsLink', message: LINK_MESSAGE }];
  if (step === 6 && /^\d{4}-\d{2}-\d{2}$/.test(brief.target) && brief.target < today) {
    return [{ path: 'target', message: 'This day has passed. Choose a later one, or leave it open.' }];
  }
  return [];
}
