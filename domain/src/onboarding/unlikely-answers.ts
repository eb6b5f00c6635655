import type { Issue } from '../errors.ts';
import { isWebLink } from '../text.ts';
import { type Brief, type BriefField, fieldsOfStep, questionOf } from './brief.ts';

/** Longest possible domain (a name has at most 253 characters). */
const MAX_DOMAIN_TEXT = 300;

/** True if a label can be part of a host name. International names are already in their ASCII form. */
function isLabel(label: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-');
}

/** True if the text can be a site's domain: "example.com", or as copied from a browser's address bar. */
export function isPossibleDomain(text: string): boolean {
  if (text.length > MAX_DOMAIN_TEXT || text.includes('@')) return false;
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return false;
  const labels = new URL(address).hostname.split('.');
  return labels.length > 1 && labels.every(isLabel) && /[a-z]/.test(labels.at(-1) ?? '');
}

const LINK_MESSAGE = 'Use a link that starts with https://.';
const isWrongLink = (link: string) => link.trim() !== '' && !isWebLink(link.trim());

/**
 * Answers that can't be right: the wizard asks for others before the client leaves a step. The
 * server accepts them, because a date that was still ahead when the draft was saved must not block
 * the submission.
 *
 * @param today the client's local day, as "2030-01-31"
 */
export function unlikelyAnswers(step: number, brief: Brief, today: string): Issue[] {
  return fieldsOfStep(step).flatMap((field) => unlikelyAnswer(field, brief, today));
}

function unlikelyAnswer(field: BriefField, brief: Brief, today: string): Issue[] {
  const answer = brief[field];
  if (field === 'inspirationUrls') {
    return brief.inspirationUrls.flatMap(({ url }, row) =>
      isWrongLink(url) ? [{ path: `inspirationUrls.${row}.url`, message: LINK_MESSAGE }] : [],
    );
  }
  if (typeof answer !== 'string') return [];
  if (field === 'domain' && answer.trim() !== '' && !isPossibleDomain(answer.trim())) {
    return [{ path: field, message: 'Enter a domain such as example.com.' }];
  }
  const { kind } = questionOf(field);
  if (kind === 'link' && isWrongLink(answer)) return [{ path: field, message: LINK_MESSAGE }];
  if (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(answer) && answer < today) {
    return [{ path: field, message: 'That day has passed. Choose a later one, or leave it open.' }];
  }
  return [];
}
