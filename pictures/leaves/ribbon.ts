import { curve, type Point, turn } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** Single dry leaves, seen from above, lit from the upper left. */

/** Single dry leaves, seen from above, lit from the upper left. */
type Spot = { readonly x: number; readonly y: number; readonly angle: number; readonly scale: number }

export type DrawLeaf = (scene: Scene, spot: Spot, colour: string, random: Random) => void

/** Towards the light. */
const lamp: Point = [-0.6, -0.8]

export const fallen = '#7E6A57'

export const place = (points: readonly Point[], { x, y, angle, scale }: Spot): Point[] =>
  points.map((point) => {
    const [px, py] = turn([point[0] * scale, point[1] * scale], angle)
    return [x + px, y + py]
  })

export const dropped = (points: readonly Point[], far: number): Point[] =>
  points.map(([x, y]) => [x + far * 0.62, y + far])

type Ribbon = {
  readonly spine: readonly Point[]
  readonly wide: (along: number) => number
  readonly far?: number
  readonly vein?: string
  readonly veinWidth?: number
  readonly gloss?: number
}

/** A leaf with a spine: body, the half turned from the light in shade, a lit edge, perhaps a vein. */
export function ribbon(scene: Scene, spot: Spot, colour: string, leaf: Ribbon): void {
  const spine = place(leaf.spine, spot)
  const last = spine.length - 1
  const normals = spine.map((_, index): Point => {
    const before = spine[Math.max(0, index - 1)]!
    const after = spine[Math.min(last, index + 1)]!
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
    const length = Math.hypot(dx, dy) || 1
    return [-dy / length, dx / length]
  })
  const middle = normals[last >> 1]!
  const lit = middle[0] * lamp[0] + middle[1] * lamp[1] > 0 ? 1 : -1
  const side = (sign: number, share: number): Point[] =>
    spine.map((point, index) => {
      const reach = leaf.wide(index / last) * spot.scale * share * sign
      return [point[0] + normals[index]![0] * reach, point[1] + normals[index]![1] * reach]
    })
  const bright = side(lit, 1)
  const dull = side(-lit, 1)
  const around = [...bright, ...[...dull].reverse()]
  const body = curve(around, true)
  scene.shade(
    `<path d="${curve(dropped(around, (leaf.far ?? 9) * spot.scale), true)}" fill="${fallen}" fill-opacity=".62"/>`,
  )
  scene.shape(body, colour)
  scene.shade(
    `<path d="${curve([...side(-lit, 0.12), ...[...dull].reverse()], true)}" fill="#5d6a70" fill-opacity=".5"/>`,
  )
  const gloss = leaf.gloss ?? 0.3
  scene.light(
    `<path d="${curve([...bright.slice(1, -1), ...side(lit, 0.45).slice(1, -1).reverse()], true)}" fill="#fff3d6" fill-opacity="${gloss * 0.6}"/>`,
  )
  if (leaf.vein) {
    scene.paint(
      `<path d="${curve(spine.slice(0, -1))}" fill="none" stroke="${leaf.vein}" stroke-width="${(leaf.veinWidth ?? 2) * spot.scale}" stroke-linecap="round"/>`,
    )
  }
}

/** A spine of given length that bends by `bend` (radians in all) and wavers. */
export function spineOf(random: Random, length: number, bend: number, waver: number, steps = 7): Point[] {
  const points: Point[] = []
  let [x, y, angle] = [0, 0, -bend / 2]
  for (let index = 0; index < steps; index++) {
    points.push([x, y])
    x += (Math.cos(angle) * length) / (steps - 1)
    y += (Math.sin(angle) * length) / (steps - 1)
    angle += bend / (steps - 1) + random.bell() * waver
  }
  return points.map(([px, py]) => [px - x / 2, py - y / 2])
}

export const spindle =
  (width: number, blunt = 0.5) =>
  (along: number) =>
    width * Math.max(0.06, Math.sin(Math.PI * Math.min(1, along * 0.94 + 0.04)) ** blunt)
