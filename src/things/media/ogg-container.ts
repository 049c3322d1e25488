/** Ogg (RFC 3533): pages of several streams. The first page of each identifies its type. */

export const isOgg = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'OggS'

/** Picture size in the first packet of a stream; null if it is not a video. */
function videoStream(packet: Buffer) {
  const name = packet.toString('latin1', 0, 7)
  if (name === '\x80theora' && packet.length >= 20)
    return { width: packet.readUIntBE(14, 3), height: packet.readUIntBE(17, 3) }
  if (name.startsWith('OVP80\x01') && packet.length >= 12)
    return { width: packet.readUInt16BE(8), height: packet.readUInt16BE(10) }
  return /^BBCD|^\x80daala/.test(name) ? { width: 0, height: 0 } : null
}

const FIRST_OF_STREAM = 2

/** An Ogg file with a video; null without a video, or if the file does not consist of pages only. */
export function inspectOgg(bytes: Buffer) {
  const described: Buffer[] = []
  const streams = new Set<number>()
  let size: ReturnType<typeof videoStream> = null
  let hasMedia = false
  for (let at = 0; at < bytes.length; ) {
    const [version, flags = 0xff] = bytes.subarray(at + 4, at + 6)
    if (at + 27 > bytes.length || !isOgg(bytes.subarray(at)) || version !== 0 || flags > 7) return null
    const start = at + 27 + (bytes[at + 26] ?? 0)
    const end = bytes.subarray(at + 27, start).reduce((sum, length) => sum + length, start)
    if (end > bytes.length) return null
    const stream = bytes.readUInt32LE(at + 14)
    if ((flags & FIRST_OF_STREAM) > 0 === streams.has(stream)) return null
    if (flags & FIRST_OF_STREAM) size ??= videoStream(bytes.subarray(start, end))
    else hasMedia = true
    streams.add(stream)
    // Header pages have the granule position 0.
    if (bytes.readBigUInt64LE(at + 6) === 0n) described.push(bytes.subarray(start, end))
    at = end
  }
  return size && hasMedia ? { ...size, described } : null
}
