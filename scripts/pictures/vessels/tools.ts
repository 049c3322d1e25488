import { lift, mix, paper } from '../colour.ts'
import { box, curve, ellipse, line, type Point, type Profile, polygon } from '../geometry.ts'
import { drawLeaf } from '../leaves.ts'
import { outline } from '../lettering.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { type DrawCup, glassBody, tastingCup } from './cups.ts'
import { flat, mouth, rings, thrown, tube } from './glaze.ts'

/** Tools around the pot. Each stands or lies with its foot at (0, 0). */

export const whisk: DrawCup = (scene, [main, second], random) => {
  // Outer tines first, each a thin strip that opens upwards and curls at the tip.
  for (let ring = 0; ring < 2; ring++) {
    const count = ring === 0 ? 46 : 34
    for (let index = 0; index < count; index++) {
      const share = (index / (count - 1)) * 2 - 1
      const wide = (ring === 0 ? 190 : 120) * Math.sin(share * 1.45)
      const root = 74 * Math.sin(share * 1.5)
      const tip = -570 + Math.abs(share) * 26 + (ring === 1 ? 40 : 0)
      const d = curve([
        [root, -260],
        [root + (wide - root) * 0.5, -370],
        [wide, -480],
        [wide * 1.03, -540],
        [wide * 0.93, tip],
      ])
      const tone = lift(main, share * -0.1 + random.bell() * 0.035 + (ring === 1 ? -0.1 : 0.02))
      scene.paint(
        `<path d="${d}" fill="none" stroke="${lift(tone, -0.14)}" stroke-width="9"/><path d="${d}" fill="none" stroke="${tone}" stroke-width="6" stroke-linecap="round"/>`,
      )
    }
  }
  const handle: Profile = [
    { y: -270, r: 74 },
    { y: -180, r: 72 },
    { y: -90, r: 72 },
    { y: 0, r: 74 },
  ]
  thrown(
    scene,
    handle,
    main,
    'wood',
    `${rings(handle, 1, lift(main, -0.16), 0.7)}${fibres(random, -80, -280, 160, 300, lift(main, -0.07))}`,
  )
  const knot: Profile = [
    { y: -300, r: 92 },
    { y: -282, r: 90 },
    { y: -262, r: 78 },
  ]
  thrown(scene, knot, second, 'clay', rings(knot, 4, lift(second, -0.12), 0.8))
}

function fibres(random: Random, x: number, y: number, width: number, height: number, colour: string): string {
  let d = ''
  for (let at = x; at < x + width; at += random.between(8, 20))
    d += line([
      [at, y],
      [at + random.bell() * 3, y + height],
    ])
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-opacity=".6"/>`
}

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

/** A scoop lying on the table, a measure of leaf in it. */
export const scoop: DrawCup = (scene, [main], random) => {
  scene.shadow(
    curve(
      [
        [-330, 6],
        [0, 34],
        [420, 8],
        [430, 30],
        [60, 74],
        [-300, 44],
      ],
      true,
    ),
    '#7a6a58',
    12,
  )
  const hollow = curve(
    [
      [-360, -78],
      [-200, -128],
      [40, -120],
      [150, -74],
      [40, -34],
      [-200, -22],
      [-340, -40],
    ],
    true,
  )
  const shell = curve(
    [
      [-366, -76],
      [-330, -10],
      [-180, 38],
      [20, 36],
      [150, -10],
      [470, -46],
      [482, -74],
      [150, -84],
      [40, -124],
      [-200, -132],
    ],
    true,
  )
  scene.shape(shell, main, {
    paint: fibresAcross(random, -370, -140, 860, 180, lift(main, -0.07)),
    stipple: `<path d="${shell}" fill="${scene.gradient(
      [0, -130],
      [0, 50],
      [
        [0, '#594c48', 0],
        [0.5, '#594c48', 0.05],
        [1, '#594c48', 0.75],
      ],
    )}"/>`,
    light: `<path d="${curve([
      [150, -80],
      [300, -72],
      [480, -70],
    ])}" fill="none" stroke="#ffe7c0" stroke-width="10" stroke-opacity=".6"/>`,
  })
  scene.shape(hollow, lift(main, -0.09), {
    shade: `<path d="${hollow}" fill="#6b5040" fill-opacity=".5"/><path d="${hollow}" transform="translate(26 24)" fill="#fff"/>`,
  })
  for (let index = 0; index < 60; index++) {
    const [px, py] = [-110 + random.bell() * 170, -72 + random.bell() * 26 - index * 0.5]
    scene.within(`translate(${px} ${py}) scale(1 .5)`, () =>
      drawLeaf.twists(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.55 },
        lift(mix('#4E6238', '#8A8F52', random.next()), random.bell() * 0.05),
        random,
      ),
    )
  }
}

