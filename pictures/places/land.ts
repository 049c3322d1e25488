import { lift, mix } from '../colour.ts'
import { curve, ellipse, line, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { TimeOfDay } from './sky.ts'

/** The ground of landscapes: sky, ridges, mist, tea rows, water. Sizes follow the scene. */

/** A colour at a distance: 0 is as far as the eye goes, 1 is here. */
export const atDistance = (hour: TimeOfDay, near: number, colour = hour.land): string => mix(hour.air, colour, near)

export function sky(scene: Scene, hour: TimeOfDay, random: Random, horizon: number): void {
  const { width, height } = scene
  scene.paint(`<rect width="${width}" height="${height}" fill="${hour.sky[2]}"/>`)
  scene.paint(
    `<rect width="${width}" height="${horizon * 1.1}" fill="${scene.gradient(
      [0, 0],
      [0, horizon * 1.1],
      [
        [0, hour.sky[0]],
        [0.5, hour.sky[1]],
        [1, hour.sky[2]],
      ],
    )}"/>`,
  )
  const [x, y] = [width * hour.sunAt[0], height * hour.sunAt[1]]
  const reach = Math.min(width, height) * 0.075
  scene.light(
    `<circle cx="${x}" cy="${y}" r="${reach * 3.4}" fill="${scene.glow(x, y, reach * 3.4, [
      [0, '#fff1cf', 0.55],
      [1, '#fff1cf', 0],
    ])}"/>`,
  )
  scene.paint(`<circle cx="${x}" cy="${y}" r="${reach}" fill="${hour.sun}"/>`)
  for (let index = 0; index < 5; index++)
    cloud(
      scene,
      random.next() * width,
      horizon * random.between(0.12, 0.75),
      width * random.between(0.1, 0.24),
      mix(hour.sky[2], '#ffffff', 0.35),
      random,
    )
}

/** A flat-bottomed bar of cloud. */
function cloud(scene: Scene, x: number, y: number, reach: number, colour: string, random: Random): void {
  const top: Point[] = Array.from(
    { length: 7 },
    (_, index): Point => [
      x - reach + (index / 6) * reach * 2,
      y - Math.sin((index / 6) * Math.PI) * reach * random.between(0.1, 0.24),
    ],
  )
  scene.paint(
    `<path d="${curve(top)}L${x + reach * 0.8} ${y + 7}L${x - reach * 0.7} ${y + 7}Z" fill="${colour}" fill-opacity=".6"/>`,
  )
}

/** A mountain ridge from edge to edge; `sharp` 0 gives downs, 1 gives peaks. Answers its line. */
export function ridge(width: number, base: number, swing: number, sharp: number, random: Random, steps = 16): Point[] {
  let height = random.bell()
  const raw: number[] = []
  for (let index = 0; index <= steps; index++) {
    height = height * 0.55 + random.bell() * 0.9
    raw.push(height)
  }
  const points: Point[] = []
  for (let index = 0; index <= steps; index++) {
    const x = -40 + (index / steps) * (width + 80)
    points.push([x, base - raw[index]! * swing])
    if (sharp > 0 && index < steps) {
      const next = raw[index + 1]!
      const share = random.between(0.35, 0.65)
      const rough = (raw[index]! + (next - raw[index]!) * share) * swing + random.bell() * swing * 0.34 * sharp
      points.push([x + (share * (width + 80)) / steps, base - rough])
    }
  }
  return points
}

export const fillBelow = (points: readonly Point[], scene: Scene, soft = true): string =>
  `${soft ? curve(points) : line(points)}L${scene.width + 60} ${scene.height + 20}L-60 ${scene.height + 20}Z`

/** The flanks that turn from the sun: right of every peak down to the next dip, fading towards the foot. */
function facets(scene: Scene, points: readonly Point[], low: number, dark: string): string {
  let svg = ''
  for (let index = 1; index + 1 < points.length; index++) {
    const peak = points[index]!
    if (peak[1] >= points[index - 1]![1] || peak[1] >= points[index + 1]![1]) continue
    let dip = index + 1
    while (dip + 1 < points.length && points[dip + 1]![1] > points[dip]![1]) dip++
    const drop = Math.max(60, (low - peak[1]) * 0.95)
    const [px, py] = peak
    const [dx] = points[dip]!
    const flank: Point[] = [
      [dx + drop * 0.12, py + drop],
      [px + drop * 0.2, py + drop],
      [px + drop * 0.02, py + drop * 0.62],
      [px + drop * 0.1, py + drop * 0.36],
      [px - drop * 0.03, py + drop * 0.16],
    ]
    const fill = scene.gradient(
      [0, py],
      [0, py + drop],
      [
        [0, dark, 0.52],
        [0.45, dark, 0.34],
        [1, dark, 0],
      ],
    )
    svg += `<path d="${curve(points.slice(index, dip + 1))}${line(flank).replace(/^M/, 'L')}Z" fill="${fill}"/>`
  }
  return svg
}

/** A ridge with light on the slopes that face the sun and mist in its foot. */
export function mountain(
  scene: Scene,
  points: readonly Point[],
  colour: string,
  hour: TimeOfDay,
  mist: number,
  soft: boolean,
): void {
  const d = fillBelow(points, scene, soft)
  const low = Math.max(...points.map(([, y]) => y))
  const high = Math.min(...points.map(([, y]) => y))
  scene.shape(d, colour, {
    shade: facets(scene, points, low, lift(colour, 0.1)),
    stipple: `<rect x="-60" y="${high}" width="${scene.width + 120}" height="${low - high + 160}" fill="${scene.gradient(
      [0, high],
      [0, low + 60],
      [
        [0, '#55606a', 0.34],
        [1, '#55606a', 0],
      ],
    )}"/>`,
  })
  if (mist > 0) {
    const top = low - (low - high) * 0.35
    scene.inside(d, {
      paint: `<rect x="-60" y="${top}" width="${scene.width + 120}" height="${scene.height}" fill="${scene.gradient(
        [0, top],
        [0, low + 190],
        [
          [0, mix(hour.air, hour.sky[2], 0.6), 0],
          [1, mix(hour.air, hour.sky[2], 0.7), mist],
        ],
      )}"/>`,
    })
  }
}

/** A long bank of mist with a soft top and bottom. */
export function mistBank(
  scene: Scene,
  y: number,
  thick: number,
  colour: string,
  opacity: number,
  random: Random,
): void {
  const { width } = scene
  for (let index = 0; index < 3; index++) {
    const cx = random.between(-0.1, 1.1) * width
    const rx = width * random.between(0.35, 0.7)
    const ry = thick * random.between(0.35, 0.6)
    scene.paint(
      `<path d="${ellipse(cx, y + random.bell() * thick * 0.3, rx, ry)}" fill="${colour}" fill-opacity="${opacity}" filter="${scene.blur(Math.round(thick * 0.22))}"/>`,
    )
  }
}

/**
 * Rows of clipped tea bushes on a slope. `slope(share)` gives the line of the row at depth `share` (0 far, 1 near) as a
 * height for each x; nearer rows are thicker.
 */
export function teaRows(
  scene: Scene,
  slope: (share: number, x: number) => number,
  rows: number,
  [far, near]: readonly [number, number],
  colours: readonly [string, string],
  random: Random,
  span: readonly [number, number] = [-40, scene.width + 40],
): void {
  for (let row = 0; row < rows; row++) {
    const share = row / Math.max(1, rows - 1)
    const thick = far + (near - far) * share ** 1.5
    const colour = lift(mix(colours[0], colours[1], share), random.bell() * 0.018)
    const step = Math.max(9, thick * 0.62)
    const top: Point[] = []
    for (let x = span[0]; x <= span[1]; x += step)
      top.push([x, slope(share, x) - thick * (0.88 + random.next() * 0.26)])
    const bottom = top.map(([x]): Point => [x, slope(share, x) + thick * 0.34]).reverse()
    const body = `${curve(top)}${line(bottom).replace(/^M/, 'L')}Z`
    scene.shape(body, colour)
    scene.shade(
      `<path d="${curve(top.map(([x, y]): Point => [x, y + thick * 0.62]))}${line(bottom).replace(/^M/, 'L')}Z" fill="${mix(lift(colour, -0.06), '#6f8379', 0.5)}" fill-opacity=".8"/>`,
    )
    if (thick > 10) {
      let tips = ''
      for (let x = span[0]; x < span[1]; x += step * 0.55) {
        const y = slope(share, x) - thick * random.between(0.55, 0.98)
        tips += `M${x.toFixed(0)} ${y.toFixed(0)}l${(thick * 0.1).toFixed(1)} ${(-thick * 0.24).toFixed(1)}l${(thick * 0.11).toFixed(1)} ${(thick * 0.2).toFixed(1)}Z`
      }
      scene.paint(`<path d="${tips}" fill="${lift(colour, 0.09)}"/>`)
    }
    scene.light(
      `<path d="${curve(top.map(([x, y]): Point => [x, y + thick * 0.1]))}" fill="none" stroke="#fff0b8" stroke-width="${Math.max(2, thick * 0.15)}" stroke-opacity=".3" stroke-linecap="round"/>`,
    )
  }
}

/** Still water with bars of light. */
export function water(scene: Scene, d: string, colour: string, top: number, bottom: number, random: Random): void {
  const { width } = scene
  let bars = ''
  for (let index = 0; index < 46; index++) {
    const share = random.next() ** 1.4
    const y = top + (bottom - top) * share
    const long = width * (0.03 + 0.13 * share) * random.between(0.5, 1.3)
    bars += ellipse(random.next() * width, y, long, 1.6 + share * 3.4)
  }
  scene.shape(d, colour, {
    paint: `<rect x="-60" y="${top}" width="${width + 120}" height="${bottom - top + 60}" fill="${scene.gradient(
      [0, top],
      [0, bottom],
      [
        [0, lift(colour, 0.1)],
        [1, lift(colour, -0.04)],
      ],
    )}"/><path d="${bars}" fill="${lift(colour, 0.13)}" fill-opacity=".7"/>`,
  })
}
