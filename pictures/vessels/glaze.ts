import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point, type Profile, profileAt, turned } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** How clay, glaze, steel and glass take the light of the window. */

/** What a vessel is made of decides how it takes the light. */
export type Skin = 'porcelain' | 'stoneware' | 'clay' | 'metal' | 'glass' | 'wood'

/** How deep an ellipse is for each half width: the eye is a little above the table. */
export const flat = 0.15

const gleams: Readonly<Record<Skin, number>> = {
  porcelain: 0.85,
  stoneware: 0.42,
  clay: 0.24,
  metal: 0.7,
  glass: 0.8,
  wood: 0.2,
}
const shades: Readonly<Record<Skin, number>> = {
  porcelain: 0.42,
  stoneware: 0.72,
  clay: 0.8,
  metal: 0.8,
  glass: 0.2,
  wood: 0.8,
}

/** A shape turned on a wheel, its foot at (0, 0), with shade, gleam and a reflection of the window. */
export function thrown(scene: Scene, profile: Profile, colour: string, skin: Skin, paint = ''): string {
  const reach = Math.max(...profile.map(({ r }) => r))
  const d = turned(0, profile, flat)
  const top = profile[0]!.y
  const bottom = profile[profile.length - 1]!.y
  const strength = shades[skin]
  const dark = mix(skin === 'metal' ? '#453f3c' : '#594c48', colour, 0.22)
  scene.shape(d, colour, {
    paint,
    stipple: `<rect x="-900" y="-1400" width="1800" height="1800" fill="${scene.gradient(
      [-reach, 0],
      [reach, 0],
      [
        [0, dark, 0.45 * strength],
        [0.1, dark, 0.16 * strength],
        [0.28, dark, 0],
        [0.5, dark, 0.08 * strength],
        [0.76, dark, 0.55 * strength],
        [0.92, dark, 0.95 * strength],
        [1, dark, 0.7 * strength],
      ],
    )}"/><rect x="-900" y="-1400" width="1800" height="1800" fill="${scene.gradient(
      [0, top],
      [0, bottom + reach * flat],
      [
        [0, dark, 0],
        [0.6, dark, 0],
        [1, dark, 0.62 * strength],
      ],
    )}"/>`,
    light: reflection(profile, gleams[skin], skin),
  })
  return d
}

/** The window mirrored in the left shoulder: two panes that follow the swelling. */
function reflection(profile: Profile, strength: number, skin: Skin): string {
  const top = profile[0]!.y
  const bottom = profile[profile.length - 1]!.y
  const tall = bottom - top
  const strip = (from: number, to: number, left: number, right: number): string => {
    const rows = Array.from({ length: 7 }, (_, index) => top + tall * (from + ((to - from) * index) / 6))
    const a = rows.map((y): Point => [-profileAt(profile, y) * left, y])
    const b = rows.map((y): Point => [-profileAt(profile, y) * right, y]).reverse()
    return `${curve(a)}${curve(b).replace(/^M/, 'L')}Z`
  }
  if (skin === 'clay' || skin === 'wood')
    return `<path d="${strip(0.12, 0.6, 0.72, 0.5)}" fill="#ffe9cf" fill-opacity="${strength}"/>`
  return (
    `<path d="${strip(0.12, 0.36, 0.74, 0.56)}${strip(0.4, 0.66, 0.76, 0.58)}" fill="#fff" fill-opacity="${strength}"/>` +
    `<path d="${strip(0.14, 0.36, 0.5, 0.41)}${strip(0.4, 0.62, 0.52, 0.43)}" fill="#fff" fill-opacity="${strength * 0.55}"/>` +
    `<path d="${strip(0.25, 0.9, -0.93, -0.9)}" fill="#fff" fill-opacity="${strength * 0.32}"/>`
  )
}

/** The open mouth of a vessel, perhaps with tea in it. */
export function mouth(scene: Scene, y: number, reach: number, colour: string, liquor?: string, level = 0.24): void {
  const depth = reach * flat
  const lip = ellipse(0, y, reach, depth)
  scene.shape(lip, lift(colour, 0.05), {
    light: `<path d="${lip}" fill="#fff" fill-opacity=".4"/><path d="${ellipse(reach * 0.03, y + 2.5, reach * 0.965, depth * 0.93)}" fill="#000"/>`,
  })
  const inner = ellipse(0, y + 1, reach * 0.95, depth * 0.88)
  scene.shape(inner, lift(colour, -0.1), {
    stipple: `<path d="${inner}" fill="${scene.gradient(
      [-reach, 0],
      [reach, 0],
      [
        [0, '#594c48', 0.6],
        [0.7, '#594c48', 0.1],
        [1, '#594c48', 0],
      ],
    )}"/>`,
  })
  if (liquor) surface(scene, inner, y + depth * level, reach * 0.93, depth * 0.9, liquor)
}