function fibresAcross(random: Random, x: number, y: number, width: number, height: number, colour: string): string {
  let d = ''
  for (let at = y; at < y + height; at += random.between(9, 20))
    d += curve([
      [x, at],
      [x + width * 0.4, at + random.bell() * 8],
      [x + width, at + random.bell() * 5],
    ])
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="2.5" stroke-opacity=".6"/>`
}

/** A slatted tray that drains into its belly. */
export const tray: DrawCup = (scene, [main, second], random, liquor) => {
  const top = polygon(
    [
      [-430, -84],
      [300, -84],
      [450, -10],
      [-480, -10],
    ].map(([x, y]): Point => [x!, y! - 40]),
  )
  const front = polygon([
    [-480, -50],
    [450, -50],
    [450, 30],
    [-480, 30],
  ])
  scene.shape(top, lift(main, 0.03), { paint: slats(main) })
  scene.shape(front, main, {
    paint: fibresAcross(random, -480, -50, 930, 80, lift(main, -0.08)),
    stipple: `<path d="${front}" fill="${scene.gradient(
      [-480, 0],
      [450, 30],
      [
        [0, '#594c48', 0.05],
        [0.5, '#594c48', 0.15],
        [1, '#594c48', 0.6],
      ],
    )}"/>`,
    light: `<path d="${box(-480, -50, 930, 7)}" fill="#ffe7c0" fill-opacity=".6"/>`,
  })
  scene.within('translate(-210 -74) scale(.85)', () =>
    tastingCup(scene, ['#F2EDE0', second], random, liquor ?? '#D9A545'),
  )
  scene.within('translate(40 -66) scale(.85)', () =>
    tastingCup(scene, ['#F2EDE0', second], random, liquor ?? '#D9A545'),
  )
  scene.within('translate(270 -72) scale(.85)', () => tastingCup(scene, ['#F2EDE0', second], random))
}

function slats(main: string): string {
  let d = ''
  for (let index = 0; index < 15; index++) {
    const share = index / 14
    d += line([
      [-410 + share * 690, -120],
      [-446 + share * 866, -56],
    ])
  }
  return `<path d="${d}" fill="none" stroke="${lift(main, -0.2)}" stroke-width="7" stroke-linecap="round"/>`
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
    `<path transform="translate(192 -27) scale(1 .62)" d="${outline('3.0 g', 34, { face: 'sans', weight: 600, spread: 0.06 })}" fill="${mix('#BDE5B4', paper, 0.2)}"/>`,
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

/** A double-walled flask with leaf dancing in it. */
export const tumbler: DrawCup = (scene, [main, second], random, liquor) => {
  const tea = liquor ?? '#D9D58A'
  const body: Profile = [
    { y: -560, r: 150 },
    { y: -300, r: 150 },
    { y: -60, r: 150 },
    { y: -16, r: 140 },
    { y: 0, r: 124 },
  ]
  glassBody(scene, body, mix(main, '#EAF0EA', 0.75), tea, 0.06)
  scene.clipped(box(-132, -520, 264, 500, 30), () => {
    for (let index = 0; index < 34; index++) {
      const y = index < 20 ? -50 + random.bell() * 26 : random.between(-470, -80)
      drawLeaf.flat(
        scene,
        { x: random.between(-112, 112), y, angle: random.between(0.4, 2.7), scale: 0.5 },
        lift('#6F8A42', random.bell() * 0.05),
        random,
      )
    }
  })
  const cover: Profile = [
    { y: -690, r: 150 },
    { y: -640, r: 158 },
    { y: -552, r: 158 },
  ]
  thrown(scene, cover, second, 'wood', fibres(random, -170, -700, 340, 170, lift(second, -0.07)))
  scene.shape(ellipse(0, -690, 150, 150 * flat), lift(second, 0.07), {
    light: `<path d="${ellipse(0, -690, 150, 150 * flat)}${ellipse(2, -688, 145, 145 * flat)}" fill-rule="evenodd" fill="#fff" fill-opacity=".4"/>`,
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

/** Two small cups, one in front of the other. */
export const tastingCups: DrawCup = (scene, colours, random, liquor) => {
  scene.within('translate(120 -46) scale(1.35)', () => tastingCup(scene, colours, random, liquor))
  scene.within('translate(-190 -34) scale(1.35)', () => tastingCup(scene, [colours[1], colours[0]], random, liquor))
  scene.shade(`<path d="${ellipse(20, 26, 120, 20)}" fill="#6d5f50" fill-opacity=".5"/>`)
  scene.within('translate(-10 14) scale(1.5)', () => tastingCup(scene, colours, random, liquor))
}
