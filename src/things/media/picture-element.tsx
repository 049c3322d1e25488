import type { Picture as StoredPicture } from './picture.ts'
import { pictureSources } from './picture-sizes.ts'

type PictureProps = {
  picture: Pick<StoredPicture, 'path' | 'width' | 'height' | 'alt'>
  /** Widest it is ever shown, in CSS px; decides which sizes are offered. */
  maxWidth: number
  /** How wide it is shown at which window width, as in the attribute `sizes`. */
  sizes: string
  className?: string | undefined
  /** The picture a page opens with: fetched first. All others wait until they come near. */
  isFirst?: boolean
  /** Says something else than the library's text, or nothing where the words beside it already do. */
  alt?: string
}

/** A picture from the library in the size its place needs; its room is kept before it has arrived. */
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
