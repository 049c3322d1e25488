import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import { pine, tree } from './growth.ts'
import { atDistance, fillBelow, mountain, ridge, sky, teaRows, water } from './land.ts'
import { birds, boat, house } from './people.ts'
import type { TimeOfDay } from './sky.ts'
import { choose, type DrawLandscape } from './view.ts'

/** Tea by the water: rows above a bay, or an island in a lake. */
export const islandCoast: DrawLandscape = (scene, view, random) =>
  choose(view.variant, [bay, island])(scene, view, random)

function isle(scene: Scene, x: number, sea: number, reach: number, high: number, hour: TimeOfDay, near: number): void {
  const points: Point[] = [
    [x - reach, sea + 4],
    [x - reach * 0.6, sea - high * 0.5],
    [x - reach * 0.15, sea - high],
    [x + reach * 0.2, sea - high * 0.78],
    [x + reach * 0.6, sea - high * 0.5],
    [x + reach, sea + 4],
  ]
  scene.shape(`${curve(points)}Z`, atDistance(hour, near + 0.1), {
    shade: `<path d="${polygon([
      [x, sea - high],
      [x + reach, sea - high],
      [x + reach, sea + 20],
      [x + reach * 0.3, sea + 20],
    ])}" fill="#8fa0a6" fill-opacity=".45"/>`,
  })
  scene.paint(
    `<path d="${ellipse(x, sea + high * 0.14, reach * 0.8, high * 0.1)}" fill="${atDistance(hour, near)}" fill-opacity=".35"/>`,
  )
}

const bay: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  const sea = h * 0.46
  sky(scene, hour, random, sea)
  water(scene, `M-20 ${sea}H${w + 20}V${h + 20}H-20Z`, mix(hour.sky[0], hour.land, 0.3), sea, h * 0.95, random)
  isle(scene, w * 0.14, sea, w * 0.2, h * 0.1, hour, 0.2)
  isle(scene, w * 0.82, sea, w * 0.26, h * 0.15, hour, 0.32)
  isle(scene, w * 0.46, sea, w * 0.13, h * 0.05, hour, 0.26)
  boat(scene, w * random.between(0.35, 0.6), h * 0.56, u * 0.09, hour)
  birds(scene, w * 0.42, h * 0.25, u * 0.016, mix(hour.land, '#ffffff', 0.2), random)
  const flip = random.chance(0.5)
  const cliff = (share: number, x: number) => {
    const across = flip ? 1 - x / w : x / w
    return h * (0.64 + share * 0.42) + h * 0.24 * Math.max(0, across - 0.28) ** 1.1 * (1 - share * 0.5)
  }
  scene.shape(
    fillBelow(
      Array.from({ length: 14 }, (_, index): Point => [(index / 13) * w, cliff(0, (index / 13) * w) - 20]),
      scene,
    ),
    atDistance(hour, 0.86, hour.tea),
  )
  teaRows(scene, cliff, 11, [u * 0.02, u * 0.08], [atDistance(hour, 0.75, hour.tea), lift(hour.tea, -0.05)], random)
  for (let index = 0; index < 3; index++) {
    const x = w * (flip ? 0.78 + index * 0.09 : 0.05 + index * 0.08)
    pine(scene, x, cliff(0.03 + index * 0.03, x), h * random.between(0.14, 0.2), hour.land, random)
  }
}

const island: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  const far = h * 0.44
  sky(scene, hour, random, far)
  mountain(scene, ridge(w, far - h * 0.02, h * 0.05, 0.5, random), atDistance(hour, 0.2), hour, 0.6, true)
  mountain(scene, ridge(w, far, h * 0.022, 0.2, random), atDistance(hour, 0.34), hour, 0.4, true)
  water(scene, `M-20 ${far}H${w + 20}V${h + 20}H-20Z`, mix(hour.sky[1], hour.land, 0.22), far, h, random)
  const middle = w * random.pick([0.42, 0.58])
  const [foot, reach, high] = [h * 0.66, u * 0.4, h * 0.16]
  scene.paint(
    `<path d="${ellipse(middle, foot + h * 0.02, reach * 1.02, h * 0.05)}" fill="${atDistance(hour, 0.6)}" fill-opacity=".35"/>`,
  )
  const hill: Point[] = Array.from({ length: 11 }, (_, index): Point => {
    const across = index / 5 - 1
    return [middle + across * reach, foot - high * (1 - across ** 2) ** 0.8]
  })
  const d = `${curve(hill)}A${reach} ${h * 0.035} 0 0 1 ${middle - reach} ${foot}Z`
  house(
    scene,
    middle - u * 0.05,
    foot - high * 0.93,
    u * 0.1,
    mix('#6B5148', hour.air, 0.15),
    mix('#F4EDDC', hour.air, 0.1),
  )
  tree(scene, middle + u * 0.07, foot - high * 0.92, h * 0.09, atDistance(hour, 0.75), random)
  scene.shape(d, atDistance(hour, 0.8, hour.tea))
  scene.clipped(d, () =>
    teaRows(
      scene,
      (share, x) =>
        foot -
        high * (1 - Math.min(1, Math.abs(x - middle) / (reach * 1.04)) ** 2) ** 0.8 * (1 - share) +
        h * 0.03 * share,
      9,
      [u * 0.014, u * 0.036],
      [atDistance(hour, 0.7, hour.tea), atDistance(hour, 0.9, hour.tea)],
      random,
      [middle - reach, middle + reach],
    ),
  )
  for (const at of [-0.8, 0.75, 0.86])
    pine(scene, middle + at * reach, foot - high * 0.28, h * 0.1, atDistance(hour, 0.82), random)
  boat(scene, w * 0.24, h * 0.75, u * 0.15, hour)
  boat(scene, w * 0.78, h * 0.6, u * 0.08, hour)
  birds(scene, w * 0.36, h * 0.24, u * 0.016, atDistance(hour, 0.6), random)
  // Reeds and a branch at the near shore.
  let reeds = ''
  for (let index = 0; index < 70; index++) {
    const x = random.next() ** 1.6 * w * 0.6
    const tall = h * random.between(0.06, 0.17)
    reeds += curve([
      [x, h + 10],
      [x + random.bell() * 14, h - tall * 0.5],
      [x + random.bell() * 40 + 14, h - tall],
    ])
  }
  scene.paint(
    `<path d="${reeds}" fill="none" stroke="${lift(hour.land, 0.02)}" stroke-width="${u * 0.006}" stroke-linecap="round"/>`,
  )
  pine(scene, w * 0.94, h * 1.0, h * 0.4, lift(hour.land, -0.02), random)
}
