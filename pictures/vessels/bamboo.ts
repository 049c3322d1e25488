import { lift, mix } from '../colour.ts'
import { box, curve, line, type Point, type Profile, polygon } from '../geometry.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import { type DrawCup, tastingCup } from './cups.ts'
import { fibres, fibresAcross } from './fibres.ts'
import { rings, thrown } from './glaze.ts'

/** Tools of bamboo and wood: whisk, scoop, tray. */

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
    shade: `<path d="${hollow}" fill="#8a6a50" fill-opacity=".4"/><path d="${hollow}" transform="translate(26 24)" fill="#fff"/>`,
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
