import { lift, mix } from '../colour.ts'
import { box, curve, ellipse, type Profile } from '../geometry.ts'
import type { Scene } from '../plates.ts'
import { flat, mouth, thrown, tube } from './glaze.ts'

const brass = '#CF9B44'

/** The urn that gave the shop its name, with a small pot keeping warm on its crown. Foot at (0, 0), about 900 tall. */
export function samovar(scene: Scene, potColours: readonly [string, string]): void {
  const foot: Profile = [
    { y: -120, r: 96 },
    { y: -90, r: 74 },
    { y: -60, r: 104 },
    { y: -34, r: 150 },
    { y: 0, r: 158 },
  ]
  thrown(
    scene,
    foot,
    brass,
    'metal',
    bands([
      [-62, 108],
      [-38, 148],
    ]),
  )
  for (const side of [-1, 1]) ear(scene, side)
  const body: Profile = [
    { y: -592, r: 176 },
    { y: -560, r: 206 },
    { y: -470, r: 232 },
    { y: -340, r: 228 },
    { y: -220, r: 178 },
    { y: -150, r: 112 },
    { y: -112, r: 92 },
  ]
  thrown(
    scene,
    body,
    brass,
    'metal',
    `${sheen(scene, 232)}${flutes()}${bands([
      [-540, 214],
      [-524, 220],
      [-186, 146],
    ])}${medal()}`,
  )
  const shoulder: Profile = [
    { y: -650, r: 112 },
    { y: -630, r: 150 },
    { y: -604, r: 190 },
    { y: -586, r: 194 },
  ]
  thrown(scene, shoulder, lift(brass, 0.03), 'metal', sheen(scene, 194) + bands([[-606, 188]]))
  const crown: Profile = [
    { y: -742, r: 104 },
    { y: -724, r: 96 },
    { y: -684, r: 66 },
    { y: -646, r: 74 },
  ]
  thrown(scene, crown, brass, 'metal', sheen(scene, 104) + holes())
  mouth(scene, -742, 104, lift(brass, -0.1))
  tap(scene)
  scene.within('translate(0 -738) scale(.52)', () => smallPot(scene, potColours))
}

/** Brass mirrors the room in upright bands of dark and bright. */
function sheen(scene: Scene, reach: number): string {
  const fill = scene.gradient(
    [-reach, 0],
    [reach, 0],
    [
      [0, '#7A4E1C', 0.55],
      [0.1, '#F4D88E', 0.5],
      [0.24, '#CF9B44', 0],
      [0.46, '#F7E0A0', 0.4],
      [0.56, '#CF9B44', 0],
      [0.7, '#9A6524', 0.5],
      [0.84, '#7A4E1C', 0.35],
      [0.93, '#F0CB80', 0.6],
      [1, '#6B4318', 0.6],
    ],
  )
  return `<rect x="${-reach}" y="-900" width="${reach * 2}" height="960" fill="${fill}"/>`
}

const bands = (rows: readonly (readonly [number, number])[]): string =>
  rows
    .map(
      ([y, r]) =>
        `<path d="M${-r} ${y}A${r} ${r * flat} 0 0 0 ${r} ${y}" fill="none" stroke="${lift(brass, -0.13)}" stroke-width="6"/>` +
        `<path d="M${-r} ${y + 7}A${r} ${r * flat} 0 0 0 ${r} ${y + 7}" fill="none" stroke="${lift(brass, 0.12)}" stroke-width="4"/>`,
    )
    .join('')

/** Upright flutes that follow the belly. */
function flutes(): string {
  let dark = ''
  let bright = ''
  for (let step = -5; step <= 5; step++) {
    const share = Math.sin(step * 0.27)
    const rib = (shift: number) =>
      curve([
        [share * 212 + shift, -500],
        [share * 232 + shift, -420],
        [share * 224 + shift, -330],
        [share * 176 + shift, -220],
      ])
    dark += rib(0)
    bright += rib(7)
  }
  return `<path d="${dark}" fill="none" stroke="${lift(brass, -0.1)}" stroke-width="6" stroke-opacity=".75"/><path d="${bright}" fill="none" stroke="${lift(brass, 0.1)}" stroke-width="4" stroke-opacity=".75"/>`
}

function medal(): string {
  return `<path d="${ellipse(0, -400, 70, 78)}" fill="${lift(brass, 0.02)}" stroke="${lift(brass, -0.14)}" stroke-width="5"/><path d="${curve(
    [
      [0, -340],
      [-38, -392],
      [0, -458],
      [38, -392],
    ],
    true,
  )}" fill="${mix(brass, '#2C5A45', 0.72)}"/><path d="${curve([
    [0, -340],
    [2, -390],
    [0, -440],
  ])}" fill="none" stroke="${lift(brass, 0.1)}" stroke-width="4"/>`
}

function holes(): string {
  let d = ''
  for (let step = -3; step <= 3; step++)
    d += ellipse(Math.sin(step * 0.42) * 78, -698 + Math.cos(step * 0.42) * 8, 7, 10)
  return `<path d="${d}" fill="${lift(brass, -0.26)}"/>`
}

