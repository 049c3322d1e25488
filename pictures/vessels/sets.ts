import { ellipse } from '../geometry.ts'
import { type DrawCup, tastingCup } from './cups.ts'

/** Cups that are sold together. */

/** Two small cups, one in front of the other. */
export const tastingCups: DrawCup = (scene, colours, random, liquor) => {
  scene.within('translate(120 -46) scale(1.35)', () => tastingCup(scene, colours, random, liquor))
  scene.within('translate(-190 -34) scale(1.35)', () => tastingCup(scene, colours, random, liquor))
  scene.shade(`<path d="${ellipse(20, 26, 120, 20)}" fill="#6d5f50" fill-opacity=".5"/>`)
  scene.within('translate(-10 14) scale(1.5)', () => tastingCup(scene, colours, random, liquor))
}
