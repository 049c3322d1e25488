/** WebM: Matroska (RFC 9559), which is EBML (RFC 8794), with few codecs. */

type Element = { readonly id: number; readonly start: number; readonly size: number; readonly isOpen: boolean }

const HEADER = 0x1a45dfa3
const SEGMENT = 0x18538067
const TRACKS = 0x1654ae6b
const CLUSTER = 0x1f43b675
/** Seek head, info, cues, chapters, tags, void and checksum. Attached files are no part of WebM. */
const besides = new Set([0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1043a770, 0x1254c367, 0xec, 0xbf])
/** Times and blocks. */
const inCluster = new Set([0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xaf, 0x5854])

export const isWebm = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === HEADER

function elementAt(bytes: Buffer, at: number): Element | null {
  const idLength = Math.clz32(bytes[at] ?? 0) - 23
  const first = bytes[at + idLength] ?? 0
  const sizeLength = Math.clz32(first) - 23
  const start = at + idLength + sizeLength
  if (idLength > 4 || sizeLength > 8 || start > bytes.length) return null
  let size = first & (0xff >> sizeLength)
  for (let index = at + idLength + 1; index < start; index += 1) size = size * 256 + (bytes[index] ?? 0)
  // All bits set: its writer did not know the size, as when a browser records.
  const isOpen = size === 2 ** (7 * sizeLength) - 1
  return { id: bytes.readUIntBE(at, idLength), start, size: isOpen ? 0 : size, isOpen }
}

/** What an element consists of, by id; null if something is between or after its parts. */
function partsOf(bytes: Buffer): { readonly id: number; readonly body: Buffer }[] | null {
  const parts = []
  for (let at = 0; at < bytes.length; ) {
    const part = elementAt(bytes, at)
    const end = part ? part.start + part.size : 0
    if (!part || part.isOpen || end > bytes.length) return null
    parts.push({ id: part.id, body: bytes.subarray(part.start, end) })
    at = end
  }
  return parts
}

const partOf = (body: Buffer | undefined, id: number): Buffer | undefined =>
  body && partsOf(body)?.find((part) => part.id === id)?.body
const textOf = (body: Buffer | undefined): string => body?.toString('latin1').replace(/\0+$/, '') ?? ''
/** 0 for numbers that no type or size of a picture has. */
const numberOf = (body: Buffer | undefined): number => {
  const value = body && body.length <= 8 ? [...body].reduce((sum, byte) => sum * 256 + byte, 0) : 0
  return value <= 0xffff ? value : 0
}

/** The parts of a segment other than its clusters, and whether it has those; null if it has any other. */
function segmentOf(segment: Buffer) {
  const parts: Buffer[] = []
  let tracks: Buffer | null = null
  let hasMedia = false
  let isOpen = false
  for (let at = 0; at < segment.length; ) {
    const part = elementAt(segment, at)
    const end = part ? part.start + part.size : 0
    if (!part || end > segment.length || (part.isOpen && part.id !== CLUSTER)) return null
    if (part.id === CLUSTER) {
      hasMedia = true
      // Blocks follow until the next part of the segment.
      isOpen = part.isOpen
    } else if (!isOpen || !inCluster.has(part.id)) {
      if (part.id === TRACKS) tracks = segment.subarray(part.start, end)
      else if (!besides.has(part.id)) return null
      parts.push(segment.subarray(at, end))
      // Void and checksum may be among blocks.
      isOpen &&= part.id < 0x100
    }
    at = end
  }
  return hasMedia && tracks ? { parts, tracks } : null
}

/** A WebM file with a video; null if it has none, or if elements do not make up the whole of it. */
export function inspectWebm(bytes: Buffer) {
  const header = elementAt(bytes, 0)
  const bodyAt = header ? header.start + header.size : bytes.length
  const body = elementAt(bytes, bodyAt)
  if (!header || header.isOpen || body?.id !== SEGMENT) return null
  if (!body.isOpen && body.start + body.size !== bytes.length) return null
  if (textOf(partOf(bytes.subarray(header.start, bodyAt), 0x4282)) !== 'webm') return null
  const segment = segmentOf(bytes.subarray(body.start))
  const tracks = segment && partsOf(segment.tracks)?.filter(({ id }) => id === 0xae)
  const video = tracks?.find(({ body: track }) => numberOf(partOf(track, 0x83)) === 1)?.body
  if (!segment || !video || !/^V_(VP8|VP9|AV1)$/.test(textOf(partOf(video, 0x86)))) return null
  const frame = partOf(video, 0xe0)
  const [width, height] = [numberOf(partOf(frame, 0xb0)), numberOf(partOf(frame, 0xba))]
  return { width, height, described: [bytes.subarray(0, body.start), ...segment.parts] }
}
