import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { tree } from './growth.ts'
import { atDistance, fillBelow, mistBank, mountain, ridge, sky, teaRows, water } from './land.ts'
import { birds, bridge, house, picker, smoke } from './people.ts'
import type { TimeOfDay } from './sky.ts'
import { choose, type DrawLandscape, type View } from './view.ts'

/** Houses below mountains: in rows behind the tea, around a pond, or climbing a hill. */
export const village: DrawLandscape = (scene, view, random) => {
  const { width: w, height: h, unit: u } = scene
  const { hour } = view
  sky(scene, hour, random, h * 0.42)
  for (let layer = 0; layer < 3; layer++)
    mountain(
      scene,
      ridge(w, h * (0.35 + layer * 0.07), h * 0.06, 0.6, random),
      atDistance(hour, 0.18 + layer * 0.18),
      hour,
      hour.mist,
      true,
    )
  birds(scene, w * 0.42, h * 0.2, u * 0.015, atDistance(hour, 0.65), random)
  choose(view.variant, [inRows, roundPond, upHill])(scene, view, random)
}

const roofs = ['#4E5A5E', '#6B5148', '#7C4A3A']
const walls = ['#F4EDDC', '#E9D8B9', '#F2E4C8']

function home(scene: Scene, x: number, y: number, size: number, near: number, hour: TimeOfDay, random: Random): void {
  house(
    scene,
    x,
    y,
    size,
    mix(random.pick(roofs), hour.air, 0.42 - near * 0.3),
    mix(random.pick(walls), hour.air, 0.3 - near * 0.2),
  )
}

/** Rows of tea from `top` down to the lower edge, with somebody picking. */
function garden(scene: Scene, hour: TimeOfDay, top: number, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  const phase = random.next() * 3
  const slope = (share: number, x: number) =>
    h * (top + (1.07 - top) * share) + h * 0.045 * Math.sin((x / w) * 4 + phase)
  scene.shape(
    fillBelow(
      Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 18]),
      scene,
    ),
    atDistance(hour, 0.86, hour.tea),
  )
  teaRows(scene, slope, 9, [u * 0.022, u * 0.08], [atDistance(hour, 0.82, hour.tea), lift(hour.tea, -0.05)], random)
  const at = w * random.between(0.25, 0.75)
  picker(scene, at, slope(0.22, at), h * 0.062, random.pick(['#C8553A', '#3F6F8A', '#E2A33C']))
}

const inRows: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  scene.shape(`M0 ${h * 0.56}H${w}V${h}H0Z`, atDistance(hour, 0.66, hour.tea))
  for (let row = 0; row < 4; row++) {
    const share = row / 3
    const y = h * (0.575 + share * 0.13)
    const size = u * (0.11 + share * 0.075)
    const count = Math.round(((6 - row) * w) / u)
    for (let index = 0; index < count; index++) {
      const x = w * ((index + 0.5) / count) + random.bell() * w * 0.05
      if (random.chance(0.55))
        tree(
          scene,
          x + size * 0.7,
          y + 6,
          size * random.between(0.8, 1.3),
          atDistance(hour, 0.55 + share * 0.25),
          random,
        )
      home(scene, x, y, size * random.between(0.85, 1.15), share, hour, random)
    }
    mistBank(scene, y + h * 0.01, h * 0.03, mix(hour.air, hour.sky[2], 0.7), 0.3 * hour.mist, random)
  }
  smoke(scene, w * 0.36, h * 0.55, h * 0.2, hour)
  garden(scene, hour, 0.77, random)
}

const roundPond: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  scene.shape(`M0 ${h * 0.54}H${w}V${h}H0Z`, atDistance(hour, 0.62, hour.tea))
  const count = Math.round((6 * w) / u)
  for (let index = 0; index < count; index++)
    tree(
      scene,
      w * ((index + random.next()) / count),
      h * 0.575,
      h * random.between(0.08, 0.13),
      atDistance(hour, 0.5),
      random,
    )
  for (let index = 0; index < count - 1; index++)
    home(scene, w * ((index + 0.5) / (count - 1)), h * 0.6, u * random.between(0.16, 0.2), 0.7, hour, random)
  const shore = h * 0.615
  const pond = `M-20 ${shore}H${w + 20}V${h * 0.86}H-20Z`
  water(scene, pond, mix(hour.sky[1], hour.land, 0.18), shore, h * 0.84, random)
  // The houses stand on their heads in the water.
  for (let index = 0; index < count - 1; index++) {
    const x = w * ((index + 0.5) / (count - 1))
    scene.paint(
      `<path d="${ellipse(x, shore + h * 0.03, u * 0.07, h * 0.035)}" fill="${mix('#F4EDDC', hour.air, 0.3)}" fill-opacity=".55"/><path d="${ellipse(x, shore + h * 0.075, u * 0.085, h * 0.022)}" fill="${mix('#4E5A5E', hour.air, 0.3)}" fill-opacity=".45"/>`,
    )
  }
  bridge(scene, w * random.pick([0.34, 0.66]), h * 0.71, u * 0.5, mix('#B9AE9A', hour.air, 0.2))
  smoke(scene, w * 0.28, h * 0.52, h * 0.18, hour)
  garden(scene, hour, 0.84, random)
}

function upHillSlope(scene: Scene, { hour }: View, random: Random): (x: number) => number {
  const { width: w, height: h } = scene
  const flip = random.chance(0.5)
  const top = (x: number) => h * 0.42 + h * 0.3 * (flip ? x / w : 1 - x / w) ** 1.3
  const points: Point[] = Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, top((index / 11) * w)])
  scene.shape(`${curve(points)}L${w} ${h}L0 ${h}Z`, atDistance(hour, 0.62, hour.tea))
  return top
}

const upHill: DrawLandscape = (scene, view, random) => {
  const { width: w, height: h, unit: u } = scene
  const { hour } = view
  const top = upHillSlope(scene, view, random)
  for (let row = 0; row < 5; row++) {
    const count = Math.round(((5 - row * 0.4) * w) / u)
    for (let index = 0; index < count; index++) {
      const x = w * ((index + 0.5 + (row % 2) * 0.4) / count) + random.bell() * w * 0.03
      const y = top(x) + h * (0.045 + row * 0.072)
      if (y > h * 0.84) continue
      const size = u * (0.1 + row * 0.017)
      if (random.chance(0.45))
        tree(scene, x + size * 0.75, y + 4, size * random.between(0.9, 1.4), atDistance(hour, 0.5 + row * 0.08), random)
      home(scene, x, y, size * random.between(0.9, 1.1), 0.3 + row * 0.15, hour, random)
    }
  }
  smoke(scene, w * 0.5, top(w * 0.5) + h * 0.05, h * 0.17, hour)
  garden(scene, hour, 0.8, random)
}
