import { lift, mix } from '../colour.ts'
import { curve, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { TimeOfDay } from './sky.ts'

/** A row of bushes that runs to the horizon. */

export function bushRow(
  scene: Scene,
  [vx, vy]: Point,
  [left, right]: readonly [number, number],
  bottom: number,
  hour: TimeOfDay,
  random: Random,
): void {
  const steps = 26
  const leftEdge: Point[] = []
  const rightEdge: Point[] = []
  const ridgeLine: Point[] = []
  for (let index = 1; index <= steps; index++) {
    const share = (index / steps) ** 2.1
    const y = vy + (bottom - vy) * share
    const bump = 1 + (random.next() - 0.5) * 0.16
    const lx = vx + (left - vx) * share
    const rx = vx + (right - vx) * share
    const lift = (rx - lx) * 0.3
    const swell = ((rx - lx) / 2) * (bump - 1)
    leftEdge.push([lx - swell, y - lift * 0.4])
    rightEdge.push([rx + swell, y - lift * 0.4])
    ridgeLine.push([lx + (rx - lx) * 0.42, y - lift * bump])
  }
  const d = `${curve([[vx, vy], ...leftEdge])}${curve([...rightEdge].reverse()).replace(/^M/, 'L')}Z`
  const shadow = `${curve([[vx, vy], ...ridgeLine])}${curve([...rightEdge].reverse()).replace(/^M/, 'L')}Z`
  scene.shape(d, hour.tea, {
    paint: `<path d="${d}" fill="${scene.gradient(
      [0, vy],
      [0, bottom],
      [
        [0, mix(hour.air, hour.tea, 0.5)],
        [0.25, hour.tea],
        [1, lift(hour.tea, -0.05)],
      ],
    )}"/>`,
    shade: `<path d="${shadow}" fill="#6d8478" fill-opacity=".7"/>`,
    light: `<path d="${curve([[vx, vy], ...ridgeLine])}" fill="none" stroke="#fff0b8" stroke-width="7" stroke-opacity=".2"/>`,
  })
  let tips = ''
  for (const [x, y] of ridgeLine.slice(8)) {
    const size = ((y - vy) / (bottom - vy)) * 26
    for (let index = 0; index < 5; index++) {
      const [px, py] = [x + random.bell() * size * 3.2, y + random.bell() * size]
      tips += `M${px.toFixed(0)} ${py.toFixed(0)}l${(size * 0.25).toFixed(1)} ${(-size * 0.6).toFixed(1)}l${(size * 0.25).toFixed(1)} ${(size * 0.5).toFixed(1)}Z`
    }
  }
  scene.paint(`<path d="${tips}" fill="${lift(hour.tea, 0.09)}"/>`)
}
