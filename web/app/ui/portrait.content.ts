import { pictures, pictureWidths } from '@atelier/content/pictures.ts';

/* Picked at build time: scripts carry no list of all pictures. */

export const portrait = {
  name: 'portrait',
  alt: pictures.portrait.alt,
  ratio: pictures.portrait.ratio,
  widths: pictureWidths('portrait'),
};
