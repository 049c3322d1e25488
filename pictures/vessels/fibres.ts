import { curve, line } from '../geometry.ts'
import type { Random } from '../random.ts'

/** The grain of bamboo and wood. */

export function fibres(random: Random, x: number, y: number, width: number, height: number, colour: string): string {
  let d = ''
  for (let at = x; at < x + width; at += random.between(8, 20))
    d += line([
      [at, y],
      [at + random.bell() * 3, y + height],
    ])
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-opacity=".6"/>`
}

export function fibresAcross(
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
): string {
  let d = ''
  for (let at = y; at < y + height; at += random.between(9, 20))
    d += curve([
      [x, at],
      [x + width * 0.4, at + random.bell() * 8],
      [x + width, at + random.bell() * 5],
    ])
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-opacity=".6"/>`
}
