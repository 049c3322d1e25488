import { inspectMp4, isMp4 } from './mp4-container.ts'
import { inspectOgg, isOgg } from './ogg-container.ts'
import { inspectWebm, isWebm } from './webm-container.ts'

/** Supported video formats, detected by content; each name is also the extension. */
const videoFormats = {
  mp4: { mime: 'video/mp4', isOf: isMp4, inspect: inspectMp4 },
  ogv: { mime: 'video/ogg', isOf: isOgg, inspect: inspectOgg },
  webm: { mime: 'video/webm', isOf: isWebm, inspect: inspectWebm },
} as const

type VideoFormat = keyof typeof videoFormats

const formats = Object.keys(videoFormats) as VideoFormat[]

/** The format by the first bytes of a file; the rest is not checked. */
const formatOf = (bytes: Buffer): VideoFormat | null =>
  formats.find((format) => videoFormats[format].isOf(bytes)) ?? null

export const looksLikeVideo = (bytes: Buffer): boolean => formatOf(bytes) !== null

/** Content that a browser or another program could execute or open: pages, scripts, archives, documents. */
const markup = /<(?:script|html|svg|body|iframe|!doctype)[\s/>]|<\?php/i
const signatures = ['%PDF-', 'PK\x03\x04', 'PK\x05\x06']
const isForeign = (part: Buffer): boolean => {
  const text = part.toString('latin1')
  return markup.test(text) || signatures.some((signature) => text.includes(signature))
}

/**
 * Format and size of a video, 0 × 0 if unknown. Null unless the file consists only of its container, without markup
 * outside the media data.
 */
export function inspectVideo(bytes: Buffer) {
  const format = formatOf(bytes)
  const content = format && videoFormats[format].inspect(bytes)
  if (!content || content.described.some(isForeign)) return null
  const { width, height } = content
  return { extension: format, mime: videoFormats[format].mime, width, height }
}

/** MIME type of a video path; null for other paths. */
export function videoMimeOfPath(path: string): string | null {
  const format = formats.find((one) => path.endsWith(`.${one}`))
  return format ? videoFormats[format].mime : null
}
