import type { Place } from '../../db/seed/shapes.ts'
import { lift, mix } from './colour.ts'
import { curve, ellipse, line, type Point, polygon } from './geometry.ts'
import { birds, heavens, house, mistBank, mountain, picker, pine, ridge, teaRows, tree, under, water } from './land.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { type Hour, hours } from './sky.ts'

export type PlacePicture = { readonly place: Place; readonly hour: Hour; readonly wide?: boolean }

/** Hours of day that suit each place best. */
const suited: Readonly<Record<Place, readonly number[]>> = {
  terraces: [0, 1, 3, 2, 6],
  'mist-mountain': [4, 1, 2, 0, 6],
  'river-gorge': [2, 1, 5, 6, 0],
  'island-coast': [6, 0, 1, 2],
  plain: [3, 5, 0, 6],
  bamboo: [1, 3, 4],
  'desert-hills': [5, 0, 2],
  meadow: [3, 6, 0, 1],
  village: [0, 5, 3, 2, 1],
}

export const hourFor = (place: Place, random: Random): Hour => hours[random.pick(suited[place])]!

/** The country a tea comes from. */
export function placeScene({ place, hour, wide }: PlacePicture, random: Random): Scene {
  const scene = wide ? new Scene(1800, 1000) : new Scene(1200, 1500)
  landscapes[place](scene, hour, random)
  return scene
}

type Landscape = (scene: Scene, hour: Hour, random: Random) => void

/** A colour at a distance: 0 is as far as the eye goes, 1 is here. */
const away = (hour: Hour, near: number, colour = hour.land): string => mix(hour.air, colour, near)

