import sharp from 'sharp'
import favicon from './pictures/favicon.svg?raw'

/** The shop's icon in a size in pixels. `isMaskable` fills the corners, for systems that apply their own mask. */
export async function iconPng(pixels: number, isMaskable: boolean): Promise<Buffer> {
  const drawing = isMaskable ? favicon.replace(/(<rect[^>]*) rx="\d+"/, '$1') : favicon
  return sharp(Buffer.from(drawing), { density: (72 * pixels) / 64 })
    .resize(pixels, pixels)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

const HEADER_BYTES = 6
const ENTRY_BYTES = 16

/** An `.ico` file with one PNG inside, which current browsers support. At most 256 pixels. */
export function icoOf(png: Buffer, pixels: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES)
  header.writeUInt16LE(1, 2) // an icon
  header.writeUInt16LE(1, 4) // one picture
  header.writeUInt8(pixels % 256, HEADER_BYTES)
  header.writeUInt8(pixels % 256, HEADER_BYTES + 1)
  header.writeUInt16LE(1, HEADER_BYTES + 4) // colour planes
  header.writeUInt16LE(32, HEADER_BYTES + 6) // bits per pixel
  header.writeUInt32LE(png.length, HEADER_BYTES + 8)
  header.writeUInt32LE(header.length, HEADER_BYTES + 12)
  return Buffer.concat([header, png])
}
