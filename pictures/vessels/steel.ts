import { lift, mix, paper } from '../colour.ts'
import { box, curve, ellipse, type Point, type Profile, polygon } from '../geometry.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import { outline } from '../text-outline.ts'
import type { DrawCup } from './cups.ts'
import { flat, mouth, rings, thrown, tube } from './glaze.ts'

/** Steel on the tea table: basket, strainer, scale, flask. Each stands with its foot at (0, 0). */

/** A basket of fine steel mesh that hangs in a cup. */
export const infuser: DrawCup = (scene, [main]) => {
  const body: Profile = [
    { y: -300, r: 176 },
    { y: -150, r: 164 },
    { y: -30, r: 150 },
    { y: 0, r: 140 },
  ]
  let mesh = ''
  for (let y = -250; y < 10; y += 13)
    for (let step = -17; step <= 17; step++)
      mesh += ellipse(Math.sin((step + ((y / 13) % 2 ? 0.5 : 0)) / 12) * 168, y + 22 * Math.cos(step / 12), 2.8, 3.4)
  for (const side of [-1, 1]) {
    const arm: Point[] = [
      [side * 168, -296],
      [side * 236, -304],
      [side * 290, -296],
      [side * 300, -276],
    ]
    tube(scene, arm, [15, 15], main, 'metal')
  }
  thrown(scene, body, main, 'metal', `<path d="${mesh}" fill="${lift(main, -0.3)}"/>`)
  const collar: Profile = [
    { y: -318, r: 182 },
    { y: -300, r: 182 },
    { y: -276, r: 176 },
  ]
  thrown(scene, collar, lift(main, 0.04), 'metal')
  mouth(scene, -318, 182, lift(main, -0.12))
}

/** A fine strainer resting on its little stand. */
export const strainer: DrawCup = (scene, [main, second], random) => {
  const stand: Profile = [
    { y: -150, r: 104 },
    { y: -110, r: 92 },
    { y: -60, r: 100 },
    { y: -10, r: 132 },
    { y: 0, r: 134 },
  ]
  thrown(scene, stand, second, 'porcelain')
  mouth(scene, -150, 104, second)
  tube(
    scene,
    [
      [150, -262],
      [260, -282],
      [380, -300],
      [450, -306],
    ],
    [13, 17],
    main,
    'metal',
  )
  const cone: Profile = [
    { y: -270, r: 190 },
    { y: -220, r: 160 },
    { y: -160, r: 104 },
    { y: -116, r: 42 },
    { y: -104, r: 14 },
  ]
  let mesh = ''
  for (let y = -250; y < -100; y += 11)
    for (let step = -16; step <= 16; step++)
      mesh += ellipse(Math.sin((step + ((y / 11) % 2 ? 0.5 : 0)) / 11) * 178, y + 14, 2.4, 2.6)
  thrown(scene, cone, main, 'metal', `<path d="${mesh}" fill="${lift(main, -0.28)}"/>`)
  const collar: Profile = [
    { y: -288, r: 198 },
    { y: -276, r: 200 },
    { y: -258, r: 190 },
  ]
  thrown(scene, collar, lift(main, 0.04), 'metal')
  mouth(scene, -288, 198, lift(main, -0.1))
  for (let index = 0; index < 26; index++) {
    scene.within(`translate(${random.bell() * 110} ${-286 + random.bell() * 8}) scale(1 .4)`, () =>
      drawLeaf.twists(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.5 },
        lift('#4A5B38', random.bell() * 0.06),
        random,
      ),
    )
  }
}

/** A flat scale with a lit figure. */
export const scale: DrawCup = (scene, [main, second], random) => {
  scene.shape(
    polygon([
      [-330, -120],
      [330, -120],
      [380, -20],
      [-380, -20],
    ]),
    lift(main, 0.05),
    {
      stipple: `<rect x="-400" y="-130" width="800" height="200" fill="${scene.gradient(
        [-380, 0],
        [380, 0],
        [
          [0, '#594c48', 0],
          [0.5, '#594c48', 0.05],
          [1, '#594c48', 0.4],
        ],
      )}"/>`,
    },
  )
  scene.shape(
    polygon([
      [-380, -20],
      [380, -20],
      [374, 26],
      [-374, 26],
    ]),
    main,
    {
      stipple: `<rect x="-400" y="-30" width="800" height="80" fill="${scene.gradient(
        [-380, 0],
        [380, 0],
        [
          [0, '#594c48', 0.1],
          [0.5, '#594c48', 0.2],
          [1, '#594c48', 0.7],
        ],
      )}"/>`,
      light: `<path d="${box(-380, -22, 760, 6)}" fill="#fff" fill-opacity=".5"/>`,
    },
  )
  scene.shape(
    polygon([
      [60, -46],
      [316, -46],
      [330, -22],
      [52, -22],
    ]),
    '#22302B',
  )
  scene.paint(
    `<path transform="translate(192 -27) scale(1 .62)" d="${outline('3.0 g', 34, { face: 'sans', weight: 600, letterSpacing: 0.06 })}" fill="${mix('#BDE5B4', paper, 0.2)}"/>`,
  )
  const plate = ellipse(-60, -88, 260, 36)
  scene.shape(ellipse(-60, -78, 260, 36), lift(second, -0.14))
  scene.shape(plate, second, {
    light: `<path d="${plate}${ellipse(-56, -85, 254, 33)}" fill-rule="evenodd" fill="#fff" fill-opacity=".6"/>`,
  })
  for (let index = 0; index < 55; index++) {
    scene.within(`translate(${-60 + random.bell() * 110} ${-96 + random.bell() * 13 - index * 0.45}) scale(1 .5)`, () =>
      drawLeaf.flat(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.5 },
        lift(mix('#8FA352', '#6B8440', random.next()), random.bell() * 0.05),
        random,
      ),
    )
  }
}

/** A double-walled steel flask with a steel lid. */
export const tumbler: DrawCup = (scene, [main, second]) => {
  const body: Profile = [
    { y: -560, r: 146 },
    { y: -540, r: 150 },
    { y: -60, r: 150 },
    { y: -20, r: 146 },
    { y: 0, r: 132 },
  ]
  thrown(
    scene,
    body,
    main,
    'stoneware',
    `<path d="M-150 -36A150 ${150 * flat} 0 0 0 150 -36V10H-150Z" fill="${second}"/><path d="${outlineLeaf()}" fill="${lift(main, 0.16)}"/>`,
  )
  const collar: Profile = [
    { y: -592, r: 132 },
    { y: -556, r: 140 },
  ]
  thrown(scene, collar, second, 'metal')
  const cover: Profile = [
    { y: -700, r: 138 },
    { y: -684, r: 148 },
    { y: -590, r: 148 },
  ]
  thrown(scene, cover, lift(second, -0.04), 'metal', rings(cover, 6, lift(second, -0.16), 0.5))
  scene.shape(ellipse(0, -700, 138, 138 * flat), lift(second, 0.04), {
    light: `<path d="${ellipse(0, -700, 138, 138 * flat)}${ellipse(2, -698, 132, 132 * flat)}" fill-rule="evenodd" fill="#fff" fill-opacity=".5"/>`,
  })
  tube(
    scene,
    [
      [-60, -716],
      [-52, -762],
      [0, -780],
      [52, -762],
      [60, -716],
    ],
    [13, 13],
    lift(second, -0.06),
    'metal',
  )
}

/** The leaf pressed into the flask's wall. */
const outlineLeaf = (): string =>
  curve(
    [
      [-8, -300],
      [-52, -362],
      [-8, -446],
      [8, -446],
      [46, -372],
      [8, -300],
    ],
    true,
  )
