import type { Picture as StoredPicture } from './media.table.ts'
import { pictureSources } from './picture-sizes.ts'

type PictureProps = {
  picture: Pick<StoredPicture, 'path' | 'width' | 'height' | 'alt'>
  /** Maximum display width in CSS px; determines the offered sizes. */
  maxWidth: number
  /** Display width by window width, for the attribute `sizes`. */
  sizes: string
  className?: string | undefined
  /** Picture above the fold, loaded with high priority. All others are lazy. */
  isFirst?: boolean
  /** Overrides the library's alternative text; empty if adjacent text says the same. */
  alt?: string
}

/** A responsive picture from the media library, with its space reserved before it loads. */
export function Picture({ picture, maxWidth, sizes, className, isFirst = false, alt }: PictureProps) {
  return (
    <img
      {...pictureSources(picture, maxWidth)}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt ?? picture.alt}
      className={className}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  )
}