const landscapes: Readonly<Record<Place, Landscape>> = {
  terraces(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.4)
    for (let layer = 0; layer < 3; layer++)
      mountain(
        scene,
        ridge(w, h * (0.36 + layer * 0.07), h * (0.055 - layer * 0.006), 0.5, random),
        away(hour, 0.16 + layer * 0.17),
        hour,
        hour.mist,
        true,
      )
    birds(scene, w * random.between(0.3, 0.7), h * 0.2, u * 0.016, away(hour, 0.7), random)
    const flip = random.chance(0.5) ? 1 : -1
    // Two hills fold into each other, each wrapped in rows.
    const hill = (top: number, bottom: number, lean: number, bow: number) => (share: number, x: number) => {
      const across = (x / w - 0.5) * 2 * flip
      return (
        h * (top + (bottom - top) * share ** 1.15) +
        h * lean * across * (1 - share * 0.4) +
        h * bow * Math.cos(across * 2.1 + 0.5) * -1
      )
    }
    const far = hill(0.53, 0.78, -0.07, 0.025)
    scene.shape(
      under(
        Array.from({ length: 15 }, (_, index): Point => [(index / 14) * w, far(0, (index / 14) * w) - 12]),
        scene,
      ),
      away(hour, 0.62, hour.tea),
    )
    teaRows(scene, far, 12, [u * 0.011, u * 0.022], [away(hour, 0.6, hour.tea), away(hour, 0.8, hour.tea)], random)
    for (let index = 0; index < 3; index++)
      tree(scene, w * random.between(0.1, 0.9), far(0.02, w * 0.5) + h * 0.01, h * 0.07, away(hour, 0.65), random)
    mistBank(scene, h * 0.68, h * 0.09, mix(hour.air, hour.sky[2], 0.7), 0.4 * hour.mist, random)
    const near = hill(0.72, 1.08, 0.1, 0.04)
    scene.shape(
      under(
        Array.from({ length: 15 }, (_, index): Point => [(index / 14) * w, near(0, (index / 14) * w) - 20]),
        scene,
      ),
      away(hour, 0.9, hour.tea),
    )
    teaRows(scene, near, 10, [u * 0.026, u * 0.085], [away(hour, 0.86, hour.tea), lift(hour.tea, -0.05)], random)
    picker(
      scene,
      w * (0.5 + flip * 0.19),
      near(0.3, w * (0.5 + flip * 0.19)) - h * 0.005,
      h * 0.075,
      random.pick(['#C8553A', '#3F6F8A', '#E2A33C']),
    )
    picker(
      scene,
      w * (0.5 + flip * 0.32),
      near(0.17, w * (0.5 + flip * 0.32)) - h * 0.005,
      h * 0.055,
      random.pick(['#F0E4CC', '#C8553A']),
    )
  },

  'mist-mountain'(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.5)
    const veil = mix(hour.air, hour.sky[2], 0.72)
    for (let layer = 0; layer < 5; layer++) {
      const base = h * (0.3 + layer * 0.115)
      mountain(
        scene,
        ridge(w, base, h * (0.1 - layer * 0.008), 1, random, 9 + layer * 2),
        away(hour, 0.14 + layer * 0.16),
        hour,
        Math.min(1, hour.mist + 0.3),
        layer > 3,
      )
      if (layer > 0) mistBank(scene, base + h * 0.07, h * 0.08, veil, 0.6, random)
      if (layer === 3)
        for (let index = 0; index < 9; index++)
          pine(scene, random.next() * w, base + h * 0.06, h * random.between(0.05, 0.09), away(hour, 0.72), random)
    }
    birds(scene, w * 0.6, h * 0.16, u * 0.015, away(hour, 0.65), random)
    const slope = (share: number, x: number) => h * (0.86 + 0.22 * share) - h * 0.05 * Math.sin((x / w) * 3 + 0.6)
    scene.shape(
      under(
        Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 16]),
        scene,
      ),
      away(hour, 0.86, hour.tea),
    )
    teaRows(scene, slope, 7, [u * 0.022, u * 0.07], [away(hour, 0.8, hour.tea), lift(hour.tea, -0.06)], random)
    const side = random.pick([0.1, 0.88])
    pine(scene, w * side, h * 0.97, h * 0.34, lift(hour.land, -0.02), random)
  },

  'river-gorge'(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.45)
    mountain(scene, ridge(w, h * 0.36, h * 0.07, 1, random, 9), away(hour, 0.2), hour, hour.mist, false)
    const river = `M${w * 0.47} ${h * 0.6}L${w * 0.56} ${h * 0.6}${curve([
      [w * 0.56, h * 0.6],
      [w * 0.5, h * 0.7],
      [w * 0.72, h * 0.84],
      [w * 0.98, h * 1.05],
    ]).replace(/^M/, 'L')}L${w * 0.02} ${h * 1.05}${curve([
      [w * 0.02, h * 1.05],
      [w * 0.3, h * 0.84],
      [w * 0.38, h * 0.7],
      [w * 0.47, h * 0.6],
    ]).replace(/^M/, 'L')}Z`
    scene.shape(`M0 ${h * 0.58}H${w}V${h}H0Z`, away(hour, 0.5))
    water(scene, river, mix(hour.sky[1], hour.land, 0.22), h * 0.58, h * 1.02, random)
    // Walls of rock come forward from both sides, the nearer the darker.
    for (let layer = 0; layer < 4; layer++) {
      for (const side of [-1, 1]) {
        const reach = w * (0.13 + layer * 0.055 + random.bell() * 0.02)
        const foot = h * (0.62 + layer * 0.115)
        const top = h * (0.3 + layer * 0.06 + random.bell() * 0.04)
        const edge = side < 0 ? 0 : w
        const inner = side < 0 ? w * 0.42 - layer * w * 0.075 : w * 0.58 + layer * w * 0.085
        const points: Point[] = [
          [edge - side * -20, top - h * 0.05],
          [edge - side * reach * 0.55, top + h * 0.01 + random.bell() * h * 0.02],
          [edge - side * reach * 1.1, top + h * 0.06],
          [inner + side * w * 0.05, top + (foot - top) * 0.45],
          [inner + side * w * 0.035, top + (foot - top) * 0.7],
          [inner, foot],
          [edge - side * -20, foot + h * 0.12],
        ]
        const d = curve(points, false) + 'Z'
        const colour = away(hour, 0.36 + layer * 0.17)
        let cracks = ''
        for (let index = 0; index < 7; index++) {
          const x = edge - side * reach * random.between(0.1, 1.3)
          const y = top + (foot - top) * random.between(0.15, 0.6)
          cracks += polygon([
            [x, y],
            [x + w * 0.016, y + h * 0.02],
            [x + w * 0.022, y + h * random.between(0.07, 0.16)],
            [x + w * 0.004, y + h * 0.06],
          ])
        }
        scene.shape(d, colour, {
          shade: `<path d="${cracks}" fill="${lift(colour, 0.16)}" fill-opacity=".55"/>`,
          stipple: `<path d="${d}" fill="${scene.gradient(
            [edge, top],
            [inner, foot],
            [
              [0, '#4c5a60', side > 0 ? 0.5 : 0.2],
              [1, '#4c5a60', 0],
            ],
          )}"/>`,
          light: `<path d="${curve(points.slice(0, 4))}" fill="none" stroke="#fff0cf" stroke-width="${w * 0.01}" stroke-opacity="${side < 0 ? 0.3 : 0.12}"/>`,
        })
        const at = edge - side * reach * 0.62
        pine(scene, at, top + h * 0.035, h * (0.05 + layer * 0.012), lift(colour, -0.05), random)
      }
      mistBank(scene, h * (0.6 + layer * 0.1), h * 0.05, mix(hour.air, hour.sky[2], 0.7), 0.3 * hour.mist, random)
    }
    // A terrace of tea on the near bank, and a boat.
    const bank = (share: number, x: number) => h * (0.93 + share * 0.12) + h * 0.09 * Math.max(0, x / w - 0.32) * 1.4
    teaRows(scene, bank, 4, [u * 0.04, u * 0.07], [away(hour, 0.9, hour.tea), lift(hour.tea, -0.05)], random, [
      -40,
      w * 0.62,
    ])
    boat(scene, w * 0.62, h * 0.8, u * 0.13, hour)
    birds(scene, w * 0.5, h * 0.24, u * 0.014, away(hour, 0.7), random)
  },

  'island-coast'(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.46)
    const sea = h * 0.46
    water(scene, `M-20 ${sea}H${w + 20}V${h + 20}H-20Z`, mix(hour.sky[0], hour.land, 0.3), sea, h * 0.95, random)
    for (const [at, reach, tall, near] of [
      [0.14, 0.2, 0.1, 0.2],
      [0.82, 0.26, 0.15, 0.32],
      [0.46, 0.13, 0.05, 0.26],
    ] as const) {
      const points: Point[] = [
        [w * (at - reach), sea + 4],
        [w * (at - reach * 0.6), sea - h * tall * 0.5],
        [w * (at - reach * 0.15), sea - h * tall],
        [w * (at + reach * 0.2), sea - h * tall * 0.78],
        [w * (at + reach * 0.6), sea - h * tall * 0.5],
        [w * (at + reach), sea + 4],
      ]
      scene.shape(`${curve(points)}Z`, away(hour, near + 0.1), {
        shade: `<path d="${polygon([
          [w * at, sea - h * tall],
          [w * (at + reach), sea - h * tall],
          [w * (at + reach), sea + 20],
          [w * (at + reach * 0.3), sea + 20],
        ])}" fill="#8fa0a6" fill-opacity=".45"/>`,
      })
      scene.paint(
        `<path d="${ellipse(w * at, sea + h * 0.02, w * reach * 0.8, h * 0.012)}" fill="${away(hour, near)}" fill-opacity=".35"/>`,
      )
    }
    boat(scene, w * random.between(0.35, 0.6), h * 0.56, u * 0.09, hour)
    birds(scene, w * 0.42, h * 0.25, u * 0.016, mix(hour.land, '#ffffff', 0.2), random)
    const flip = random.chance(0.5)
    const cliff = (share: number, x: number) => {
      const across = flip ? 1 - x / w : x / w
      return h * (0.64 + share * 0.42) + h * 0.24 * Math.max(0, across - 0.28) ** 1.1 * (1 - share * 0.5)
    }
    scene.shape(
      under(
        Array.from({ length: 14 }, (_, index): Point => [(index / 13) * w, cliff(0, (index / 13) * w) - 20]),
        scene,
      ),
      away(hour, 0.86, hour.tea),
    )
    teaRows(scene, cliff, 11, [u * 0.02, u * 0.08], [away(hour, 0.75, hour.tea), lift(hour.tea, -0.05)], random)
    for (let index = 0; index < 3; index++) {
      const x = w * (flip ? 0.78 + index * 0.09 : 0.05 + index * 0.08)
      pine(scene, x, cliff(0.03 + index * 0.03, x), h * random.between(0.14, 0.2), hour.land, random)
    }
  },

  plain(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    const horizon = h * 0.47
    heavens(scene, hour, random, horizon)
    mountain(scene, ridge(w, horizon - h * 0.02, h * 0.035, 0.6, random), away(hour, 0.2), hour, 0.6, true)
    const peak = random.chance(0.6)
    if (peak) snowPeak(scene, w * random.between(0.25, 0.5), horizon, w * 0.36, h * 0.2, hour)
    mountain(scene, ridge(w, horizon + h * 0.01, h * 0.016, 0, random), away(hour, 0.4), hour, 0.3, true)
    scene.shape(`M0 ${horizon + h * 0.02}H${w}V${h}H0Z`, away(hour, 0.7, hour.tea))
    // Rows run to a point on the horizon.
    const vanish: Point = [w * random.between(0.4, 0.62), horizon + h * 0.012]
    const rows = w > h ? 31 : 21
    for (let index = 0; index < rows; index++) {
      const at = (side: number) => w * 0.5 + (index - (rows - 1) / 2 + side) * u * 0.235
      const soil = polygon([vanish, [at(-0.5), h + 30], [at(0.5), h + 30]])
      scene.paint(`<path d="${soil}" fill="${mix(lift(hour.land, -0.02), '#6b4a35', 0.35)}"/>`)
      bushRow(scene, vanish, [at(-0.32), at(0.32)], h + 30, hour, random)
    }
    for (let index = 0; index < 4; index++)
      tree(
        scene,
        w * (0.08 + index * 0.28 + random.bell() * 0.04),
        horizon + h * random.between(0.02, 0.045),
        h * random.between(0.08, 0.15),
        away(hour, 0.62),
        random,
      )
    house(
      scene,
      w * random.between(0.68, 0.84),
      horizon + h * 0.045,
      u * 0.12,
      mix('#8A4A38', hour.air, 0.25),
      mix('#F3EAD6', hour.air, 0.25),
    )
    birds(scene, w * 0.4, h * 0.2, u * 0.018, away(hour, 0.7), random)
  },

  bamboo(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.75)
    mountain(scene, ridge(w, h * 0.42, h * 0.07, 0.5, random), away(hour, 0.18), hour, 0.9, true)
    for (let layer = 0; layer < 4; layer++) {
      const near = 0.24 + layer * 0.2
      const count = 15 - layer * 3
      for (let index = 0; index < count; index++) {
        const middle = layer > 1 ? 0.24 : 0
        let x = random.next() * w
        // The nearest stems leave the middle open for the path.
        if (Math.abs(x / w - 0.5) < middle) x = x < w / 2 ? x - w * middle : x + w * middle
        stem(
          scene,
          x,
          h * (0.78 + layer * 0.08),
          u * (0.012 + layer * 0.011),
          away(hour, near, mix(hour.tea, hour.land, 0.35)),
          layer,
          random,
        )
      }
      mistBank(scene, h * (0.68 + layer * 0.06), h * 0.12, mix(hour.air, hour.sky[2], 0.7), 0.34, random)
    }
    const slope = (share: number, x: number) => h * (0.8 + 0.28 * share) + h * 0.05 * Math.cos(((x - w / 2) / w) * 5)
    scene.shape(
      under(
        Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 14]),
        scene,
      ),
      away(hour, 0.85, hour.tea),
    )
    teaRows(scene, slope, 8, [u * 0.02, u * 0.075], [away(hour, 0.72, hour.tea), lift(hour.tea, -0.05)], random)
  },

  'desert-hills'(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.5)
    const sand = ['#E0B083', '#C98A5A', '#B5683F', '#9A5534']
    mountain(scene, ridge(w, h * 0.42, h * 0.035, 0.3, random), mix(hour.air, '#8E5A4A', 0.3), hour, 0.5, false)
    tableMountain(scene, w * random.between(0.5, 0.72), h * 0.46, w * 0.36, h * 0.13, mix(hour.air, '#8E4F3C', 0.5))
    sand.forEach((colour, layer) => {
      const base = h * (0.5 + layer * 0.13)
      const points = ridge(w, base, h * 0.028, 0, random, 7)
      scene.shape(under(points, scene), mix(hour.air, colour, 0.55 + layer * 0.14), {
        stipple: `<rect x="0" y="${base - h * 0.06}" width="${w}" height="${h * 0.3}" fill="${scene.gradient(
          [0, base - h * 0.04],
          [w, base + h * 0.16],
          [
            [0, '#7a4a35', 0],
            [0.6, '#7a4a35', 0.06],
            [1, '#7a4a35', 0.5],
          ],
        )}"/>`,
        light: `<path d="${curve(points.map(([x, y]): Point => [x, y + 4]))}" fill="none" stroke="#ffe9b8" stroke-width="9" stroke-opacity=".4"/>`,
      })
      const bushes = 10 + layer * 10
      for (let index = 0; index < bushes; index++) {
        const y = base + h * random.between(0.03, 0.13)
        bush(
          scene,
          random.next() * w,
          y,
          u * (0.014 + layer * 0.016),
          mix(hour.air, random.pick(['#5E7040', '#7A7B42', '#8C5A34']), 0.5 + layer * 0.15),
          random,
        )
      }
    })
    birds(scene, w * 0.34, h * 0.22, u * 0.018, mix(hour.land, '#5B2A26', 0.4), random)
  },

  meadow(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.45)
    for (let layer = 0; layer < 2; layer++)
      mountain(
        scene,
        ridge(w, h * (0.38 + layer * 0.06), h * 0.04, 0.3, random),
        away(hour, 0.22 + layer * 0.2),
        hour,
        0.4,
        true,
      )
    for (let index = 0; index < 8; index++)
      tree(
        scene,
        random.next() * w,
        h * random.between(0.46, 0.5),
        h * random.between(0.06, 0.12),
        away(hour, 0.6),
        random,
      )
    const fields: Point[][] = []
    for (let layer = 0; layer < 4; layer++) {
      const points = ridge(w, h * (0.49 + layer * 0.1), h * 0.018, 0, random, 6)
      fields.push(points)
      scene.shape(under(points, scene), mix(away(hour, 0.66 + layer * 0.1, hour.tea), '#C9C06A', 0.34 - layer * 0.06))
    }
    const bloom = random.pick([
      ['#F6EBC9', '#E2A33C'],
      ['#C98AA6', '#8E5A8A'],
      ['#E8A24A', '#C4552E'],
      ['#F4F0E0', '#8FA6C8'],
    ] as const)
    for (let row = 0; row < 26; row++) {
      const share = row / 25
      const y = h * (0.6 + share * 0.44)
      const size = u * (0.005 + share ** 1.7 * 0.03)
      let stalks = ''
      const heads: [number, number, number][] = []
      for (let index = 0; index < ((34 - row) * w) / u; index++) {
        const x = random.next() * w
        const tall = size * random.between(2.4, 4.6)
        const lean = random.bell() * size * 0.8
        stalks += curve([
          [x, y],
          [x + lean * 0.3, y - tall * 0.5],
          [x + lean, y - tall],
        ])
        heads.push([x + lean, y - tall, size * random.between(0.6, 1)])
      }
      scene.paint(
        `<path d="${stalks}" fill="none" stroke="${lift(away(hour, 0.6 + share * 0.4, hour.tea), -0.05 * share)}" stroke-width="${Math.max(2.5, size * 0.18)}" stroke-linecap="round"/>`,
      )
      for (const [x, fy, reach] of heads)
        blossom(scene, x, fy, reach, share < 0.4 ? mix(bloom[0], hour.air, 0.25) : bloom[0], bloom[1], random)
    }
  },

  village(scene, hour, random) {
    const { width: w, height: h, unit: u } = scene
    heavens(scene, hour, random, h * 0.42)
    for (let layer = 0; layer < 3; layer++)
      mountain(
        scene,
        ridge(w, h * (0.35 + layer * 0.07), h * 0.06, 0.6, random),
        away(hour, 0.18 + layer * 0.18),
        hour,
        hour.mist,
        true,
      )
    scene.shape(`M0 ${h * 0.56}H${w}V${h}H0Z`, away(hour, 0.66, hour.tea))
    for (let row = 0; row < 4; row++) {
      const share = row / 3
      const y = h * (0.575 + share * 0.13)
      const size = u * (0.11 + share * 0.075)
      const count = Math.round(((6 - row) * w) / u)
      for (let index = 0; index < count; index++) {
        const x = w * ((index + 0.5) / count) + random.bell() * w * 0.05
        if (random.chance(0.55))
          tree(scene, x + size * 0.7, y + 6, size * random.between(0.8, 1.3), away(hour, 0.55 + share * 0.25), random)
        house(
          scene,
          x,
          y,
          size * random.between(0.85, 1.15),
          mix(random.pick(['#4E5A5E', '#6B5148', '#7C4A3A']), hour.air, 0.42 - share * 0.3),
          mix(random.pick(['#F4EDDC', '#E9D8B9']), hour.air, 0.3 - share * 0.2),
        )
      }
      mistBank(scene, y + h * 0.01, h * 0.03, mix(hour.air, hour.sky[2], 0.7), 0.3 * hour.mist, random)
    }
    smoke(scene, w * 0.36, h * 0.55, h * 0.2, hour)
    const slope = (share: number, x: number) => h * (0.77 + 0.3 * share) + h * 0.05 * Math.sin((x / w) * 4 + 1)
    scene.shape(
      under(
        Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 18]),
        scene,
      ),
      away(hour, 0.86, hour.tea),
    )
    teaRows(scene, slope, 9, [u * 0.022, u * 0.08], [away(hour, 0.82, hour.tea), lift(hour.tea, -0.05)], random)
    const at = w * random.between(0.25, 0.75)
    picker(scene, at, slope(0.22, at), h * 0.062, '#C8553A')
  },
}

