import { formatBytes } from '../../files/format-bytes.ts'

export type MediaItem = {
  readonly id: number
  readonly date_gmt: string
  readonly slug: string
  readonly title: { readonly raw: string }
  readonly caption: { readonly raw: string }
  readonly alt_text: string
  readonly mime_type: string
  readonly source_url: string
  readonly media_details: {
    readonly width: number
    readonly height: number
    readonly filesize: number
    readonly file: string
    readonly sizes: Readonly<Record<string, MediaSize>>
  }
  /** In percent. */
  readonly focal_point: { readonly x: number; readonly y: number }
  /** Uses of the file; only in the response for a single item. */
  readonly used_by?: readonly { readonly id: number; readonly type: string; readonly title: string }[]
}

type MediaSize = { readonly width: number; readonly height: number; readonly source_url: string }

/** A picture size by WordPress's name, or the original if it is smaller. Its URL is on the current origin. */
export function mediaSize({ media_details: details, source_url: whole }: MediaItem, name: string): MediaSize {
  const size = details.sizes[name] ?? { width: details.width, height: details.height, source_url: whole }
  return { ...size, source_url: new URL(size.source_url, location.origin).pathname }
}

export const isVideo = ({ mime_type: mime }: Pick<MediaItem, 'mime_type'>): boolean => mime.startsWith('video/')

/** 'WEBP, 1200 × 800, 96 KB'. The size of a video may be unknown. */
export function mediaFacts({ mime_type: mime, media_details: { width, height, filesize } }: MediaItem): string {
  const size = width === 0 ? [] : [`${width} × ${height}`]
  return [mime.replace(/^\w+\//, '').toUpperCase(), ...size, formatBytes(filesize)].join(', ')
}
