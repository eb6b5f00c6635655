import { cases } from '@atelier/content/cases.ts';
import { accountPages, pages } from '@atelier/content/pages.ts';
import type { PictureName } from '@atelier/content/pictures.ts';
import { posts } from '@atelier/content/posts.ts';
import { studio } from '@atelier/content/studio.ts';
import { typefaces } from '@atelier/content/typefaces.ts';
import { type Composition, colors, markShape } from './composition.ts';

/** What is written on the picture that stands for a page where a link to it is shared. */
export interface Card {
  /** As the page asks for it: "work-oddspoke" (see web/app/lib/pages/page-meta.ts). */
  name: string;
  label: string;
  title: string;
  /** Of `content/pictures.ts`, beside the words. */
  cover: PictureName | undefined;
}

/** A card for every public page. */
export const cards: readonly Card[] = [
  ...Object.values({ ...pages, ...accountPages }).map(({ path, label, title }) => ({
    name: path === '/' ? 'home' : path.slice(1),
    label: path === '/' ? '' : label,
    title,
    cover: undefined,
  })),
  ...cases.map(({ slug, client, title, cover }) => ({ name: `work-${slug}`, label: client, title, cover })),
  ...posts.map(({ slug, topic, title, cover }) => ({ name: `blog-${slug}`, label: topic, title, cover })),
];

/** What the cards say, in which colours and typefaces, to tell whether those in the tree are still true. */
export function cardTexts(): Record<string, string> {
  const { paper, ink, edge, accent } = colors;
  return {
    colors: [paper, ink, edge, accent].join(' '),
    typefaces: `${typefaces.display.package} ${typefaces.text.package}`,
    ...Object.fromEntries(
      cards.map(({ name, label, title }) => [name, [studio.name, label, title].join(' | ')]),
    ),
  };
}

const css = `
  body { background: ${colors.paper}; color: ${colors.ink}; }
  .mark { position: absolute; left: 72px; top: 64px; display: flex; align-items: center; gap: 16px; font-size: 38px; }
  .label { position: absolute; left: 72px; bottom: 66px; font-size: 30px; font-weight: 600; color: ${colors.accent}; }
  .title { position: absolute; left: 68px; top: 176px; font-size: 96px; letter-spacing: -0.045em; line-height: 0.98; text-wrap: balance; }
  .beside { width: 560px; font-size: 68px; }
  .alone { width: 940px; }
  .cover { position: absolute; left: 680px; top: 0; width: 520px; height: 630px; object-fit: cover; object-position: 22% 50%; }
  .marks { position: absolute; inset: 0; }
`;

const mark = `<svg width="46" viewBox="0 0 24 24">${markShape(colors.accent)}</svg>`;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The card as a composition; `picture` is the address of what stands beside the words. */
export function drawCard(card: Card, picture: string | undefined): Composition {
  const marks = `<svg class="marks" viewBox="0 0 1200 630" fill="none" stroke="${colors.edge}" stroke-width="2">
    <path d="M40 8v22M8 40h22M40 600v22M8 590h22${picture ? '' : 'M1160 8v22M1170 40h22M1160 600v22M1170 590h22'}"/></svg>
    ${picture ? '' : `<svg class="marks" viewBox="0 0 1200 630" fill="none" stroke="${colors.accent}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"><path d="M1010 470c-12-58 40-84 82-70 44 16 44 92-6 104-40 8-72-16-68-48M1042 446l24 30 70-104"/></svg>`}`;
  return {
    name: card.name,
    width: 1200,
    height: 630,
    css,
    html: `${marks}<div class="mark display">${mark}${escapeHtml(studio.name)}</div>
      <div class="title display ${picture ? 'beside' : 'alone'}">${escapeHtml(card.title)}</div>
      <div class="label">${escapeHtml(card.label)}</div>
      ${picture ? `<img class="cover" src="${picture}">` : ''}`,
  };
}
