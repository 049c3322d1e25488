import sharp from 'sharp'
import { blend, softNoise, type Tile } from './grain.ts'
import type { Plates, Scene } from './plates.ts'

sharp.concurrency(1)
sharp.cache(false)

type Sheet = { readonly width: number; readonly height: number; readonly pixels: Buffer }

/** How strongly the press leaves its marks; 1 is the house style. */
type Finish = { readonly wobble?: number; readonly grain?: number; readonly brush?: number }

const size = 1024
let tiles: { readonly across: Tile; readonly down: Tile; readonly grain: Tile; readonly brush: Tile } | undefined

/** Made once a run: the hand's tremor in two directions, the grain of shade and the streaks of a brush. */
function texture() {
  tiles ??= {
    across: blend([
      [softNoise('across', size, 80), 2.4],
      [softNoise('across fine', size, 14), 0.45],
    ]),
    down: blend([
      [softNoise('down', size, 80), 2.4],
      [softNoise('down fine', size, 14), 0.45],
    ]),
    grain: blend([
      [softNoise('grain', size, 3.2), 0.72],
      [softNoise('grain clouds', size, 7), 0.34],
    ]),
    brush: blend([
      [softNoise('brush long', size, 16, 12), 0.5],
      [softNoise('brush wash', size, 120), 0.6],
      [softNoise('brush pools', size, 32, 2), 0.35],
    ]),
  }
  return tiles
}

async function rasterize(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg), { limitInputPixels: false, unlimited: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer()
}

/** Reads a plate between pixels; coordinates outside are held at the edge. */
function sample(plate: Buffer, width: number, height: number, x: number, y: number, into: Float32Array): void {
  const cx = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x
  const cy = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y
  const x0 = cx | 0
  const y0 = cy | 0
  const sx = cx - x0
  const sy = cy - y0
  const a = (y0 * width + x0) * 3
  const b = a + width * 3
  const w00 = (1 - sx) * (1 - sy)
  const w10 = sx * (1 - sy)
  const w01 = (1 - sx) * sy
  const w11 = sx * sy
  for (let c = 0; c < 3; c++)
    into[c] = plate[a + c]! * w00 + plate[a + 3 + c]! * w10 + plate[b + c]! * w01 + plate[b + 3 + c]! * w11
}

/** Prints the plates over one another, slightly out of register, with grain in shade and light. */
function overprint(
  plates: { readonly paint: Buffer; readonly shade: Buffer; readonly stipple: Buffer; readonly light: Buffer },
  width: number,
  height: number,
  { wobble = 1, grain = 1, brush = 1 }: Finish,
): Sheet {
  const marks = texture()
  const mask = size - 1
  const out = Buffer.allocUnsafe(width * height * 3)
  const paint = new Float32Array(3)
  const shade = new Float32Array(3)
  const stipple = new Float32Array(3)
  const light = new Float32Array(3)
  for (let y = 0; y < height; y++) {
    const row = (y & mask) * size
    for (let x = 0; x < width; x++) {
      const here = row + (x & mask)
      const dx = marks.across.values[here]! * wobble
      const dy = marks.down.values[here]! * wobble
      sample(plates.paint, width, height, x + dx, y + dy, paint)
      sample(plates.shade, width, height, x + dx - 1.2, y + dy - 0.8, shade)
      sample(plates.stipple, width, height, x + dx - 1.2, y + dy - 0.8, stipple)
      sample(plates.light, width, height, x + dx + 1, y + dy + 1, light)
      const speck = marks.grain.values[here]! * grain
      const wash = 1 + marks.brush.values[here]! * 0.034 * brush
      const target = (y * width + x) * 3
      for (let c = 0; c < 3; c++) {
        const base = (paint[c]! * wash * shade[c]!) / 255
        const dark = 1 - stipple[c]! / 255
        // Grain is strongest in half shade and fades where shade is nearly solid or nearly gone.
        const shaded = base * (1 - Math.min(1, Math.max(0, dark + speck * dark * (1 - dark))))
        const value = 255 - (255 - Math.min(255, shaded)) * (1 - light[c]! / 255)
        out[target + c] = value < 0 ? 0 : value > 255 ? 255 : value + 0.5
      }
    }
  }
  return { width, height, pixels: out }
}

export async function render(scene: Scene, finish: Finish = {}): Promise<Sheet> {
  const plates: Plates = scene.plates()
  const paint = await rasterize(plates.paint)
  const shade = await rasterize(plates.shade)
  const stipple = await rasterize(plates.stipple)
  const light = await rasterize(plates.light)
  return overprint({ paint, shade, stipple, light }, scene.width, scene.height, finish)
}

export const raw = (sheet: Sheet) =>
  sharp(sheet.pixels, { raw: { width: sheet.width, height: sheet.height, channels: 3 } })

/** WebP as good as about `limit` bytes allow. */
export async function webp(sheet: Sheet, limit: number): Promise<Buffer> {
  const encode = (quality: number) => raw(sheet).webp({ quality, effort: 4, smartSubsample: true }).toBuffer()
  let quality = 80
  let best = await encode(quality)
  for (let attempt = 0; attempt < 3 && best.length > limit; attempt++) {
    // Size falls a little slower than quality.
    quality = Math.max(40, Math.floor(Math.min(quality - 4, quality * (limit / best.length) ** 1.2)))
    best = await encode(quality)
  }
  return best
}
