import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { pine, tree } from './growth.ts'
import { atDistance, fillBelow, mistBank, mountain, ridge, sky, teaRows, water } from './land.ts'
import { birds, boat } from './people.ts'
import type { TimeOfDay } from './sky.ts'
import { choose, type DrawLandscape } from './view.ts'

/** A river among mountains: between rock walls, past rounded peaks that stand in the water, or winding through hills. */
export const riverGorge: DrawLandscape = (scene, view, random) =>
  choose(view.variant, [gorge, cones, bends])(scene, view, random)

/** Tea on the near bank, rising to one side. */
function bank(scene: Scene, hour: TimeOfDay, random: Random, side: number): void {
  const { width: w, height: h, unit: u } = scene
  const slope = (share: number, x: number) => {
    const across = side < 0 ? x / w : 1 - x / w
    return h * (0.9 + share * 0.14) + h * 0.16 * Math.max(0, across - 0.25) ** 1.2
  }
  scene.shape(
    fillBelow(
      Array.from({ length: 14 }, (_, index): Point => [(index / 13) * w, slope(0, (index / 13) * w) - 16]),
      scene,
    ),
    atDistance(hour, 0.86, hour.tea),
  )
  teaRows(scene, slope, 5, [u * 0.034, u * 0.07], [atDistance(hour, 0.86, hour.tea), lift(hour.tea, -0.05)], random)
}

const gorge: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.45)
  mountain(scene, ridge(w, h * 0.36, h * 0.07, 1, random, 9), atDistance(hour, 0.2), hour, hour.mist, false)
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
  scene.shape(`M0 ${h * 0.58}H${w}V${h}H0Z`, atDistance(hour, 0.5))
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
      const colour = atDistance(hour, 0.36 + layer * 0.17)
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
  bank(scene, hour, random, random.pick([-1, 1]))
  boat(scene, w * 0.62, h * 0.78, u * 0.13, hour)
  birds(scene, w * 0.5, h * 0.24, u * 0.014, atDistance(hour, 0.7), random)
}

/** Outline of a limestone peak from foot to foot, one unit high and two wide. */
function karst(random: Random): Point[] {
  const tip = random.between(-0.3, 0.3)
  const left = random.between(0.3, 0.5)
  const right = random.between(0.3, 0.5)
  return [
    [-1, 0],
    [-0.74, random.between(0.22, 0.4)],
    [tip - left, random.between(0.62, 0.8)],
    [tip - left * 0.5, random.between(0.88, 0.96)],
    [tip, 1],
    [tip + right * 0.6, random.between(0.82, 0.94)],
    [tip + right, random.between(0.5, 0.7)],
    [0.78, random.between(0.16, 0.34)],
    [1, 0],
  ]
}

const cones: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  const shore = h * 0.56
  sky(scene, hour, random, shore)
  const peaks: { x: number; reach: number; high: number; near: number; shape: readonly Point[] }[] = []
  for (let layer = 0; layer < 3; layer++) {
    const count = 7 - layer * 2
    for (let index = 0; index < count; index++)
      peaks.push({
        x: w * ((index + 0.5) / count + random.bell() * 0.07),
        reach: u * random.between(0.07, 0.12) * (1 + layer * 0.35),
        high: h * random.between(0.08, 0.2) * (0.75 + layer * 0.3),
        near: 0.18 + layer * 0.2,
        shape: karst(random),
      })
  }
  const cone = ({ x, reach, high, shape }: (typeof peaks)[number], up: number): Point[] =>
    shape.map(([px, py]): Point => [x + px * reach, shore - up * py * high])
  for (const peak of peaks) {
    const colour = atDistance(hour, peak.near)
    scene.shape(`${curve(cone(peak, 1))}Z`, colour, {
      shade: `<path d="${polygon([
        [peak.x + peak.reach * 0.1, shore - peak.high * 1.1],
        [peak.x + peak.reach * 1.1, shore - peak.high],
        [peak.x + peak.reach * 1.1, shore + 5],
        [peak.x + peak.reach * 0.28, shore + 5],
        [peak.x + peak.reach * 0.02, shore - peak.high * 0.5],
      ])}" fill="#9aa7aa" fill-opacity=".5"/>`,
    })
    if (random.chance(0.5))
      mistBank(scene, shore - peak.high * 0.2, h * 0.05, mix(hour.air, hour.sky[2], 0.7), 0.3 * hour.mist, random)
  }
  water(scene, `M-20 ${shore}H${w + 20}V${h + 20}H-20Z`, mix(hour.sky[1], hour.land, 0.2), shore, h, random)
  for (const peak of peaks)
    scene.paint(`<path d="${curve(cone(peak, -0.72))}Z" fill="${atDistance(hour, peak.near)}" fill-opacity=".34"/>`)
  let glints = ''
  for (let index = 0; index < 26; index++) {
    const share = random.next()
    glints += ellipse(random.next() * w, shore + (h - shore) * share, u * (0.03 + share * 0.1), 2 + share * 3)
  }
  scene.light(`<path d="${glints}" fill="#fff6dc" fill-opacity=".3"/>`)
  boat(scene, w * random.between(0.3, 0.45), h * 0.68, u * 0.12, hour)
  boat(scene, w * random.between(0.62, 0.75), h * 0.755, u * 0.18, hour)
  birds(scene, w * 0.5, h * 0.2, u * 0.016, atDistance(hour, 0.65), random)
  bank(scene, hour, random, random.pick([-1, 1]))
}