function boat(scene: Scene, x: number, y: number, wide: number, hour: Hour): void {
  scene.paint(
    `<path d="${ellipse(x, y + wide * 0.1, wide * 0.6, wide * 0.06)}" fill="${lift(hour.land, -0.06)}" fill-opacity=".35"/>`,
  )
  scene.shape(
    curve(
      [
        [x - wide * 0.5, y - wide * 0.07],
        [x - wide * 0.3, y + wide * 0.06],
        [x + wide * 0.3, y + wide * 0.07],
        [x + wide * 0.52, y - wide * 0.09],
        [x + wide * 0.2, y - wide * 0.02],
        [x - wide * 0.2, y - wide * 0.02],
      ],
      true,
    ),
    '#5B3A2C',
  )
  scene.shape(
    curve(
      [
        [x - wide * 0.16, y - wide * 0.01],
        [x - wide * 0.12, y - wide * 0.17],
        [x + wide * 0.1, y - wide * 0.17],
        [x + wide * 0.16, y - wide * 0.01],
      ],
      true,
    ),
    '#C99A55',
  )
  scene.paint(
    `<path d="${line([
      [x + wide * 0.3, y + wide * 0.02],
      [x + wide * 0.44, y - wide * 0.5],
    ])}" fill="none" stroke="#5B3A2C" stroke-width="${wide * 0.018}"/>`,
  )
}