/** Tea in a vessel: deeper towards the near edge, a bright rim, the window in it. */
export function surface(scene: Scene, within: string, y: number, rx: number, ry: number, liquor: string): void {
  scene.clipped(within, () => {
    const d = ellipse(0, y, rx, ry)
    scene.shape(d, liquor, {
      paint: `<path d="${d}" fill="${scene.gradient(
        [-rx, y - ry],
        [rx, y + ry],
        [
          [0, lift(liquor, -0.1)],
          [0.45, liquor],
          [1, lift(mix(liquor, '#FFE9A8', 0.2), 0.05)],
        ],
      )}"/>`,
      light:
        `<path d="${ellipse(-rx * 0.34, y - ry * 0.2, rx * 0.3, ry * 0.26)}" fill="#fff7df" fill-opacity=".5"/>` +
        `<path d="${ellipse(rx * 0.42, y + ry * 0.42, rx * 0.16, ry * 0.09)}" fill="#fff7df" fill-opacity=".3"/>`,
    })
    scene.light(
      `<path d="${ellipse(0, y, rx, ry)}${ellipse(0, y - ry * 0.05, rx * 0.965, ry * 0.9)}" fill-rule="evenodd" fill="#ffefc0" fill-opacity=".65"/>`,
    )
  })
}

/** Steam that rises in two or three slow ribbons from (x, y). */
export function steam(scene: Scene, x: number, y: number, tall: number, random: Random, strength = 0.5): void {
  for (let ribbon = 0; ribbon < 3; ribbon++) {
    const lean = random.between(-0.15, 0.3)
    const phase = random.next() * 6.28
    const wide = random.between(16, 32)
    const from = x + (ribbon - 1) * 46 + random.bell() * 14
    const high = tall * random.between(0.65, 1)
    const centre = Array.from({ length: 9 }, (_, index): [number, number, number] => {
      const along = index / 8
      return [
        from + Math.sin(phase + along * 5.2) * 34 * along + lean * along * high * 0.4,
        y - along * high,
        wide * Math.sin(Math.PI * (0.08 + along * 0.9)),
      ]
    })
    const d = `${curve(centre.map(([px, py, w]): Point => [px - w, py]))}${curve(centre.map(([px, py, w]): Point => [px + w, py - 12]).reverse()).replace(/^M/, 'L')}Z`
    const fill = scene.gradient(
      [0, y],
      [0, y - high],
      [
        [0, '#fff', 0],
        [0.18, '#fff', strength],
        [0.6, '#fff', strength * 0.55],
        [1, '#fff', 0],
      ],
    )
    scene.light(`<path d="${d}" fill="${fill}" filter="${scene.blur(9)}"/>`)
  }
}

/** A run of glaze: everything above a wavy line takes another colour. */
export function dip(profile: Profile, share: number, colour: string, random: Random): string {
  const top = profile[0]!.y
  const bottom = profile[profile.length - 1]!.y
  const at = top + (bottom - top) * share
  const reach = Math.max(...profile.map(({ r }) => r)) + 20
  const edge: Point[] = Array.from(
    { length: 17 },
    (_, index): Point => [
      -reach + (index / 16) * reach * 2,
      at +
        reach * flat * Math.sqrt(Math.max(0, 1 - ((index - 8) / 8) ** 2)) +
        random.bell() * 17 +
        (index % 3 === 1 ? random.between(0, 46) : 0),
    ],
  )
  const upper = `${curve(edge)}L${reach} ${top - 80}L${-reach} ${top - 80}Z`
  const lower = `${curve(edge.map(([x, y]): Point => [x, y + 9]))}L${reach} ${top - 80}L${-reach} ${top - 80}Z`
  return `<path d="${lower}" fill="${lift(colour, -0.12)}" fill-opacity=".6"/><path d="${upper}" fill="${colour}"/>`
}

/** Specks of iron in a stoneware glaze. */
export function specks(reach: number, top: number, count: number, colour: string, random: Random): string {
  let d = ''
  for (let index = 0; index < count; index++)
    d += ellipse(random.between(-reach, reach), random.between(top, 20), random.between(1, 3.4), random.between(1, 3))
  return `<path d="${d}" fill="${colour}" fill-opacity=".5"/>`
}

/** Rings that a potter's fingers leave. */
export function rings(profile: Profile, count: number, colour: string, opacity = 0.35): string {
  const top = profile[0]!.y
  const bottom = profile[profile.length - 1]!.y
  let d = ''
  for (let index = 1; index <= count; index++) {
    const y = top + ((bottom - top) * index) / (count + 1)
    const r = profileAt(profile, y)
    d += `M${-r} ${y}A${r} ${r * flat} 0 0 0 ${r} ${y}`
  }
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="4" stroke-opacity="${opacity}"/>`
}

/** A tube along a curve that tapers: spouts, handles. */
export function tube(
  scene: Scene,
  spine: readonly Point[],
  widths: readonly [number, number],
  colour: string,
  skin: Skin,
): void {
  const last = spine.length - 1
  const edges = (share: number) =>
    spine.map((point, index): Point => {
      const before = spine[Math.max(0, index - 1)]!
      const after = spine[Math.min(last, index + 1)]!
      const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1
      const wide = (widths[0] + (widths[1] - widths[0]) * (index / last)) * share
      return [point[0] + (-(after[1] - before[1]) / length) * wide, point[1] + ((after[0] - before[0]) / length) * wide]
    })
  const band = (from: number, to: number) => `${curve(edges(from))}${curve(edges(to).reverse()).replace(/^M/, 'L')}Z`
  const heading = spine[last]![0] - spine[0]![0]
  // The side of the tube that looks up and left is the bright one.
  const up = heading < 0 ? 1 : -1
  scene.shape(band(1, -1), colour)
  scene.shade(`<path d="${band(-up * 0.15, -up)}" fill="#594c48" fill-opacity="${0.5 * shades[skin]}"/>`)
  scene.light(`<path d="${band(up * 0.3, up * 0.66)}" fill="#fff" fill-opacity="${gleams[skin] * 0.5}"/>`)
}
