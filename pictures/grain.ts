import { randomFrom } from './random.ts'

/** Tiles of noise that repeat without a seam; `size` is a power of two. */
export type Tile = { readonly size: number; readonly values: Float32Array }

/** Smooth noise from -1 to 1 whose bumps are `period` pixels wide. */
export function softNoise(seed: string, size: number, period: number, stretch = 1): Tile {
  const random = randomFrom(seed)
  const across = Math.max(2, Math.round(size / (period * stretch)))
  const down = Math.max(2, Math.round(size / period))
  const lattice = Float32Array.from({ length: across * down }, () => random.next() * 2 - 1)
  const values = new Float32Array(size * size)
  const ease = (share: number) => share * share * (3 - 2 * share)
  for (let y = 0; y < size; y++) {
    const fy = (y / size) * down
    const y0 = Math.floor(fy)
    const sy = ease(fy - y0)
    const top = (y0 % down) * across
    const bottom = ((y0 + 1) % down) * across
    for (let x = 0; x < size; x++) {
      const fx = (x / size) * across
      const x0 = Math.floor(fx)
      const sx = ease(fx - x0)
      const left = x0 % across
      const right = (x0 + 1) % across
      const upper = lattice[top + left]! * (1 - sx) + lattice[top + right]! * sx
      const lower = lattice[bottom + left]! * (1 - sx) + lattice[bottom + right]! * sx
      values[y * size + x] = upper * (1 - sy) + lower * sy
    }
  }
  return { size, values }
}

/** Sum of tiles of one size, each with its weight. */
export function blend(parts: readonly (readonly [Tile, number])[]): Tile {
  const size = parts[0]![0].size
  const values = new Float32Array(size * size)
  for (const [tile, weight] of parts) for (let i = 0; i < values.length; i++) values[i]! += tile.values[i]! * weight
  return { size, values }
}
