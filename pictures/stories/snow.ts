import { mix } from '../colour.ts'
import { curve, ellipse, type Point } from '../geometry.ts'
import { spruce } from '../places/growth.ts'
import { Scene } from '../plates.ts'
import type { Random } from '../random.ts'

/** Falling snow over hills with spruces. */
export function snowView(random: Random): Scene {
  const scene = new Scene(1800, 1000)
  scene.paint(
    `<rect width="1800" height="1000" fill="${scene.gradient(
      [0, 0],
      [0, 700],
      [
        [0, '#8FA9B8'],
        [1, '#D9DFDD'],
      ],
    )}"/>`,
  )
  for (let layer = 0; layer < 4; layer++) {
    const base = 440 + layer * 120
    const snow = mix('#B9CBD2', '#F6F4EC', layer / 3)
    const hill: Point[] = Array.from(
      { length: 8 },
      (_, index): Point => [-50 + (index / 7) * 1900, base + random.bell() * 46],
    )
    for (let index = 0; index < 15 - layer * 2; index++) {
      const x = random.next() * 1800
      spruce(
        scene,
        x,
        base + 40,
        130 + layer * 62 + random.bell() * 30,
        mix('#7E9AA2', '#234A42', 0.25 + layer * 0.22),
        snow,
        random,
      )
    }
    scene.shape(`${curve(hill)}L1860 1010L-60 1010Z`, snow, {
      stipple: `<rect x="0" y="${base - 60}" width="1800" height="300" fill="${scene.gradient(
        [0, base],
        [0, base + 180],
        [
          [0, '#7d94a6', 0],
          [1, '#7d94a6', 0.22],
        ],
      )}"/>`,
    })
  }
  let flakes = ''
  for (let index = 0; index < 190; index++) {
    const size = random.between(2.5, 8)
    flakes += ellipse(random.next() * 1800, random.next() * 1000, size, size)
  }
  scene.paint(`<path d="${flakes}" fill="#FBFAF5" fill-opacity=".9"/>`)
  return scene
}
