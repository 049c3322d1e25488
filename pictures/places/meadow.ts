import { lift, mix } from '../colour.ts'
import { curve } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { blossom, spruce, tree } from './growth.ts'
import { atDistance, fillBelow, mountain, ridge, sky } from './land.ts'
import { snowRange } from './peaks.ts'
import type { TimeOfDay } from './sky.ts'
import type { DrawLandscape } from './view.ts'

/** A meadow in flower; in the north spruces and snow stand behind it. */
export const meadow: DrawLandscape = (scene, { hour, country, bloom }, random) => {
  const { width: w, height: h } = scene
  sky(scene, hour, random, h * 0.45)
  const north = country === 'Canada'
  if (north) snowRange(scene, h * 0.4, h * 0.14, hour, random)
  for (let layer = 0; layer < 2; layer++)
    mountain(
      scene,
      ridge(w, h * (0.4 + layer * 0.05), h * 0.035, 0.3, random),
      atDistance(hour, 0.26 + layer * 0.2),
      hour,
      0.4,
      true,
    )
  for (let index = 0; index < (north ? 26 : 8); index++) {
    const x = random.next() * w
    const y = h * random.between(0.46, 0.5)
    if (north) spruce(scene, x, y + h * 0.02, h * random.between(0.07, 0.15), atDistance(hour, 0.66), undefined, random)
    else tree(scene, x, y, h * random.between(0.06, 0.12), atDistance(hour, 0.6), random)
  }
  for (let layer = 0; layer < 4; layer++) {
    const points = ridge(w, h * (0.49 + layer * 0.1), h * 0.018, 0, random, 6)
    scene.shape(
      fillBelow(points, scene),
      mix(atDistance(hour, 0.66 + layer * 0.1, hour.tea), '#C9C06A', 0.34 - layer * 0.06),
    )
  }
  const flowers =
    bloom ??
    random.pick([
      ['#F6EBC9', '#E2A33C'],
      ['#E8A24A', '#C4552E'],
      ['#F4F0E0', '#8FA6C8'],
    ] as const)
  if (north) spires(scene, hour, flowers, random)
  else flowerField(scene, hour, flowers, 0.6, random)
}

/** Flowers that grow larger towards the viewer, from `top` (share of the height) down. */
export function flowerField(
  scene: Scene,
  hour: TimeOfDay,
  bloom: readonly [string, string],
  top: number,
  random: Random,
): void {
  const { width: w, height: h, unit: u } = scene
  for (let row = 0; row < 26; row++) {
    const share = row / 25
    const y = h * (top + share * (1.04 - top))
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
      `<path d="${stalks}" fill="none" stroke="${lift(atDistance(hour, 0.6 + share * 0.4, hour.tea), -0.05 * share)}" stroke-width="${Math.max(2.5, size * 0.18)}" stroke-linecap="round"/>`,
    )
    for (const [x, fy, reach] of heads)
      blossom(scene, x, fy, reach, share < 0.4 ? mix(bloom[0], hour.air, 0.25) : bloom[0], bloom[1], random)
  }
}

/** Tall spikes of flower, as fireweed has them. */
function spires(scene: Scene, hour: TimeOfDay, bloom: readonly [string, string], random: Random): void {
  const { width: w, height: h, unit: u } = scene
  for (let row = 0; row < 15; row++) {
    const share = row / 14
    const y = h * (0.62 + share * 0.46)
    const size = u * (0.03 + share ** 1.6 * 0.17)
    for (let index = 0; index < ((26 - row) * w) / u; index++) {
      const x = random.next() * w
      const lean = random.bell() * size * 0.16
      const tall = size * random.between(1.2, 1.9)
      const green = lift(atDistance(hour, 0.6 + share * 0.4, hour.tea), -0.05 * share)
      scene.paint(
        `<path d="${curve([
          [x, y],
          [x + lean * 0.5, y - tall * 0.5],
          [x + lean, y - tall],
        ])}" fill="none" stroke="${green}" stroke-width="${Math.max(2.5, size * 0.035)}"/>`,
      )
      let leaves = ''
      for (let pair = 0; pair < 5; pair++) {
        const at = 0.1 + pair * 0.085
        const [lx, ly] = [x + lean * at, y - tall * at]
        const reach = size * (0.3 - pair * 0.03)
        for (const side of [-1, 1])
          leaves += curve(
            [
              [lx, ly],
              [lx + side * reach * 0.5, ly - reach * 0.5],
              [lx + side * reach, ly - reach * 0.55],
              [lx + side * reach * 0.5, ly - reach * 0.28],
            ],
            true,
          )
      }
      scene.paint(`<path d="${leaves}" fill="${lift(green, random.bell() * 0.03 + 0.02)}"/>`)
      let petals = ''
      let hearts = ''
      const whorls = share < 0.25 ? 5 : 9
      for (let ring = 0; ring < whorls; ring++) {
        const at = 0.42 + (ring / whorls) * 0.56
        const reach = size * 0.15 * (1.12 - ring / whorls)
        const [px, py] = [x + lean * at, y - tall * at]
        for (const side of [-1, 0, 1]) {
          const fx = px + side * reach * 0.9
          const fy = py + Math.abs(side) * reach * 0.24 + random.bell() * reach * 0.2
          petals += `M${(fx - reach * 0.6).toFixed(1)} ${fy.toFixed(1)}a${(reach * 0.6).toFixed(1)} ${(reach * 0.45).toFixed(1)} 0 1 0 ${(reach * 1.2).toFixed(1)} 0a${(reach * 0.6).toFixed(1)} ${(reach * 0.45).toFixed(1)} 0 1 0 ${(-reach * 1.2).toFixed(1)} 0Z`
          if (share > 0.5 && side === 0)
            hearts += `M${(fx - reach * 0.2).toFixed(1)} ${fy.toFixed(1)}a${(reach * 0.2).toFixed(1)} ${(reach * 0.2).toFixed(1)} 0 1 0 ${(reach * 0.4).toFixed(1)} 0a${(reach * 0.2).toFixed(1)} ${(reach * 0.2).toFixed(1)} 0 1 0 ${(-reach * 0.4).toFixed(1)} 0Z`
        }
      }
      const tone = mix(lift(bloom[0], random.bell() * 0.05), hour.air, 0.3 * (1 - share))
      scene.paint(`<path d="${petals}" fill="${tone}"/><path d="${hearts}" fill="${lift(bloom[0], -0.1)}"/>`)
    }
  }
}
