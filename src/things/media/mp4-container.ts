/** ISO base media file format (ISO/IEC 14496-12), on which MP4 is based. */

type Box = { readonly type: string; readonly body: Buffer; readonly whole: Buffer }

/** Major brands of MP4 video by cameras, phones and encoders; not of QuickTime, pictures or audio. */
const brand = /^(?:isom|iso[2-9a-c]|mp4[12]|avc1|M4V[ HP]|MSNV|XAVC|3gp[4-6]|dash|cmf[c2f])$/

export const isMp4 = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 4, 8) === 'ftyp' && brand.test(bytes.toString('latin1', 8, 12))

/** More than a long fragmented video has, and few enough to hold in memory. */
const MAX_BOXES = 100_000

/** The boxes that these bytes consist of; null if there are bytes between or after them. */
function boxesOf(bytes: Buffer): Box[] | null {
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length || boxes.length === MAX_BOXES) return null
    const type = bytes.toString('latin1', at + 4, at + 8)
    const size = bytes.readUInt32BE(at)
    const head = size === 1 ? 16 : 8
    if (at + head > bytes.length || !/^[\x20-\x7e\xa9]{4}$/.test(type)) return null
    // Size 0 extends to the end of the file, which only media may use.
    const isOpen = size === 0 && type === 'mdat'
    const length = isOpen ? bytes.length - at : size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size
    if (length < head || at + length > bytes.length) return null
    boxes.push({ type, body: bytes.subarray(at + head, at + length), whole: bytes.subarray(at, at + length) })
    at += length
  }
  return boxes
}

const childOf = (body: Buffer | undefined, type: string): Buffer | undefined =>
  body && boxesOf(body)?.find((box) => box.type === type)?.body

/** Display size of a video in its track header; null for other tracks. */
function videoTrack(track: Buffer) {
  const handler = childOf(childOf(track, 'mdia'), 'hdlr')
  if (handler?.toString('latin1', 8, 12) !== 'vide') return null
  const header = childOf(track, 'tkhd')
  const matrix = header?.[0] === 1 ? 52 : 40
  if (!header || header.length < matrix + 44) return { width: 0, height: 0 }
  const [width, height] = [header.readUInt16BE(matrix + 36), header.readUInt16BE(matrix + 40)]
  // Portrait videos of phones are rotated by the matrix.
  const isTurned = header.readInt32BE(matrix) === 0
  return isTurned ? { width: height, height: width } : { width, height }
}

/** An MP4 file with a video; null without a video, or if the file does not consist of boxes only. */
export function inspectMp4(bytes: Buffer) {
  const boxes = boxesOf(bytes)
  const movies = boxes?.filter(({ type }) => type === 'moov') ?? []
  const [movie] = movies
  if (!boxes?.some(({ type }) => type === 'mdat') || !movie || movies.length > 1) return null
  const tracks = boxesOf(movie.body)?.filter(({ type }) => type === 'trak') ?? []
  const size = tracks.map(({ body }) => videoTrack(body)).find((track) => track !== null)
  if (!size) return null
  return { ...size, described: boxes.filter(({ type }) => type !== 'mdat').map(({ whole }) => whole) }
}
