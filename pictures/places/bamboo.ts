import { lift, mix } from '../colour.ts'
import type { Point } from '../geometry.ts'
import { stem } from './growth.ts'
import { atDistance, fillBelow, mistBank, mountain, ridge, sky, teaRows } from './land.ts'
import type { DrawLandscape } from './view.ts'

/** A grove that opens onto a tea garden. */
export const bamboo: DrawLandscape = (scene, { hour, variant }, random) => {
  const { width: w, height: h, unit: u } = scene
  sky(scene, hour, random, h * 0.75)
  mountain(scene, ridge(w, h * 0.42, h * 0.07, 0.5, random), atDistance(hour, 0.18), hour, 0.9, true)
  for (let layer = 0; layer < 4; layer++) {
    const near = 0.24 + layer * 0.2
    const count = 15 - layer * 3
    for (let index = 0; index < count; index++) {
      const middle = layer > 1 ? 0.24 : 0
      let x = random.next() * w
      // The nearest stems leave the middle open for the path.
      const open = [0.5, 0.36, 0.64][variant % 3]!
      if (Math.abs(x / w - open) < middle) x = x < w * open ? x - w * middle : x + w * middle
      stem(
        scene,
        x,
        h * (0.78 + layer * 0.08),
        u * (0.012 + layer * 0.011),
        atDistance(hour, near, mix(hour.tea, hour.land, 0.35)),
        layer,
        random,
      )
    }
    mistBank(scene, h * (0.68 + layer * 0.06), h * 0.12, mix(hour.air, hour.sky[2], 0.7), 0.34, random)
  }
  const slope = (share: number, x: number) => h * (0.8 + 0.28 * share) + h * 0.05 * Math.cos(((x - w / 2) / w) * 5)
  scene.shape(
    fillBelow(
      Array.from({ length: 12 }, (_, index): Point => [(index / 11) * w, slope(0, (index / 11) * w) - 14]),
      scene,
    ),
    atDistance(hour, 0.85, hour.tea),
  )
  teaRows(scene, slope, 8, [u * 0.02, u * 0.075], [atDistance(hour, 0.72, hour.tea), lift(hour.tea, -0.05)], random)
}
