import { mix } from '../colour.ts'
import { type Point, polygon } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { palm, tree } from './growth.ts'
import { atDistance, mountain, ridge, sky } from './land.ts'
import { flowerField } from './meadow.ts'
import { snowPeak } from './peaks.ts'
import { birds, house, picker } from './people.ts'
import { bushRow } from './rows.ts'
import type { DrawLandscape, View } from './view.ts'

/** Flat land under a wide sky: rows that run to the horizon, or a field of flowers among palms. */
export const plain: DrawLandscape = (scene, view, random) => {
  const { width: w, height: h, unit: u } = scene
  const { hour, country } = view
  const horizon = h * 0.47
  sky(scene, hour, random, horizon)
  mountain(scene, ridge(w, horizon - h * 0.02, h * 0.035, 0.6, random), atDistance(hour, 0.2), hour, 0.6, true)
  if (country === 'Japan') snowPeak(scene, w * (view.variant % 2 ? 0.3 : 0.62), horizon, w * 0.36, h * 0.2, hour)
  mountain(scene, ridge(w, horizon + h * 0.01, h * 0.016, 0, random), atDistance(hour, 0.4), hour, 0.3, true)
  birds(scene, w * 0.4, h * 0.2, u * 0.018, atDistance(hour, 0.7), random)
  if (country === 'Egypt') flowers(scene, view, horizon, random)
  else rows(scene, view, horizon, random)
}

function rows(scene: Scene, { hour, country, variant }: View, horizon: number, random: Random): void {
  const { width: w, height: h, unit: u } = scene
  scene.shape(`M0 ${horizon + h * 0.02}H${w}V${h}H0Z`, atDistance(hour, 0.7, hour.tea))
  const vanish: Point = [w * [0.34, 0.66, 0.5][variant % 3]!, horizon + h * 0.012]
  const count = w > h ? 33 : 25
  for (let index = 0; index < count; index++) {
    const at = (side: number) => w * 0.5 + (index - (count - 1) / 2 + side) * u * 0.235
    scene.paint(
      `<path d="${polygon([vanish, [at(-0.5), h + 30], [at(0.5), h + 30]])}" fill="${mix(hour.land, '#6b4a35', 0.35)}"/>`,
    )
    bushRow(scene, vanish, [at(-0.32), at(0.32)], h + 30, hour, random)
  }
  const shade = country === 'India' ? 9 : 4
  for (let index = 0; index < shade; index++) {
    const depth = random.next()
    const x = w * ((index + 0.5) / shade + random.bell() * 0.05)
    tree(
      scene,
      x,
      horizon + h * (0.015 + depth * 0.035),
      h * (0.08 + depth * 0.09),
      atDistance(hour, 0.5 + depth * 0.2),
      random,
    )
  }
  house(
    scene,
    w * (vanish[0] < w / 2 ? 0.78 : 0.22),
    horizon + h * 0.045,
    u * 0.12,
    mix('#8A4A38', hour.air, 0.25),
    mix('#F3EAD6', hour.air, 0.25),
  )
  picker(scene, w * 0.52, h * 0.68, h * 0.07, '#C8553A')
  picker(scene, w * 0.3, h * 0.61, h * 0.05, '#F0E4CC')
}

function flowers(scene: Scene, view: View, horizon: number, random: Random): void {
  const { width: w, height: h } = scene
  const { hour } = view
  scene.shape(`M0 ${horizon + h * 0.02}H${w}V${h}H0Z`, atDistance(hour, 0.66, hour.tea))
  for (let index = 0; index < 9; index++) {
    const x = w * ((index + 0.5) / 9 + random.bell() * 0.05)
    palm(
      scene,
      x,
      horizon + h * random.between(0.025, 0.05),
      h * random.between(0.1, 0.2),
      atDistance(hour, 0.62),
      random,
    )
  }
  flowerField(scene, hour, view.bloom ?? ['#F6EBC9', '#E2A33C'], 0.52, random)
  palm(scene, w * 0.9, h * 0.86, h * 0.5, atDistance(hour, 0.92), random)
}
