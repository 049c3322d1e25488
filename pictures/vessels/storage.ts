import { lift, paper } from '../colour.ts'
import { curve, ellipse, line, type Profile, polygon } from '../geometry.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import type { DrawCup } from './cups.ts'
import { flat, thrown } from './glaze.ts'

/** What tea is kept and portioned in: the caddy and paper filters. */

export const caddy: DrawCup = (scene, [main, second], random) => {
  const [reach, top] = [200, -520]
  const body: Profile = [
    { y: top, r: reach },
    { y: 0, r: reach },
  ]
  // Printed paper: small cherry-like rounds in staggered rows that follow the tin's curve.
  let rounds = ''
  let dots = ''
  for (let row = 0; row < 10; row++) {
    for (let step = -6; step <= 6; step++) {
      const angle = ((step + (row % 2) / 2) * Math.PI) / 12
      const [x, y] = [Math.sin(angle) * reach, top + 40 + row * 56 + Math.cos(angle) * reach * flat]
      const r = 20 + random.bell() * 1.5
      rounds += ellipse(x, y, Math.max(2, r * Math.cos(angle)), r)
      dots += ellipse(x, y, Math.max(1, r * 0.4 * Math.cos(angle)), r * 0.4)
    }
  }
  thrown(scene, body, main, 'stoneware', `<path d="${rounds}" fill="${second}"/><path d="${dots}" fill="${main}"/>`)
  const cover: Profile = [
    { y: top - 150, r: reach + 5 },
    { y: top + 2, r: reach + 5 },
  ]
  thrown(scene, cover, main, 'stoneware', `<path d="${rounds}" transform="translate(0 -168)" fill="${second}"/>`)
  scene.shape(ellipse(0, top - 150, reach + 5, (reach + 5) * flat), lift(main, 0.08), {
    light: `<path d="${ellipse(0, top - 150, reach + 5, (reach + 5) * flat)}${ellipse(3, top - 147, reach, reach * flat)}" fill-rule="evenodd" fill="#fff" fill-opacity=".5"/>`,
  })
}

/** Paper bags to fill oneself: a sheaf of empty ones, one filled and tied. */
export const filterBags: DrawCup = (scene, [main, second], random) => {
  for (let index = 0; index < 6; index++) {
    const [x, lean] = [-300 + index * 34, index * 9]
    const bag = polygon([
      [x + lean, -430 + index * 8],
      [x + 220 + lean, -440 + index * 8],
      [x + 232, 0],
      [x - 4, 4],
    ])
    scene.shade(`<path d="${bag}" transform="translate(8 4)" fill="#7a6a58" fill-opacity=".4"/>`)
    scene.shape(bag, lift(main, -index * 0.008), {
      stipple: `<path d="${bag}" fill="${scene.gradient(
        [x, 0],
        [x + 230, 0],
        [
          [0, '#7a6a58', 0],
          [0.5, '#7a6a58', 0.04],
          [1, '#7a6a58', 0.4],
        ],
      )}"/>`,
      paint: `<path d="${line([
        [x + 14 + lean * 0.9, -400 + index * 8],
        [x + 12, -10],
      ])}${line([
        [x + 206 + lean * 0.9, -408 + index * 8],
        [x + 220, -14],
      ])}" fill="none" stroke="${lift(main, -0.1)}" stroke-width="3" stroke-dasharray="9 8"/>`,
    })
  }
  const full = curve(
    [
      [190, -250],
      [216, -210],
      [172, -120],
      [150, -30],
      [190, 16],
      [330, 20],
      [382, -22],
      [364, -120],
      [316, -208],
      [338, -252],
      [264, -240],
    ],
    true,
  )
  scene.shadow(ellipse(330, 26, 170, 24), '#7a6a58', 12)
  scene.shape(full, lift(main, 0.01))
  scene.clipped(full, () => {
    for (let index = 0; index < 70; index++)
      drawLeaf.broken(
        scene,
        { x: 265 + random.bell() * 100, y: -50 + random.bell() * 46, angle: random.next() * 6, scale: 0.8 },
        lift('#55432F', random.bell() * 0.08),
        random,
      )
    scene.paint(`<path d="${full}" fill="${main}" fill-opacity=".45"/>`)
  })
  scene.inside(full, {
    stipple: `<path d="${full}" fill="${scene.gradient(
      [150, 0],
      [390, 0],
      [
        [0, '#7a6a58', 0],
        [0.4, '#7a6a58', 0.05],
        [1, '#7a6a58', 0.6],
      ],
    )}"/>`,
  })
  scene.paint(
    `<path d="${curve([
      [206, -206],
      [264, -192],
      [324, -206],
    ])}" fill="none" stroke="${second}" stroke-width="9"/><path d="${curve([
      [268, -194],
      [330, -150],
      [420, -60],
      [470, 20],
    ])}" fill="none" stroke="${second}" stroke-width="5"/>`,
  )
  const tag = polygon([
    [440, 8],
    [506, -4],
    [518, 56],
    [452, 66],
  ])
  scene.shape(tag, second)
  scene.paint(`<circle cx="478" cy="30" r="11" fill="${paper}" fill-opacity=".8"/>`)
}
