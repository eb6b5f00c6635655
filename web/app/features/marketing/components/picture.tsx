import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';
import type { ComponentProps } from 'react';
import { SizedPicture } from '../../../ui/sized-picture.tsx';

/** A picture of `content/pictures.ts`, by its name. */
export function Picture({
  name,
  ...props
}: { name: PictureName } & Omit<ComponentProps<typeof SizedPicture>, 'picture'>) {
  return <SizedPicture picture={{ name, ...pictures[name], widths: pictureWidths(name) }} {...props} />;
}
