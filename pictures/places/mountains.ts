import { lift, mix } from '../colour.ts'
import { curve, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { pine } from './growth.ts'
import { atDistance, fillBelow, mistBank, mountain, ridge, sky, teaRows } from './land.ts'
import { birds, pavilion } from './people.ts'
import type { TimeOfDay } from './sky.ts'
import { choose, type DrawLandscape } from './view.ts'

/** Steep mountains in mist: ridge behind ridge, pillars of rock, or crags over a sea of cloud. */
export const mistMountain: DrawLandscape = (scene, view, random) =>
  choose(view.variant, [ridges, pillars, cloudSea])(scene, view, random)

const veilOf = (hour: TimeOfDay) => mix(hour.air, hour.sky[2], 0.72)

/** Rows of tea along the lower edge of the picture. */
function foreground(scene: Scene, hour: TimeOfDay, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  const bow = random.pick([-1, 1])
  const slope = (share: number, x: number) => h * (0.86 + 0.22 * share) - h * 0.05 * bow * Math.sin((x / w) * 3 + 0.6)
  scene.shape(
    fillBelow(
      Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 16]),
      scene,
    ),
    atDistance(hour, 0.86, hour.tea),
  )
  teaRows(scene, slope, 7, [u * 0.022, u * 0.07], [atDistance(hour, 0.8, hour.tea), lift(hour.tea, -0.06)], random)
}

const ridges: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.5)
  for (let layer = 0; layer < 5; layer++) {
    const base = h * (0.3 + layer * 0.115)
    mountain(
      scene,
      ridge(w, base, h * (0.1 - layer * 0.008), 1, random, 9 + layer * 2),
      atDistance(hour, 0.14 + layer * 0.16),
      hour,
      Math.min(1, hour.mist + 0.3),
      layer > 3,
    )
    if (layer > 0) mistBank(scene, base + h * 0.07, h * 0.08, veilOf(hour), 0.6, random)
    if (layer === 3)
      for (let index = 0; index < 9; index++)
        pine(scene, random.next() * w, base + h * 0.06, h * random.between(0.05, 0.09), atDistance(hour, 0.72), random)
  }
  birds(scene, w * 0.6, h * 0.16, u * 0.015, atDistance(hour, 0.65), random)
  foreground(scene, hour, random)
  pine(scene, w * random.pick([0.1, 0.88]), h * 0.97, h * 0.34, lift(hour.land, -0.02), random)
}

const pillars: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.6)
  mountain(scene, ridge(w, h * 0.42, h * 0.06, 0.6, random), atDistance(hour, 0.14), hour, 1, true)
  const sides = random.chance(0.5) ? [0.22, 0.68, 0.1] : [0.78, 0.32, 0.92]
  for (let layer = 0; layer < 4; layer++) {
    const count = layer < 2 ? 5 - layer : 1
    for (let index = 0; index < count; index++) {
      const x =
        layer < 2
          ? w * ((index + 0.5) / count + random.bell() * 0.07)
          : w * sides[layer - 1]! + random.bell() * u * 0.04
      const foot = h * (0.64 + layer * 0.09)
      const top = h * (0.36 - layer * 0.03) - h * random.between(-0.05, 0.08)
      pillar(
        scene,
        x,
        foot,
        top,
        u * (0.085 + layer * 0.03) * random.between(0.85, 1.3),
        0.24 + layer * 0.18,
        hour,
        random,
      )
    }
    mistBank(scene, h * (0.59 + layer * 0.09), h * 0.1, veilOf(hour), 0.7, random)
  }
  birds(scene, w * 0.5, h * 0.18, u * 0.016, atDistance(hour, 0.65), random)
  foreground(scene, hour, random)
}

/** Covers the foot of a height with mist, so that it has no lower edge. */
const drowned = (scene: Scene, hour: TimeOfDay, from: number, to: number): string =>
  `<rect x="-100" y="${from}" width="${scene.width + 200}" height="${to - from + 200}" fill="${scene.gradient(
    [0, from],
    [0, to],
    [
      [0, veilOf(hour), 0],
      [0.8, veilOf(hour), 0.95],
      [1, veilOf(hour), 1],
    ],
  )}"/>`

/** The shaded side of a height, gone where the mist begins. */
const fading = (scene: Scene, from: number, to: number): string =>
  scene.gradient(
    [0, from],
    [0, to],
    [
      [0, '#8d9ba0', 0.58],
      [0.5, '#8d9ba0', 0.45],
      [1, '#8d9ba0', 0],
    ],
  )

