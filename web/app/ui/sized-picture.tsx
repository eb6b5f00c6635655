export interface SizedPictureFacts {
  name: string;
  /** Width divided by height. */
  ratio: number;
  /** The widths it is available in. */
  widths: readonly number[];
  /** Left out for decoration. */
  alt?: string;
}

function addresses({ name, widths }: SizedPictureFacts, format: 'avif' | 'webp'): string {
  const base = `${import.meta.env.PICTURES_BASE}/${name}`;
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
}

/**
 * A picture in the size the screen needs, with its space reserved. `Picture` finds it by name; a
 * page that knows its few pictures at build time passes their facts, and loads no list of all.
 */
export function SizedPicture({
  picture,
  sizes,
  isFirst = false,
  isDecoration = false,
  className,
}: {
  picture: SizedPictureFacts;
  /** As in `<img sizes>`. */
  sizes: string;
  /** Visible at once: fetched immediately, not lazily. */
  isFirst?: boolean;
  /** Repeats the text beside it: fetched with low priority. */
  isDecoration?: boolean;
  className?: string;
}) {
  const { name, ratio, widths, alt } = picture;
  const largest = Math.max(...widths);
  return (
    <picture>
      <source type="image/avif" srcSet={addresses(picture, 'avif')} sizes={sizes} />
      <img
        src={`${import.meta.env.PICTURES_BASE}/${name}-960.webp`}
        srcSet={addresses(picture, 'webp')}
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
