import { lift, mix } from '../colour.ts'
import { curve, line, polygon } from '../geometry.ts'
import type { DrawCup } from './cups.ts'

/** A cloth-bound book that stands on its foot, spine to the left, with a leaf pressed into the cover. */
export const book: DrawCup = (scene, [cloth, stamp]) => {
  const pages = polygon([
    [176, -516],
    [214, -500],
    [214, -10],
    [176, 4],
  ])
  scene.shape(pages, '#EFE6D2', {
    paint: `<path d="${[0, 1, 2, 3, 4, 5]
      .map((step) =>
        line([
          [182 + step * 5.4, -508 + step * 2.4],
          [182 + step * 5.4, -2 - step * 2.2],
        ]),
      )
      .join('')}" fill="none" stroke="#B8A98C" stroke-width="1.6"/>`,
  })
  const spine = polygon([
    [-226, -514],
    [-176, -532],
    [-176, 12],
    [-226, -4],
  ])
  scene.shape(spine, lift(cloth, -0.1))
  const cover = polygon([
    [-178, -532],
    [192, -524],
    [192, 6],
    [-178, 12],
  ])
  scene.shape(cover, cloth, {
    stipple: `<path d="${cover}" fill="${scene.gradient(
      [-178, 0],
      [192, 0],
      [
        [0, '#1b1b16', 0.5],
        [0.1, '#1b1b16', 0.05],
        [0.7, '#1b1b16', 0],
        [1, '#1b1b16', 0.3],
      ],
    )}"/>`,
    light: `<path d="${line([
      [-140, -520],
      [-140, 0],
    ])}" fill="none" stroke="${mix(cloth, '#ffffff', 0.25)}" stroke-width="3" stroke-opacity=".5"/>`,
  })
  const label = polygon([
    [-82, -452],
    [122, -448],
    [122, -348],
    [-82, -346],
  ])
  scene.shape(label, stamp)
  scene.paint(
    `<path d="${line([
      [-50, -416],
      [90, -413],
    ])}${line([
      [-30, -384],
      [70, -382],
    ])}" fill="none" stroke="${lift(cloth, -0.04)}" stroke-width="7" stroke-linecap="round"/>`,
  )
  scene.paint(
    `<path d="${curve([
      [18, -60],
      [22, -150],
      [10, -240],
      [18, -270],
    ])}" fill="none" stroke="${stamp}" stroke-width="6" stroke-linecap="round"/>`,
  )
  for (const [x, y, turn, size] of [
    [14, -96, -64, 0.9],
    [22, -128, 58, 0.95],
    [18, -176, -58, 0.95],
    [12, -214, 52, 0.9],
    [16, -250, -46, 0.8],
    [18, -262, 6, 0.85],
  ] as const) {
    scene.within(`translate(${x} ${y}) rotate(${turn}) scale(${size})`, () =>
      scene.paint(
        `<path d="${blade}" fill="${stamp}"/><path d="M0 -6 L0 -62" stroke="${cloth}" stroke-width="3" stroke-opacity=".55"/>`,
      ),
    )
  }
}

/** A leaf pressed flat, stalk at the origin, tip upwards. */
const blade = 'M0 0 C 26 -20 24 -56 0 -84 C -24 -56 -26 -20 0 0 Z'
