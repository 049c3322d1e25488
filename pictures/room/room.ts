import { mix, type Tint } from '../colour.ts'
import { box, curve, ellipse, line, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { hangings, type Wall } from './walls.ts'

/** The room in which all still lifes stand: a wall, a table, light from the upper left. */

/** Where the table meets the wall in every upright picture. */
const tableLine = 1085

/** The corner of the tea room that all still lifes share: a wall, a table, light from the upper left. */
export function room(scene: Scene, tint: Tint, wall: Wall, random: Random, tableAt = tableLine): void {
  const { width, height } = scene
  scene.paint(`<rect width="${width}" height="${height}" fill="${tint.wall}"/>`)
  scene.stipple(
    `<rect width="${width}" height="${height}" fill="${scene.gradient(
      [0, 0],
      [width, height * 0.8],
      [
        [0, '#7d7468', 0],
        [0.62, '#7d7468', 0.02],
        [1, '#7d7468', 0.26],
      ],
    )}"/>`,
  )
  hangings[wall](scene, tint, random, tableAt)
  table(scene, tint, tableAt)
}

function table(scene: Scene, tint: Tint, at: number): void {
  const { width, height } = scene
  const top = box(-10, at, width + 20, height - at + 10)
  scene.shape(top, tint.table, {
    stipple: `<rect x="0" y="${at}" width="${width}" height="${height - at}" fill="${scene.gradient(
      [0, at],
      [width, height + 200],
      [
        [0, '#a08f78', 0],
        [0.55, '#a08f78', 0.04],
        [1, '#a08f78', 0.42],
      ],
    )}"/>`,
  })
  scene.paint(`<rect x="-10" y="${at}" width="${width + 20}" height="7" fill="${mix(tint.table, '#ffffff', 0.55)}"/>`)
  scene.shade(`<rect x="-10" y="${at - 5}" width="${width + 20}" height="5" fill="#a39684" fill-opacity=".4"/>`)
}

/** The shadow of a thing that stands on the table with its foot at (x, y). */
export function standShadow(scene: Scene, x: number, y: number, halfWidth: number, tall: number, flat = 0.16): void {
  const long = Math.min(tall * 0.62, 420)
  scene.shadow(
    curve(
      [
        [x - halfWidth * 0.9, y + halfWidth * flat * 0.3],
        [x - halfWidth * 0.2, y - halfWidth * flat],
        [x + halfWidth, y - halfWidth * flat * 0.9],
        [x + halfWidth + long, y - halfWidth * flat * 0.4 + 14],
        [x + halfWidth + long * 0.92, y + halfWidth * flat * 0.7 + 30],
        [x + halfWidth * 0.4, y + halfWidth * flat * 1.2 + 16],
        [x - halfWidth * 0.5, y + halfWidth * flat * 1.1 + 8],
      ],
      true,
    ),
    '#7a6a58',
    15,
  )
  scene.shade(
    `<path d="${ellipse(x + halfWidth * 0.06, y + 5, halfWidth * 1.03, halfWidth * flat + 7)}" fill="#6d5f50" fill-opacity=".62"/>`,
  )
}

/** A short line, for seams and rims. */
export const seam = (points: readonly Point[], colour: string, width: number, opacity = 1): string =>
  `<path d="${line(points)}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round"/>`