const bends: DrawLandscape = (scene, { hour }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.4)
  for (let layer = 0; layer < 3; layer++)
    mountain(
      scene,
      ridge(w, h * (0.32 + layer * 0.07), h * 0.07, 0.7, random, 10),
      atDistance(hour, 0.16 + layer * 0.15),
      hour,
      hour.mist,
      true,
    )
  const flip = random.chance(0.5)
  const fx = (share: number) => w * (flip ? 1 - share : share)
  scene.shape(`M0 ${h * 0.5}H${w}V${h}H0Z`, atDistance(hour, 0.56, hour.tea))
  const left: Point[] = [
    [fx(0.56), h * 0.505],
    [fx(0.36), h * 0.57],
    [fx(0.62), h * 0.66],
    [fx(0.3), h * 0.78],
    [fx(0.2), h * 0.92],
    [fx(0.34), h * 1.04],
  ]
  const right: Point[] = [
    [fx(0.95), h * 1.04],
    [fx(0.72), h * 0.9],
    [fx(0.66), h * 0.8],
    [fx(0.84), h * 0.67],
    [fx(0.5), h * 0.575],
    [fx(0.6), h * 0.505],
  ]
  const side = (top: number, bottom: number, near: number, from: number, to: number, rows: number) => {
    const slope = (share: number, x: number) =>
      h * (top + (bottom - top) * share) + h * 0.015 * Math.sin((x / w) * 6 + top * 9)
    teaRows(
      scene,
      slope,
      rows,
      [u * 0.012 * (0.6 + near), u * 0.03 * (0.4 + near)],
      [atDistance(hour, near, hour.tea), atDistance(hour, near + 0.14, hour.tea)],
      random,
      [from, to],
    )
  }
  side(0.525, 0.62, 0.56, -40, w + 40, 6)
  side(0.64, 0.8, 0.68, -40, w + 40, 6)
  side(0.83, 1.06, 0.82, -40, w + 40, 5)
  const d = `${curve(left)}${curve(right).replace(/^M/, 'L')}Z`
  scene.shade(`<path d="${d}" transform="translate(-7 -7)" fill="#5f6f68" fill-opacity=".5"/>`)
  water(scene, d, mix(hour.sky[1], hour.land, 0.16), h * 0.5, h * 1.03, random)
  for (const [x, y, tall] of [
    [0.2, 0.6, 0.07],
    [0.75, 0.585, 0.06],
    [0.93, 0.7, 0.11],
    [0.1, 0.76, 0.13],
    [0.9, 0.9, 0.2],
  ] as const)
    tree(scene, fx(x), h * y, h * tall, atDistance(hour, 0.5 + y * 0.4), random)
  pine(scene, fx(0.05), h * 0.98, h * 0.3, lift(hour.land, -0.02), random)
  boat(scene, fx(0.55), h * 0.77, u * 0.13, hour)
  birds(scene, w * 0.5, h * 0.22, u * 0.015, atDistance(hour, 0.7), random)
}