/** A tower of bare rock with pines on its ledges. */
function pillar(
  scene: Scene,
  x: number,
  foot: number,
  top: number,
  reach: number,
  near: number,
  hour: TimeOfDay,
  random: Random,
): void {
  const high = foot - top
  const colour = atDistance(hour, near)
  const ledge = random.pick([-1, 1])
  const edge = (side: number): Point[] =>
    [0.05, 0.0, 0.1, 0.24, 0.3, 0.52, 0.7, 1].map(
      (share, step): Point => [
        x +
          side *
            reach *
            ([0.1, 0.3, 0.46, 0.5, side === ledge ? 0.74 : 0.52, side === ledge ? 0.82 : 0.66, 0.84, 0.95][step]! +
              random.bell() * 0.05),
        top + high * (share + random.bell() * 0.012),
      ],
    )
  const left = edge(-1)
  const right = edge(1)
  const d = `${curve(left)}${curve([...right].reverse()).replace(/^M/, 'L')}Z`
  let clefts = ''
  for (let index = 0; index < 8; index++) {
    const cx = x + random.between(-0.55, 0.6) * reach
    const cy = top + high * random.between(0.08, 0.6)
    const long = high * random.between(0.1, 0.26)
    clefts += polygon([
      [cx, cy],
      [cx + reach * 0.07, cy + long * 0.1],
      [cx + reach * 0.09, cy + long],
      [cx + reach * 0.02, cy + long * 0.5],
    ])
  }
  scene.shape(d, colour, {
    paint: `<path d="${clefts}" fill="${lift(colour, -0.06)}"/>${drowned(scene, hour, top + high * 0.45, foot)}`,
    shade: `<path d="${curve([
      [x + reach * 0.12, top - 20],
      [x + reach * 0.22, top + high * 0.2],
      [x + reach * 0.05, top + high * 0.4],
      [x + reach * 0.3, top + high * 0.62],
    ])}L${x + reach * 1.4} ${top + high * 0.7}L${x + reach * 1.2} ${top - 30}Z" fill="${fading(scene, top, top + high * 0.6)}"/>`,
    light: `<path d="${curve(left.slice(1, 6))}" fill="none" stroke="#fff1cf" stroke-width="${reach * 0.09}" stroke-opacity=".28"/>`,
  })
  pine(scene, x - reach * 0.1, top + high * 0.02, high * 0.09 + reach * 0.35, lift(colour, -0.07), random)
  pine(scene, x + reach * 0.22, top + high * 0.03, high * 0.05 + reach * 0.3, lift(colour, -0.06), random)
  pine(scene, x + ledge * reach * 0.72, top + high * 0.31, high * 0.06 + reach * 0.32, lift(colour, -0.06), random)
}

const cloudSea: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.55)
  for (let layer = 0; layer < 3; layer++) {
    mountain(
      scene,
      ridge(w, h * (0.4 + layer * 0.1), h * (0.07 - layer * 0.01), 0.8, random, 7),
      atDistance(hour, 0.16 + layer * 0.15),
      hour,
      1,
      true,
    )
    for (let bank = 0; bank < 2; bank++) mistBank(scene, h * (0.47 + layer * 0.1), h * 0.1, veilOf(hour), 0.8, random)
  }
  const side = random.pick([-1, 1])
  const at = w * (0.5 + side * 0.24)
  const crag: Point[] = [
    [at - u * 0.3, h * 0.86],
    [at - u * 0.24, h * 0.66],
    [at - u * 0.13, h * 0.56],
    [at - u * 0.1, h * 0.47],
    [at + u * 0.05, h * 0.445],
    [at + u * 0.15, h * 0.52],
    [at + u * 0.2, h * 0.64],
    [at + u * 0.34, h * 0.86],
  ]
  const colour = atDistance(hour, 0.72)
  pavilion(scene, at - u * 0.01, h * 0.462, u * 0.12, mix('#A84B25', hour.air, 0.2), mix('#5B3A2C', hour.air, 0.2))
  const d = `${curve(crag)}Z`
  scene.shape(d, colour, {
    paint: drowned(scene, hour, h * 0.64, h * 0.85),
    shade: `<path d="${curve([
      [at + u * 0.02, h * 0.43],
      [at + u * 0.06, h * 0.6],
      [at + u * 0.01, h * 0.72],
      [at + u * 0.08, h * 0.87],
    ])}L${at + u * 0.5} ${h * 0.87}L${at + u * 0.4} ${h * 0.4}Z" fill="${fading(scene, h * 0.5, h * 0.78)}"/>`,
    light: `<path d="${curve(crag.slice(2, 5))}" fill="none" stroke="#fff1cf" stroke-width="${u * 0.01}" stroke-opacity=".35"/>`,
  })
  pine(scene, at - u * 0.13, h * 0.57, h * 0.13, lift(colour, -0.08), random)
  pine(scene, at + u * 0.15, h * 0.53, h * 0.1, lift(colour, -0.08), random)
  pine(scene, at - u * 0.22, h * 0.68, h * 0.12, lift(colour, -0.08), random)
  for (let bank = 0; bank < 3; bank++) mistBank(scene, h * 0.82, h * 0.11, veilOf(hour), 0.75, random)
  birds(scene, w * (0.5 - side * 0.2), h * 0.34, u * 0.018, atDistance(hour, 0.7), random)
  foreground(scene, hour, random)
}
