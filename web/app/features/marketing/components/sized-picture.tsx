/** What has to be known of a picture to show it. */
export interface SizedPictureFacts {
  name: string;
  /** Width divided by height. */
  ratio: number;
  /** In which it lies there. */
  widths: readonly number[];
  /** What is to be seen; not needed where it decorates. */
  alt?: string;
}

function addresses({ name, widths }: SizedPictureFacts, format: 'avif' | 'webp'): string {
  const base = `${import.meta.env.PICTURES_BASE}/${name}`;
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
}

/**
 * A picture in the size that the screen needs. Its place is kept before it arrives. `Picture` takes it by its name; a page that
 * knows its few pictures while it is built names them with their facts and is spared the list of all.
 */
export function SizedPicture({
  picture,
  sizes,
  isFirst = false,
  isDecoration = false,
  className,
}: {
  picture: SizedPictureFacts;
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string;
  /** Among the first things that are seen: fetched at once instead of when it comes near. */
  isFirst?: boolean;
  /** Beside words that say the same, and after them in coming. */
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
