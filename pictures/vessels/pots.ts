import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Point, type Profile } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import { type DrawCup, saucer } from './cups.ts'
import { dip, flat, mouth, rings, type Skin, specks, thrown, tube } from './glaze.ts'

/** Pots to brew and pour. Spouts look left. Each stands with its foot at (0, 0). */

function lid(scene: Scene, y: number, reach: number, tall: number, colour: string, skin: Skin): void {
  const dome: Profile = [
    { y: y - tall, r: reach * 0.16 },
    { y: y - tall * 0.86, r: reach * 0.5 },
    { y: y - tall * 0.45, r: reach * 0.86 },
    { y, r: reach },
  ]
  thrown(scene, dome, colour, skin)
  const knob: Profile = [
    { y: y - tall - 44, r: 10 },
    { y: y - tall - 34, r: 27 },
    { y: y - tall - 14, r: 25 },
    { y: y - tall + 4, r: 16 },
  ]
  thrown(scene, knob, lift(colour, 0.02), skin)
}

export const gaiwan: DrawCup = (scene, [main, second], _random, liquor) => {
  saucer(scene, 250, main, second)
  const bowl: Profile = [
    { y: -252, r: 238 },
    { y: -214, r: 206 },
    { y: -140, r: 176 },
    { y: -70, r: 126 },
    { y: -34, r: 84 },
    { y: -8, r: 82 },
  ]
  const branch = `<path d="${curve([
    [-150, -70],
    [-60, -130],
    [40, -140],
    [120, -180],
  ])}" fill="none" stroke="${second}" stroke-width="5"/>`
  let leaves = ''
  for (const [x, y, angle] of [
    [-90, -112, -1.2],
    [-40, -136, 0.9],
    [10, -140, -1.3],
    [60, -152, 0.7],
    [100, -170, -1],
  ] as const)
    leaves += curve(
      [
        [x, y],
        [x + Math.cos(angle) * 26 - Math.sin(angle) * 9, y + Math.sin(angle) * 26 + Math.cos(angle) * 9],
        [x + Math.cos(angle) * 54, y + Math.sin(angle) * 54],
        [x + Math.cos(angle) * 26 + Math.sin(angle) * 9, y + Math.sin(angle) * 26 - Math.cos(angle) * 9],
      ],
      true,
    )
  thrown(
    scene,
    bowl,
    main,
    'porcelain',
    `${branch}<path d="${leaves}" fill="${second}"/><path d="M-236 -244A236 ${236 * flat} 0 0 0 236 -244" fill="none" stroke="${second}" stroke-width="5"/>`,
  )
  mouth(scene, -252, 238, main, liquor ?? lift(main, -0.06), 0.1)
  const cover: Profile = [
    { y: -366, r: 46 },
    { y: -350, r: 96 },
    { y: -316, r: 158 },
    { y: -264, r: 200 },
    { y: -252, r: 204 },
  ]
  thrown(
    scene,
    cover,
    main,
    'porcelain',
    `<path d="M-186 -284A186 ${186 * flat} 0 0 0 186 -284" fill="none" stroke="${second}" stroke-width="5"/>`,
  )
  const knob: Profile = [
    { y: -408, r: 62 },
    { y: -392, r: 52 },
    { y: -372, r: 40 },
    { y: -358, r: 46 },
  ]
  thrown(scene, knob, main, 'porcelain')
  scene.shape(ellipse(0, -408, 62, 62 * flat), lift(main, -0.05), {
    light: `<path d="${ellipse(0, -408, 62, 62 * flat)}${ellipse(2, -406, 57, 57 * flat)}" fill-rule="evenodd" fill="#fff" fill-opacity=".6"/>`,
  })
}

export const kyusu: DrawCup = (scene, [main, second], random) => {
  tube(
    scene,
    [
      [-185, -150],
      [-262, -178],
      [-318, -232],
      [-346, -276],
    ],
    [58, 22],
    main,
    'clay',
  )
  scene.shape(ellipse(-348, -280, 25, 12), lift(main, -0.16))
  const body: Profile = [
    { y: -292, r: 130 },
    { y: -268, r: 196 },
    { y: -200, r: 246 },
    { y: -120, r: 250 },
    { y: -48, r: 200 },
    { y: -12, r: 146 },
    { y: 0, r: 140 },
  ]
  thrown(
    scene,
    body,
    main,
    'clay',
    rings(body, 9, lift(main, -0.06), 0.5) + specks(250, -300, 60, lift(main, 0.14), random),
  )
  lid(scene, -288, 136, 44, main, 'clay')
  // The side handle comes towards the viewer and to the right.
  tube(
    scene,
    [
      [150, -176],
      [250, -214],
      [352, -258],
      [440, -300],
    ],
    [33, 48],
    second === main ? lift(main, 0.03) : mix(main, second, 0.25),
    'clay',
  )
  scene.shape(ellipse(444, -302, 30, 48), lift(main, -0.12), {
    light: `<path d="${ellipse(444, -302, 30, 48)}${ellipse(449, -299, 27, 45)}" fill-rule="evenodd" fill="#fff" fill-opacity=".3"/>`,
  })
}

