import { z } from 'zod'
import { isRecord } from '../../platform/rest/request.ts'

/** A video of YouTube or Vimeo, by its id there, or a file of the media library. */
type Video =
  | { readonly kind: 'youtube' | 'vimeo'; readonly id: string }
  | { readonly kind: 'file'; readonly path: string }

const filePattern = /^\/wp-content\/uploads\/(?!.*\.\.)[^\s"'<>]+\.(?:mp4|mov|ogv|webm)$/i

/** Reads a video URL as people copy it. Null if it names no known video. */
export function videoOf(address: string): Video | null {
  if (filePattern.test(address)) return { kind: 'file', path: address }
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return null
  if (/(?:^|\.)vimeo\.com$/.test(url.hostname)) return hostedVideo('vimeo', vimeoId(url.pathname))
  if (url.hostname === 'youtu.be') return hostedVideo('youtube', /^\/([\w-]+)/.exec(url.pathname)?.[1])
  if (!/(?:^|\.)youtube(?:-nocookie)?\.com$/.test(url.hostname)) return null
  return hostedVideo(
    'youtube',
    url.searchParams.get('v') ?? /^\/(?:embed|live|shorts|v)\/([\w-]+)/.exec(url.pathname)?.[1],
  )
}

const hostedVideo = (kind: 'youtube' | 'vimeo', id = ''): Video | null =>
  (kind === 'vimeo' ? /^\d{1,20}$/ : /^[\w-]{1,20}$/).test(id) ? { kind, id } : null

/** `/76979871`, perhaps with the key of an unlisted video behind it, or `/channels/staffpicks/76979871`. */
const vimeoId = (path: string): string | undefined =>
  /^\/(\d+)(?:\/|$)/.exec(path)?.[1] ?? path.split('/').findLast((part) => part !== '')

/** URLs that a frame or the lightbox plays as they are. */
const playerPattern = /^https:\/\/(?:www\.youtube(?:-nocookie)?\.com|player\.vimeo\.com)\/[^\s"'<>]+$/
const isEmbedded = (address: string): boolean => playerPattern.test(address) && /\/(?:embed|video)\//.test(address)

function canonicalAddress(address: string): string {
  const video = isEmbedded(address) ? null : videoOf(address)
  if (!video || video.kind === 'file') return address
  return video.kind === 'vimeo'
    ? `https://player.vimeo.com/video/${video.id}`
    : `https://www.youtube.com/watch?v=${video.id}`
}

/** URL of a video that the shop may play: from an allowed host, or uploaded; '' for none. */
export const videoAddress = z
  .string()
  .max(500)
  .transform((text) => canonicalAddress(text.trim()))
  .refine(
    (address) =>
      address === '' || filePattern.test(address) || (playerPattern.test(address) && !address.includes('..')),
    { error: 'Write the address of a video on YouTube or Vimeo, or of an uploaded video file.' },
  )

/** URL of the video in an entry's stored fields. */
export const storedVideo = (fields: unknown): string => {
  const video = videoAddress.safeParse(isRecord(fields) ? fields.video : '')
  return video.success ? video.data : ''
}
