import { lift, mix, type Tint } from '../colour.ts'
import { ellipse } from '../geometry.ts'
import { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { bed, cloth, heap, scaleOf, scatter } from './scatter.ts'
import type { LeafPicture } from './types.ts'

/** Six small dishes of different teas, for a box of samples. */
export function sampleDishes(
  tint: Tint,
  teas: readonly Pick<LeafPicture, 'leaf' | 'colours'>[],
  random: Random,
): Scene {
  const scene = new Scene(1200, 1500)
  cloth(scene, tint)
  teas.slice(0, 6).forEach((tea, index) => {
    const [x, y, reach] = [325 + (index % 2) * 550, 290 + Math.floor(index / 2) * 460, 212]
    const rim = mix('#F7F3E8', tint.other, 0.15)
    scene.shadow(ellipse(x + 22, y + 34, reach, reach), '#7f7566', 18)
    scene.shape(ellipse(x, y, reach, reach), rim, {
      stipple: `<path d="${ellipse(x, y, reach, reach)}" fill="${scene.gradient(
        [x - reach, y - reach],
        [x + reach, y + reach],
        [
          [0, '#7d7468', 0],
          [0.55, '#7d7468', 0.05],
          [1, '#7d7468', 0.5],
        ],
      )}"/>`,
      light: `<path d="${ellipse(x, y, reach, reach)}${ellipse(x + 4, y + 5, reach - 3, reach - 3)}" fill-rule="evenodd" fill="#fff" fill-opacity=".8"/>`,
      paint: `<path d="${ellipse(x, y, reach * 0.94, reach * 0.94)}" fill="none" stroke="${tint.deep}" stroke-width="5" stroke-opacity=".8"/>`,
    })
    scene.shape(ellipse(x, y, reach * 0.84, reach * 0.84), lift(rim, -0.03))
    const picture: LeafPicture = { ...tea, tint, setting: 'dish' }
    bed(scene, picture, x, y, reach * 0.66, reach * 0.66, random)
    scatter(scene, picture, random, heap(x, y, reach * 0.84, reach * 0.84, random, 0.16), scaleOf(picture) * 0.52, [
      x - reach,
      y - reach,
      reach * 2,
      reach * 2,
    ])
  })
  return scene
}
