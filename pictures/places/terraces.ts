import { lift, mix } from '../colour.ts'
import type { Point } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { tree } from './growth.ts'
import { atDistance, fillBelow, mistBank, mountain, ridge, sky, teaRows } from './land.ts'
import { snowRange } from './peaks.ts'
import { birds, house, picker } from './people.ts'
import { choose, type DrawLandscape, type View } from './view.ts'

/** Hills wrapped in rows of tea: two that fold into each other, one round hill, or a valley between two slopes. */
export const terraces: DrawLandscape = (scene, view, random) => {
  backdrop(scene, view, random)
  choose(view.variant, [folded, roundHill, valley])(scene, view, random)
}

function backdrop(scene: Scene, { hour, country }: View, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.4)
  if (country === 'India' || country === 'Nepal') snowRange(scene, h * 0.36, h * 0.13, hour, random)
  for (let layer = 0; layer < 3; layer++)
    mountain(
      scene,
      ridge(w, h * (0.36 + layer * 0.07), h * (0.055 - layer * 0.006), 0.5, random),
      atDistance(hour, 0.16 + layer * 0.17),
      hour,
      hour.mist,
      true,
    )
  birds(scene, w * random.between(0.3, 0.7), h * 0.2, u * 0.016, atDistance(hour, 0.7), random)
}

const coats = ['#C8553A', '#3F6F8A', '#E2A33C', '#F0E4CC']

/** A slope's own ground, from its first row down. */
function ground(scene: Scene, slope: (share: number, x: number) => number, colour: string, lift: number): void {
  const { width: w } = scene
  scene.shape(
    fillBelow(
      Array.from({ length: 17 }, (_, index): Point => [(index / 16) * w, slope(0, (index / 16) * w) - lift]),
      scene,
    ),
    colour,
  )
}

const folded: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  const flip = random.chance(0.5) ? 1 : -1
  const hill = (top: number, bottom: number, lean: number, bow: number) => (share: number, x: number) => {
    const across = (x / w - 0.5) * 2 * flip
    return (
      h * (top + (bottom - top) * share ** 1.15) +
      h * lean * across * (1 - share * 0.4) +
      h * bow * Math.cos(across * 2.1 + 0.5) * -1
    )
  }
  const far = hill(0.53, 0.78, -0.07, 0.025)
  ground(scene, far, atDistance(hour, 0.62, hour.tea), 12)
  teaRows(
    scene,
    far,
    12,
    [u * 0.011, u * 0.022],
    [atDistance(hour, 0.6, hour.tea), atDistance(hour, 0.8, hour.tea)],
    random,
  )
  for (let index = 0; index < 3; index++)
    tree(scene, w * random.between(0.1, 0.9), far(0.02, w * 0.5) + h * 0.01, h * 0.07, atDistance(hour, 0.65), random)
  mistBank(scene, h * 0.68, h * 0.09, mix(hour.air, hour.sky[2], 0.7), 0.4 * hour.mist, random)
  const near = hill(0.72, 1.08, 0.1, 0.04)
  ground(scene, near, atDistance(hour, 0.9, hour.tea), 20)
  teaRows(scene, near, 10, [u * 0.026, u * 0.085], [atDistance(hour, 0.86, hour.tea), lift(hour.tea, -0.05)], random)
  for (const [at, share, tall] of [
    [0.19, 0.3, 0.075],
    [0.32, 0.17, 0.055],
  ] as const) {
    const x = w * (0.5 + flip * at)
    picker(scene, x, near(share, x) - h * 0.005, h * tall, random.pick(coats))
  }
}

const roundHill: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  const middle = w * random.pick([0.34, 0.66])
  const low = (share: number, x: number) => h * (0.6 + 0.2 * share) + h * 0.02 * Math.sin((x / w) * 5)
  ground(scene, low, atDistance(hour, 0.58, hour.tea), 12)
  teaRows(
    scene,
    low,
    8,
    [u * 0.01, u * 0.02],
    [atDistance(hour, 0.56, hour.tea), atDistance(hour, 0.72, hour.tea)],
    random,
  )
  mistBank(scene, h * 0.64, h * 0.08, mix(hour.air, hour.sky[2], 0.7), 0.4 * hour.mist, random)
  const dome = (share: number, x: number) =>
    h * (0.49 + 0.6 * share ** 1.2) + h * 1.1 * ((x - middle) / w) ** 2 * (1.25 - share)
  tree(scene, middle - u * 0.1, dome(0, middle - u * 0.1) + 8, h * 0.11, atDistance(hour, 0.8), random)
  house(
    scene,
    middle + u * 0.04,
    dome(0, middle) + 6,
    u * 0.13,
    mix('#6B5148', hour.air, 0.15),
    mix('#F4EDDC', hour.air, 0.1),
  )
  ground(scene, dome, atDistance(hour, 0.84, hour.tea), 14)
  teaRows(scene, dome, 15, [u * 0.018, u * 0.08], [atDistance(hour, 0.78, hour.tea), lift(hour.tea, -0.05)], random)
  for (const share of [0.2, 0.36, 0.48]) {
    const x = middle + w * random.between(-0.24, 0.24)
    picker(scene, x, dome(share, x) - h * 0.004, h * (0.04 + share * 0.06), random.pick(coats))
  }
}

const valley: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  scene.shape(`M0 ${h * 0.56}H${w}V${h}H0Z`, atDistance(hour, 0.55, hour.tea))
  mistBank(scene, h * 0.58, h * 0.1, mix(hour.air, hour.sky[2], 0.7), 0.5 * hour.mist, random)
  for (let layer = 0; layer < 3; layer++) {
    const left = layer % 2 === 0
    const near = 0.62 + layer * 0.14
    const top = 0.42 + layer * 0.13
    const slope = (share: number, x: number) => {
      const across = Math.max(0, left ? x / w : 1 - x / w)
      return h * (top + 0.34 * share) + h * (0.52 - layer * 0.1) * across ** 1.35 * (1 - share * 0.35)
    }
    const span: [number, number] = left ? [-40, w * (0.86 + layer * 0.08)] : [w * (0.14 - layer * 0.05), w + 40]
    ground(scene, slope, atDistance(hour, near, hour.tea), 10)
    teaRows(
      scene,
      slope,
      11 - layer,
      [u * (0.012 + layer * 0.009), u * (0.024 + layer * 0.026)],
      [atDistance(hour, near - 0.04, hour.tea), atDistance(hour, Math.min(1, near + 0.12), hour.tea)],
      random,
      span,
    )
    const x = w * (left ? random.between(0.06, 0.2) : random.between(0.8, 0.94))
    tree(scene, x, slope(0.04, x) + 6, h * (0.07 + layer * 0.025), atDistance(hour, near), random)
    if (layer > 0)
      picker(
        scene,
        left ? w * 0.4 : w * 0.62,
        slope(0.35, left ? w * 0.4 : w * 0.62),
        h * (0.04 + layer * 0.014),
        random.pick(coats),
      )
    mistBank(scene, h * (0.7 + layer * 0.1), h * 0.06, mix(hour.air, hour.sky[2], 0.7), 0.22 * hour.mist, random)
  }
}
