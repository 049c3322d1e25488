import { lift, mix } from '../colour.ts'
import { blob, box, curve, ellipse, polygon } from '../geometry.ts'
import { roundPrint } from '../labels/label.ts'
import type { Scene } from '../plates.ts'
import { standShadow } from '../room/room.ts'
import type { DrawPack } from './types.ts'

export const cakeWrapperPack: DrawPack = (scene, { label }, random) => {
  const { tint } = label
  const [x, y, reach] = [570, 735, 425]
  const sheet = mix('#F6EEDB', tint.other, 0.1)
  standShadow(scene, x, 1180, 300, 620, 0.14)
  // Behind: the thick edge of the disc.
  scene.shape(ellipse(x + 34, y + 12, reach * 0.985, reach), lift(sheet, -0.14))
  const edge = curve(blob(x, y, reach, reach, 0.006, random.next, 40), true)
  let pleats = ''
  let bright = ''
  for (let index = 0; index < 70; index++) {
    const angle = (index / 70) * Math.PI * 2 + random.bell() * 0.03
    const [inner, outer] = [reach * random.between(0.88, 0.95), reach * 1.02]
    const wide = random.between(0.008, 0.024)
    const piece = polygon([
      [x + Math.cos(angle) * inner, y + Math.sin(angle) * inner],
      [x + Math.cos(angle + wide) * outer, y + Math.sin(angle + wide) * outer],
      [x + Math.cos(angle - wide) * outer, y + Math.sin(angle - wide) * outer],
    ])
    if (index % 2) pleats += piece
    else bright += piece
  }
  let wrinkles = ''
  for (let index = 0; index < 9; index++) {
    const angle = random.next() * 6.28
    const far = reach * random.between(0.3, 0.8)
    const [wx, wy] = [x + Math.cos(angle) * far, y + Math.sin(angle) * far]
    wrinkles += polygon([
      [wx, wy],
      [wx + random.bell() * 90, wy + random.bell() * 90],
      [wx + random.bell() * 30, wy + random.bell() * 30],
    ])
  }
  scene.shape(edge, sheet, {
    paint: roundPrint(x, y, reach * 0.92, label),
    shade: `<path d="${pleats}" fill="#7d7060" fill-opacity=".45"/><path d="${wrinkles}" fill="#8d8272" fill-opacity=".22"/>`,
    light: `<path d="${bright}" fill="#fff" fill-opacity=".6"/>`,
    stipple: `<path d="${edge}" fill="${scene.gradient(
      [x - 330, y - 330],
      [x + 380, y + 380],
      [
        [0, '#6b6054', 0],
        [0.5, '#6b6054', 0.04],
        [1, '#6b6054', 0.6],
      ],
    )}"/>`,
  })
  woodenStand(scene, x, 1178)
}

function woodenStand(scene: Scene, x: number, y: number): void {
  const wood = '#8A5A35'
  for (const side of [-1, 1]) {
    const foot = polygon([
      [x + side * 150, y - 130],
      [x + side * 196, y - 138],
      [x + side * 250, y + 50],
      [x + side * 130, y + 56],
    ])
    scene.shape(foot, wood, {
      shade: `<path d="${polygon([
        [x + side * 176, y - 140],
        [x + side * 270, y - 140],
        [x + side * 270, y + 80],
        [x + side * 200, y + 80],
      ])}" fill="#5f4a3a" fill-opacity="${side > 0 ? 0.55 : 0.15}"/>`,
      light: `<path d="${polygon([
        [x + side * 150, y - 130],
        [x + side * 160, y - 130],
        [x + side * 144, y + 56],
        [x + side * 130, y + 56],
      ])}" fill="#ffe2b0" fill-opacity="${side > 0 ? 0.5 : 0.15}"/>`,
    })
  }
  scene.shape(box(x - 250, y + 30, 500, 34, 8), lift(wood, -0.03), {
    light: `<path d="${box(x - 250, y + 30, 500, 8)}" fill="#ffe2b0" fill-opacity=".45"/>`,
  })
}