function ear(scene: Scene, side: number): void {
  tube(
    scene,
    [
      [side * 196, -540],
      [side * 276, -566],
      [side * 304, -500],
      [side * 262, -440],
      [side * 222, -430],
    ],
    [15, 13],
    brass,
    'metal',
  )
  scene.shape(box(side < 0 ? -312 : 274, -536, 38, 76, 17), '#3A2A22', {
    light: `<path d="${box(side < 0 ? -306 : 280, -528, 8, 58, 4)}" fill="#fff" fill-opacity=".3"/>`,
  })
}

function tap(scene: Scene): void {
  tube(
    scene,
    [
      [-40, -214],
      [-56, -176],
      [-60, -150],
      [-62, -120],
    ],
    [21, 17],
    lift(brass, -0.03),
    'metal',
  )
  scene.shape(box(-86, -232, 52, 32, 12), lift(brass, 0.05), {
    shade: `<path d="${box(-60, -232, 30, 32)}" fill="#6b5a40" fill-opacity=".5"/>`,
  })
  scene.shape(
    curve(
      [
        [-66, -232],
        [-92, -268],
        [-60, -292],
        [-30, -268],
        [-54, -232],
      ],
      true,
    ),
    lift(brass, 0.08),
    { light: `<circle cx="-70" cy="-272" r="9" fill="#fff" fill-opacity=".6"/>` },
  )
  scene.shape(ellipse(-62, -118, 17, 6), lift(brass, -0.2))
}

function smallPot(scene: Scene, [main, second]: readonly [string, string]): void {
  tube(
    scene,
    [
      [180, -230],
      [268, -250],
      [312, -190],
      [288, -110],
      [186, -76],
    ],
    [22, 18],
    main,
    'porcelain',
  )
  tube(
    scene,
    [
      [-170, -110],
      [-250, -140],
      [-290, -210],
      [-330, -250],
    ],
    [50, 18],
    main,
    'porcelain',
  )
  const body: Profile = [
    { y: -270, r: 110 },
    { y: -246, r: 170 },
    { y: -180, r: 216 },
    { y: -100, r: 214 },
    { y: -30, r: 160 },
    { y: 0, r: 116 },
  ]
  let dots = ''
  for (let index = 0; index < 9; index++) {
    const angle = (index - 4) * 0.33
    dots += ellipse(Math.sin(angle) * 206, -140 + Math.cos(angle) * 26, 20 * Math.cos(angle), 20)
  }
  thrown(
    scene,
    body,
    main,
    'porcelain',
    `<path d="${dots}" fill="${second}"/><path d="M-190 -214A190 ${190 * flat} 0 0 0 190 -214" fill="none" stroke="${second}" stroke-width="8"/>`,
  )
  const cover: Profile = [
    { y: -330, r: 26 },
    { y: -318, r: 70 },
    { y: -290, r: 104 },
    { y: -266, r: 114 },
  ]
  thrown(scene, cover, main, 'porcelain')
  const knob: Profile = [
    { y: -372, r: 10 },
    { y: -362, r: 24 },
    { y: -344, r: 22 },
    { y: -326, r: 14 },
  ]
  thrown(scene, knob, second, 'porcelain')
}

/** A thin glass in a metal holder, as tea from a samovar is drunk. */
export function holderGlass(scene: Scene, liquor: string): void {
  const glass: Profile = [
    { y: -230, r: 92 },
    { y: -120, r: 88 },
    { y: 0, r: 84 },
  ]
  thrown(scene, glass, mix(liquor, '#F2EAD8', 0.12), 'glass')
  const tea = ellipse(0, -196, 84, 84 * flat)
  scene.shape(`M-84 -196A84 ${84 * flat} 0 0 0 84 -196V-60H-84Z`, liquor, {
    light: `<path d="${box(-60, -190, 20, 130)}" fill="#ffe9b8" fill-opacity=".4"/>`,
  })
  scene.shape(tea, lift(liquor, 0.08), {
    light: `<path d="${ellipse(-26, -199, 26, 5)}" fill="#fff6da" fill-opacity=".7"/>`,
  })
  scene.light(
    `<path d="${ellipse(0, -230, 92, 92 * flat)}${ellipse(0, -229, 87, 87 * flat - 2)}" fill-rule="evenodd" fill="#fff" fill-opacity=".8"/><path d="M-90 -226L-86 -110" stroke="#fff" stroke-width="5" stroke-opacity=".6"/>`,
  )
  const holder: Profile = [
    { y: -118, r: 94 },
    { y: -60, r: 92 },
    { y: -14, r: 90 },
    { y: 0, r: 98 },
    { y: 10, r: 104 },
  ]
  tube(
    scene,
    [
      [88, -112],
      [150, -120],
      [166, -74],
      [140, -34],
      [90, -28],
    ],
    [11, 10],
    brass,
    'metal',
  )
  let lace = ''
  for (let step = -4; step <= 4; step++)
    lace += ellipse(Math.sin(step * 0.34) * 84, -62 + Math.cos(step * 0.34) * 12, 13 * Math.cos(step * 0.34), 20)
  thrown(scene, holder, brass, 'metal', `<path d="${lace}" fill="${mix(liquor, lift(brass, -0.2), 0.5)}"/>`)
}
