import { isBlue, lift, mix, saturate, type Tint } from '../colour.ts'
import { blob, curve } from '../geometry.ts'
import { drawLeaf, thickness } from '../leaves/leaves.ts'
import { flower } from '../leaves/pieces.ts'
import type { DrawLeaf } from '../leaves/ribbon.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { LeafPicture } from './types.ts'

/** How leaves fall: thick in the middle of a heap, leaf by leaf at its edge. */

/** Where leaves lie: a function from a spot to how thick they lie there, 0 to 1. */
export type Density = (x: number, y: number) => number

export function scatter(
  scene: Scene,
  picture: LeafPicture,
  random: Random,
  lie: Density,
  scale: number,
  area: readonly [number, number, number, number],
): void {
  const [left, top, width, height] = area
  const whole = drawLeaf[picture.leaf]
  const petals = isBlue(picture.colours[1])
  const draw: DrawLeaf = (on, spot, colour, seed) => {
    if (picture.flowers && random.chance(0.16)) flower(on, spot, colour, seed)
    else if (petals && random.chance(0.07))
      drawLeaf.threads(on, { ...spot, scale: spot.scale * 1.3 }, picture.colours[1], seed)
    else whole(on, spot, petals ? mix(picture.colours[0], '#4D3122', random.next() * 0.6) : colour, seed)
  }
  const all = Math.round((thickness[picture.leaf] * 2.2 * width * height) / 1_000_000 / scale ** 2)
  const [main, second] = picture.colours
  const spots: { x: number; y: number; depth: number }[] = []
  for (let index = 0; index < all; index++) {
    const x = left + random.next() * width
    const y = top + random.next() * height
    const depth = index / all
    // Upper layers lie closer to the middle of the heap, so its edge thins out leaf by leaf.
    if (random.next() < lie(x, y) * (1.2 - depth * 0.35)) spots.push({ x, y, depth })
  }
  for (const { x, y, depth } of spots) {
    const share = random.next()
    const base = share < 0.62 ? main : share < 0.9 ? second : mix(main, second, 0.5)
    const tone = lift(saturate(base, random.between(0.85, 1.15)), (depth - 0.78) * 0.26 + random.bell() * 0.045)
    draw(scene, { x, y, angle: random.next() * Math.PI * 2, scale: scale * random.between(0.85, 1.12) }, tone, random)
  }
}

/** Full inside, thinning towards the edge of a wandering circle. */
export function heap(x: number, y: number, rx: number, ry: number, random: Random, soft = 0.3): Density {
  const phases = [random.next() * 6.28, random.next() * 6.28, random.next() * 6.28]
  return (px, py) => {
    const angle = Math.atan2((py - y) / ry, (px - x) / rx)
    const edge =
      1 +
      0.08 * Math.sin(angle * 2 + phases[0]!) +
      0.06 * Math.sin(angle * 3 + phases[1]!) +
      0.04 * Math.sin(angle * 5 + phases[2]!)
    const far = Math.hypot((px - x) / rx, (py - y) / ry) / edge
    return far < 1 - soft ? 1 : far > 1.16 ? 0 : far > 1 ? 0.05 : (1 - far) / soft
  }
}

/** A dark bed under a thick heap, so that no table shows between the leaves. */
export function bed(
  scene: Scene,
  picture: LeafPicture,
  x: number,
  y: number,
  rx: number,
  ry: number,
  random: Random,
): void {
  const d = curve(blob(x, y, rx, ry, 0.08, random.next, 18), true)
  scene.shadow(d, '#8a7a66', 26)
  scene.shape(d, lift(saturate(mix(picture.colours[0], picture.colours[1], 0.2), 0.7), -0.24))
}

export const scaleOf = ({ leaf, small }: LeafPicture) =>
  small ? 0.5 : leaf === 'threads' || leaf === 'broken' ? 1.25 : leaf === 'pearls' || leaf === 'rolled' ? 1.3 : 1.4

/** The table from above: one quiet colour, lighter where the window's light falls. */
export function cloth(scene: Scene, tint: Tint): void {
  const ground = mix(tint.wall, tint.table, 0.25)
  scene.paint(`<rect width="1200" height="1500" fill="${ground}"/>`)
  scene.stipple(
    `<rect width="1200" height="1500" fill="${scene.gradient(
      [0, 0],
      [1200, 1500],
      [
        [0, '#8d8577', 0],
        [0.6, '#8d8577', 0],
        [1, '#7d6f62', 0.42],
      ],
    )}"/>`,
  )
}
