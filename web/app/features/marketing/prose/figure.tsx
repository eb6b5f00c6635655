import type { PictureName } from '@atelier/content/pictures.ts';
import { Picture } from '../components/picture.tsx';

/** A picture in a text, wider than the text, with a line below it. */
export function Figure({
  name,
  caption,
  isTall = false,
}: {
  name: PictureName;
  caption: string;
  isTall?: boolean;
}) {
  return (
    <figure
      className={
        isTall
          ? 'my-12 sm:float-right sm:mt-2 sm:mb-12 sm:ml-10 sm:w-64 lg:-mr-36 lg:w-88 xl:mr-(--beyond) xl:ml-12 xl:w-96'
          : 'my-14 clear-both lg:-mx-36 xl:mx-(--beyond)'
      }
    >
      <Picture
        name={name}
        sizes={
          isTall
            ? '(min-width: 36rem) 24rem, calc(100vw - 2.5rem)'
            : '(min-width: 80rem) clamp(74rem, 72vw, 88rem), calc(100vw - 2.5rem)'
        }
        className="h-auto w-full rounded-md"
      />
      <figcaption className="mt-3 text-sm text-ink-soft">{caption}</figcaption>
    </figure>
  );
}
