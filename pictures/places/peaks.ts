import { mix } from '../colour.ts'
import { curve, line, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { atDistance } from './land.ts'
import type { TimeOfDay } from './sky.ts'

/** Mountains one knows by their shape. */

export function snowPeak(scene: Scene, x: number, base: number, reach: number, tall: number, hour: TimeOfDay): void {
  const colour = atDistance(hour, 0.3, '#4E6478')
  const d = `${curve([
    [x - reach, base + 10],
    [x - reach * 0.5, base - tall * 0.36],
    [x - reach * 0.16, base - tall * 0.86],
    [x - reach * 0.06, base - tall],
    [x + reach * 0.06, base - tall * 0.99],
    [x + reach * 0.18, base - tall * 0.84],
    [x + reach * 0.52, base - tall * 0.34],
    [x + reach, base + 10],
  ])}Z`
  const snow = polygon([
    [x - reach * 0.3, base - tall * 0.62],
    [x - reach * 0.06, base - tall * 1.1],
    [x + reach * 0.08, base - tall * 1.1],
    [x + reach * 0.33, base - tall * 0.6],
    [x + reach * 0.2, base - tall * 0.68],
    [x + reach * 0.12, base - tall * 0.55],
    [x + reach * 0.02, base - tall * 0.7],
    [x - reach * 0.08, base - tall * 0.52],
    [x - reach * 0.17, base - tall * 0.7],
  ])
  scene.shape(d, colour, {
    paint: `<path d="${snow}" fill="#FBF6EA"/>`,
    shade: `<path d="${polygon([
      [x + reach * 0.02, base - tall * 1.1],
      [x + reach, base - tall],
      [x + reach, base + 20],
      [x + reach * 0.2, base + 20],
    ])}" fill="#9aa7b4" fill-opacity=".5"/>`,
  })
}

export function tableMountain(
  scene: Scene,
  x: number,
  base: number,
  reach: number,
  tall: number,
  colour: string,
): void {
  const d = polygon([
    [x - reach, base + 20],
    [x - reach * 0.66, base - tall * 0.5],
    [x - reach * 0.56, base - tall],
    [x + reach * 0.5, base - tall * 1.02],
    [x + reach * 0.6, base - tall * 0.5],
    [x + reach, base + 20],
  ])
  let gullies = ''
  for (let index = 0; index < 9; index++)
    gullies += polygon([
      [x - reach * 0.5 + index * reach * 0.12, base - tall * 0.98],
      [x - reach * 0.46 + index * reach * 0.12, base - tall * 0.98],
      [x - reach * 0.42 + index * reach * 0.13, base - tall * 0.3],
    ])
  scene.shape(d, colour, {
    shade: `<path d="${gullies}" fill="#9a7a72" fill-opacity=".5"/><path d="${polygon([
      [x + reach * 0.3, base - tall * 1.1],
      [x + reach, base - tall],
      [x + reach, base + 20],
      [x + reach * 0.45, base + 20],
    ])}" fill="#9a7a72" fill-opacity=".5"/>`,
  })
}

/** A far range under snow, from edge to edge. */
export function snowRange(scene: Scene, base: number, tall: number, hour: TimeOfDay, random: Random): void {
  const { width: w } = scene
  const count = Math.round((5 * w) / scene.unit)
  const points: Point[] = []
  for (let index = 0; index <= count * 2; index++)
    points.push([
      ((index + random.bell() * 0.25) / (count * 2)) * (w + 120) - 60,
      base - tall * (index % 2 ? random.between(0.66, 1.05) : random.between(0.3, 0.52)),
    ])
  const rock = mix(hour.air, '#5F7590', 0.42)
  scene.shape(`${line(points)}L${w + 60} ${base + tall}L-60 ${base + tall}Z`, rock)
  let snow = ''
  let shade = ''
  for (let index = 1; index < points.length - 1; index += 2) {
    const [px, py] = points[index]!
    const [lx, ly] = points[index - 1]!
    const [nx, ny] = points[index + 1]!
    const on = (ax: number, ay: number, share: number): Point => [px + (ax - px) * share, py + (ay - py) * share]
    const cap = random.between(0.6, 0.85)
    const [left, right] = [on(lx, ly, cap), on(nx, ny, cap * 0.9)]
    const step = (right[0] - left[0]) / 6
    snow += polygon([
      [px, py],
      right,
      [right[0] - step, right[1] + tall * 0.1],
      [right[0] - step * 2, right[1] - tall * 0.02],
      [px + step * 0.1, right[1] + tall * 0.16],
      [left[0] + step * 1.8, left[1] + tall * 0.02],
      [left[0] + step, left[1] + tall * 0.1],
      left,
    ])
    shade += polygon([
      [px, py],
      [nx, ny],
      [nx + tall * 0.1, base + tall * 0.3],
      [px + tall * 0.12, base + tall * 0.3],
      [px - tall * 0.04, py + tall * 0.46],
      [px + tall * 0.06, py + tall * 0.26],
    ])
  }
  scene.paint(`<path d="${snow}" fill="${mix('#FDFAF2', hour.air, 0.12)}"/>`)
  const fading = scene.gradient(
    [0, base - tall],
    [0, base + tall * 0.28],
    [
      [0, '#9fb0c4', 0.6],
      [0.6, '#9fb0c4', 0.45],
      [1, '#9fb0c4', 0],
    ],
  )
  scene.shade(`<path d="${shade}" fill="${fading}"/>`)
}
