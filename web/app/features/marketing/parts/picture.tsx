import { type PictureName, pictures, pictureWidths } from '@atelier/content/pictures.ts';

function addresses(name: PictureName, format: 'avif' | 'webp'): string {
  const base = `${import.meta.env.PICTURES_BASE}/${name}`;
  return pictureWidths(name)
    .map((width) => `${base}-${width}.${format} ${width}w`)
    .join(', ');
}

/** A picture of `content/pictures.ts` in the size that the screen needs. Its place is kept before it arrives. */
export function Picture({
  name,
  sizes,
  isFirst = false,
  isDecoration = false,
  className,
}: {
  name: PictureName;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** Among the first things that are seen: fetched at once instead of when it comes near. */
  isFirst?: boolean;
  /** Beside words that say the same, and after them in coming. */
  isDecoration?: boolean;
  className?: string;
}) {
  const { alt, ratio } = pictures[name];
  const largest = Math.max(...pictureWidths(name));
  return (
    <picture>
      <source type="image/avif" srcSet={addresses(name, 'avif')} sizes={sizes} />
      <img
        src={`${import.meta.env.PICTURES_BASE}/${name}-960.webp`}
        srcSet={addresses(name, 'webp')}
        sizes={sizes}
        alt={isDecoration ? '' : alt}
        width={largest}
        height={Math.round(largest / ratio)}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : isDecoration ? 'low' : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