function bushRow(
  scene: Scene,
  [vx, vy]: Point,
  [left, right]: readonly [number, number],
  bottom: number,
  hour: Hour,
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

function snowPeak(scene: Scene, x: number, base: number, reach: number, tall: number, hour: Hour): void {
  const colour = away(hour, 0.3, '#4E6478')
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

function tableMountain(scene: Scene, x: number, base: number, reach: number, tall: number, colour: string): void {
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

function bush(scene: Scene, x: number, y: number, size: number, colour: string, random: Random): void {
  let d = ''
  for (let index = 0; index < 11; index++) {
    const angle = -Math.PI * (0.1 + (index / 10) * 0.8)
    const long = size * random.between(1.2, 2.1)
    d += curve([
      [x, y],
      [x + Math.cos(angle) * long * 0.5, y + Math.sin(angle) * long * 0.6],
      [x + Math.cos(angle) * long, y + Math.sin(angle) * long],
    ])
  }
  scene.shade(
    `<path d="${ellipse(x + size * 0.8, y + size * 0.1, size * 1.6, size * 0.24)}" fill="#8a5a42" fill-opacity=".45"/>`,
  )
  scene.paint(
    `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${Math.max(3, size * 0.2)}" stroke-linecap="round"/>`,
  )
}

function stem(
  scene: Scene,
  x: number,
  foot: number,
  wide: number,
  colour: string,
  layer: number,
  random: Random,
): void {
  const lean = random.bell() * wide * 2.4
  const tall = foot + 60
  const joints = 9
  for (let index = 0; index < joints; index++) {
    const [a, b] = [index / joints, (index + 1) / joints]
    const at = (share: number): number => x + lean * share * share
    const half = (share: number) => (wide / 2) * (1 - share * 0.35)
    const d = polygon([
      [at(a) - half(a), foot - tall * a],
      [at(a) + half(a), foot - tall * a],
      [at(b) + half(b), foot - tall * b],
      [at(b) - half(b), foot - tall * b],
    ])
    scene.shape(d, lift(colour, random.bell() * 0.014), {
      shade: `<path d="${polygon([
        [at(a) + half(a) * 0.2, foot - tall * a],
        [at(a) + half(a), foot - tall * a],
        [at(b) + half(b), foot - tall * b],
        [at(b) + half(b) * 0.2, foot - tall * b],
      ])}" fill="#6d8478" fill-opacity=".6"/>`,
      light: `<path d="${polygon([
        [at(a) - half(a) * 0.7, foot - tall * a],
        [at(a) - half(a) * 0.4, foot - tall * a],
        [at(b) - half(b) * 0.4, foot - tall * b],
        [at(b) - half(b) * 0.7, foot - tall * b],
      ])}" fill="#fff0c8" fill-opacity=".3"/>`,
    })
    scene.paint(
      `<path d="${line([
        [at(b) - half(b) * 1.1, foot - tall * b],
        [at(b) + half(b) * 1.1, foot - tall * b],
      ])}" fill="none" stroke="${lift(colour, -0.1)}" stroke-width="${Math.max(3, wide * 0.12)}"/>`,
    )
    if (index > 3)
      leafSpray(
        scene,
        at(b),
        foot - tall * b,
        wide * (2.2 - layer * 0.2),
        lift(colour, random.between(-0.02, 0.07)),
        random,
      )
  }
}

function leafSpray(scene: Scene, x: number, y: number, size: number, colour: string, random: Random): void {
  const side = random.pick([-1, 1])
  let d = ''
  for (let index = 0; index < 5; index++) {
    const angle = (side < 0 ? Math.PI : 0) + side * random.between(-0.4, 1)
    const long = size * random.between(1.1, 2)
    const [bx, by] = [x + side * size * random.between(0.2, 1.2), y + random.bell() * size * 0.5]
    const [cx, sx] = [Math.cos(angle), Math.sin(angle)]
    d += curve(
      [
        [bx, by],
        [bx + cx * long * 0.4 - sx * long * 0.09, by + sx * long * 0.4 + cx * long * 0.09],
        [bx + cx * long, by + sx * long],
        [bx + cx * long * 0.4 + sx * long * 0.09, by + sx * long * 0.4 - cx * long * 0.09],
      ],
      true,
    )
  }
  scene.paint(`<path d="${d}" fill="${colour}"/>`)
}

function blossom(
  scene: Scene,
  x: number,
  y: number,
  reach: number,
  colour: string,
  heart: string,
  random: Random,
): void {
  if (reach < 6) {
    scene.paint(`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${reach.toFixed(1)}" fill="${colour}"/>`)
    return
  }
  const petals = 9
  const phase = random.next()
  let d = ''
  for (let index = 0; index < petals; index++) {
    const angle = phase + (index / petals) * 6.28
    const [cx, sx] = [Math.cos(angle), Math.sin(angle) * 0.7]
    d += curve(
      [
        [x, y],
        [x + cx * reach * 0.6 - sx * reach * 0.3, y + sx * reach * 0.6 + cx * reach * 0.22],
        [x + cx * reach * 1.15, y + sx * reach * 1.15],
        [x + cx * reach * 0.6 + sx * reach * 0.3, y + sx * reach * 0.6 - cx * reach * 0.22],
      ],
      true,
    )
  }
  scene.shape(d, colour)
  scene.shape(ellipse(x, y - reach * 0.06, reach * 0.34, reach * 0.27), heart)
}

function smoke(scene: Scene, x: number, y: number, tall: number, hour: Hour): void {
  const d = curve(
    [
      [x, y],
      [x - tall * 0.06, y - tall * 0.3],
      [x + tall * 0.1, y - tall * 0.6],
      [x + tall * 0.04, y - tall],
      [x + tall * 0.22, y - tall * 0.62],
      [x + tall * 0.06, y - tall * 0.3],
      [x + tall * 0.05, y],
    ],
    true,
  )
  scene.paint(
    `<path d="${d}" fill="${mix(hour.sky[2], '#ffffff', 0.4)}" fill-opacity=".55" filter="${scene.blur(5)}"/>`,
  )
}