export const teapot: DrawCup = (scene, [main, second], random) => {
  handle(
    scene,
    main,
    'porcelain',
    [
      [225, -300],
      [330, -332],
      [400, -262],
      [384, -160],
      [300, -104],
      [222, -92],
    ],
    25,
  )
  tube(
    scene,
    [
      [-200, -120],
      [-292, -150],
      [-330, -240],
      [-396, -318],
    ],
    [66, 22],
    main,
    'porcelain',
  )
  scene.shape(ellipse(-398, -322, 24, 13), lift(main, -0.2))
  const body: Profile = [
    { y: -372, r: 138 },
    { y: -344, r: 196 },
    { y: -260, r: 258 },
    { y: -160, r: 268 },
    { y: -70, r: 218 },
    { y: -22, r: 154 },
    { y: 0, r: 150 },
  ]
  thrown(scene, body, main, 'porcelain', dip(body, 0.3, second, random))
  lid(scene, -368, 146, 62, second, 'porcelain')
}

export const yixing: DrawCup = (scene, [main, second]) => {
  handle(
    scene,
    main,
    'clay',
    [
      [188, -268],
      [296, -300],
      [352, -226],
      [330, -130],
      [250, -82],
      [186, -76],
    ],
    21,
  )
  tube(
    scene,
    [
      [-196, -140],
      [-276, -170],
      [-336, -246],
      [-376, -276],
    ],
    [48, 18],
    main,
    'clay',
  )
  scene.shape(ellipse(-379, -278, 19, 10), lift(main, -0.16))
  const body: Profile = [
    { y: -296, r: 150 },
    { y: -270, r: 202 },
    { y: -190, r: 240 },
    { y: -100, r: 236 },
    { y: -36, r: 196 },
    { y: -8, r: 160 },
    { y: 0, r: 156 },
  ]
  thrown(
    scene,
    body,
    main,
    'clay',
    `<path d="M-240 -168A240 ${240 * flat} 0 0 0 240 -168" fill="none" stroke="${lift(main, -0.1)}" stroke-width="5"/><path d="M-240 -160A240 ${240 * flat} 0 0 0 240 -160" fill="none" stroke="${lift(mix(main, second, 0.3), 0.1)}" stroke-width="3"/>`,
  )
  scene.shape(`M-156 -292A156 ${156 * flat} 0 0 0 156 -292V-306A156 ${156 * flat} 0 0 1 -156 -306Z`, lift(main, 0.03))
  lid(scene, -302, 150, 54, main, 'clay')
}

function handle(scene: Scene, colour: string, skin: Skin, spine: readonly Point[], wide: number): void {
  tube(scene, spine, [wide, wide * 0.8], colour, skin)
}

/** A slender spout for slow pouring, on a kettle. */
export const kettle: DrawCup = (scene, [main, second]) => {
  tube(
    scene,
    [
      [205, -330],
      [300, -372],
      [404, -360],
      [436, -280],
      [410, -170],
      [372, -110],
    ],
    [17, 22],
    second,
    'wood',
  )
  tube(
    scene,
    [
      [-228, -74],
      [-330, -96],
      [-372, -190],
      [-366, -300],
      [-412, -384],
      [-470, -400],
    ],
    [28, 12],
    main,
    'metal',
  )
  scene.shape(ellipse(-474, -400, 8, 14), lift(main, -0.2))
  const body: Profile = [
    { y: -386, r: 158 },
    { y: -370, r: 178 },
    { y: -240, r: 214 },
    { y: -90, r: 252 },
    { y: -20, r: 266 },
    { y: 0, r: 262 },
  ]
  thrown(
    scene,
    body,
    main,
    'metal',
    `<path d="M-256 -52A256 ${256 * flat} 0 0 0 256 -52" fill="none" stroke="${lift(main, -0.14)}" stroke-width="5"/>`,
  )
  const cover: Profile = [
    { y: -428, r: 40 },
    { y: -420, r: 110 },
    { y: -396, r: 152 },
    { y: -382, r: 158 },
  ]
  thrown(scene, cover, lift(main, 0.03), 'metal')
  const knob: Profile = [
    { y: -486, r: 30 },
    { y: -474, r: 42 },
    { y: -446, r: 38 },
    { y: -424, r: 22 },
  ]
  thrown(scene, knob, second, 'wood')
  scene.shape(ellipse(0, -486, 30, 30 * flat), lift(second, 0.06))
}
