/** WebM: Matroska (RFC 9559), which is based on EBML (RFC 8794), with few codecs. */

type Part = { readonly id: number; readonly body: Buffer; readonly whole: Buffer }

const HEADER = 0x1a45dfa3
const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TRACKS = 0x1654ae6b
/** Elements of a segment: tracks, seek head, info, cues, chapters, tags, void, checksum. No attachments in WebM. */
const besideMedia = new Set([TRACKS, 0x114d9b74, 0x1549a966, 0x1c53bb6b, 0x1043a770, 0x1254c367, 0xec, 0xbf])
/** Clusters, with their timestamps and blocks. */
const media = new Set([CLUSTER, 0xe7, 0xa3, 0xa0, 0xa7, 0xab, 0xaf, 0x5854])

export const isWebm = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32BE(0) === HEADER

/** More than the blocks of a long recording, and few enough to hold in memory. */
const MAX_PARTS = 200_000

/**
 * The elements that these bytes consist of; null if there are bytes between or after them. Live recorders set all bits
 * of the size of a segment or cluster, which means unknown: it is then empty here, and its children follow it.
 */
function partsOf(bytes: Buffer): Part[] | null {
  const parts: Part[] = []
  for (let at = 0; at < bytes.length; ) {
    const idLength = Math.clz32(bytes[at] ?? 0) - 23
    const first = bytes[at + idLength] ?? 0
    const sizeLength = Math.clz32(first) - 23
    const start = at + idLength + sizeLength
    if (idLength > 4 || sizeLength > 8 || start > bytes.length) return null
    const id = bytes.readUIntBE(at, idLength)
    const size = bytes
      .subarray(at + idLength + 1, start)
      .reduce((sum, byte) => sum * 256 + byte, first & (0xff >> sizeLength))
    const isOpen = size === 2 ** (7 * sizeLength) - 1 && (id === SEGMENT || id === CLUSTER)
    const end = isOpen ? start : start + size
    if (end > bytes.length || parts.length === MAX_PARTS) return null
    parts.push({ id, body: bytes.subarray(start, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return parts
}

const partOf = (body: Buffer | undefined, id: number): Buffer | undefined =>
  body && partsOf(body)?.find((part) => part.id === id)?.body
/** Without the zeros that fill its place. */
const textOf = (body: Buffer = Buffer.alloc(0)): string =>
  body.toString('latin1', 0, body.findLastIndex((byte) => byte !== 0) + 1)
/** 0 for numbers that are too large for a type or a picture size. */
const numberOf = (body: Buffer | undefined): number => {
  const value = body && body.length <= 8 ? body.reduce((sum, byte) => sum * 256 + byte, 0) : 0
  return value <= 0xffff ? value : 0
}

/** A WebM file with a video; null without a video, or if the file does not consist of elements only. */
export function inspectWebm(bytes: Buffer) {
  const [header, segment, ...following] = partsOf(bytes) ?? []
  if (textOf(partOf(header?.body, 0x4282)) !== 'webm' || segment?.id !== SEGMENT) return null
  const isOpen = segment.body.length === 0
  if (!isOpen && following.length > 0) return null
  const parts = isOpen ? following : (partsOf(segment.body) ?? [])
  const described = parts.filter(({ id }) => !media.has(id))
  if (!parts.some(({ id }) => id === CLUSTER) || !described.every(({ id }) => besideMedia.has(id))) return null
  const tracks = partsOf(parts.find(({ id }) => id === TRACKS)?.body ?? bytes.subarray(0, 0)) ?? []
  const video = tracks.find(({ body }) => numberOf(partOf(body, 0x83)) === 1)?.body
  if (!/^V_(VP8|VP9|AV1)$/.test(textOf(partOf(video, 0x86)))) return null
  const frame = partOf(video, 0xe0)
  const [width, height] = [numberOf(partOf(frame, 0xb0)), numberOf(partOf(frame, 0xba))]
  return { width, height, described: [header?.whole ?? bytes, ...described.map(({ whole }) => whole)] }
}
