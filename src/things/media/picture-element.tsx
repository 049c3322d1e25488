import type { Picture as StoredPicture } from './media.table.ts'
import { pictureSources } from './picture-sizes.ts'

type PictureProps = {
  picture: Pick<StoredPicture, 'path' | 'width' | 'height' | 'alt'> & Partial<Pick<StoredPicture, 'focalX' | 'focalY'>>
  /** Maximum display width in CSS px; determines the offered sizes. */
  maxWidth: number
  /** Value of the `sizes` attribute. */
  sizes: string
  className?: string | undefined
  /** Picture above the fold, loaded with high priority. All others are lazy. */
  isFirst?: boolean
  /** Overrides the library's alternative text; empty if adjacent text says the same. */
  alt?: string
}

/** A responsive picture from the media library. Its space is reserved to avoid layout shifts. */
export function Picture({ picture, maxWidth, sizes, className, isFirst = false, alt }: PictureProps) {
  const { focalX = 50, focalY = 50 } = picture
  const isCentred = focalX === 50 && focalY === 50
  return (
    <img
      {...pictureSources(picture, maxWidth)}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={alt ?? picture.alt}
      className={className}
      style={isCentred ? undefined : { objectPosition: `${focalX}% ${focalY}%` }}
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  )
}
