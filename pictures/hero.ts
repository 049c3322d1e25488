import { lift, mix, tints } from './colour.ts'
import { box, curve, ellipse, line, type Point } from './geometry.ts'
import { landscapeScene } from './landscape.ts'
import { drawLeaf } from './leaves/leaves.ts'
import { timesOfDay } from './places/sky.ts'
import { Scene } from './plates.ts'
import { type Random, randomFrom } from './random.ts'
import { standShadow } from './room/room.ts'
import { steam } from './vessels/glaze.ts'
import { holderGlass, samovar } from './vessels/samovar.ts'

/**
 * The home page's scene: dawn over the terraces, seen through the tea room's window, and a samovar on the sill. The left
 * two fifths stay calm and pale, because a headline in ink stands there.
 */
export function heroScene(random: Random): Scene {
  const scene = new Scene(1800, 1000)
  const wall = '#F2E3CA'
  scene.paint(`<rect width="1800" height="1000" fill="${wall}"/>`)
  scene.stipple(
    `<rect width="1800" height="1000" fill="${scene.gradient(
      [0, 0],
      [0, 1000],
      [
        [0, '#a98b62', 0.16],
        [0.4, '#a98b62', 0],
        [1, '#a98b62', 0],
      ],
    )}"/>`,
  )
  window(scene)
  sill(scene)
  curtain(scene)
  standShadow(scene, 1235, 900, 150, 560)
  scene.within('translate(1235 900) scale(.86)', () => samovar(scene, ['#F3EBDB', '#A84B25']))
  steam(scene, 1215, 310, 300, random, 0.5)
  glassAndSugar(scene, random)
  return scene
}

/** A warmer first hour than the other landscapes have, with the sun clear of the window's bars. */
const dawn = {
  ...timesOfDay[0]!,
  sky: ['#EFAE7C', '#F6CF9C', '#FBE9C6'] as const,
  sun: '#E2622F',
  sunAt: [0.65, 0.335] as const,
  tea: '#55823C',
}

function window(scene: Scene): void {
  const [x, y, wide, tall] = [880, -40, 960, 800]
  const frame = '#6E4B36'
  scene.shape(box(x - 34, y, wide + 80, tall + 30), frame, {
    light: `<path d="${box(x - 34, y, 9, tall + 30)}" fill="#ffe2b8" fill-opacity=".5"/>`,
  })
  const view = landscapeScene({ place: 'terraces', hour: dawn, wide: true, variant: 1 }, randomFrom('hero view 3'))
  scene.embed(view, `translate(${x - 180} ${y + 30}) scale(.8)`, box(x, y, wide, tall))
  const glow = box(x, y, wide, tall)
  scene.light(
    `<path d="${glow}" fill="${scene.glow(x + wide * 0.55, y + tall * 0.3, 620, [
      [0, '#ffdf9e', 0.4],
      [1, '#ffdf9e', 0],
    ])}"/>`,
  )
  const bars = [box(x + wide * 0.62, y, 20, tall), box(x, y + tall * 0.27, wide, 16)]
  for (const bar of bars) {
    scene.shade(`<path d="${bar}" transform="translate(6 5)" fill="#7a6a58" fill-opacity=".4"/>`)
    scene.shape(bar, frame)
  }
  scene.light(
    `<path d="${box(x + wide * 0.62, y, 5, tall)}${box(x, y + tall * 0.27, wide, 4)}" fill="#ffe2b8" fill-opacity=".55"/>`,
  )
  scene.shade(`<path d="${box(x, y, 14, tall)}" fill="#5d4a3c" fill-opacity=".5"/>`)
}

function sill(scene: Scene): void {
  const wood = '#C58F5C'
  const at = 785
  scene.shape(box(-10, at, 1820, 230), wood, {
    stipple: `<rect x="0" y="${at}" width="1800" height="230" fill="${scene.gradient(
      [0, at],
      [1800, at + 260],
      [
        [0, '#9a7450', 0],
        [0.5, '#9a7450', 0.04],
        [1, '#9a7450', 0.45],
      ],
    )}"/>`,
  })
  const random = { waver: [6, -5, 4, -7, 3, 5, -4] }
  let grain = ''
  random.waver.forEach((waver, index) => {
    const y = at + 24 + index * 31
    grain += curve([
      [-10, y],
      [500, y + waver],
      [1000, y - waver],
      [1810, y + waver * 0.6],
    ])
  })
  scene.paint(`<path d="${grain}" fill="none" stroke="${lift(wood, -0.05)}" stroke-width="5"/>`)
  scene.light(`<path d="${box(-10, at, 1820, 7)}" fill="#fff0cf" fill-opacity=".7"/>`)
  // Morning light lies across the wood in two panes.
  for (const left of [560, 900])
    scene.light(
      `<path d="${line([
        [left, at + 30],
        [left + 250, at + 30],
        [left + 110, 1010],
        [left - 170, 1010],
      ])}Z" fill="#ffe3ad" fill-opacity=".3"/>`,
    )
}

/** A pale curtain drawn to the side, between wall and window. */
function curtain(scene: Scene): void {
  const cloth = '#EFD9B8'
  const fold = (x: number, wide: number, tone: string) => {
    const d = `${curve([
      [x, -20],
      [x + 10, 260],
      [x - 16, 540],
      [x - 4, 800],
    ])}${curve([
      [x + wide * 0.8, 806],
      [x + wide, 540],
      [x + wide * 0.9, 260],
      [x + wide, -20],
    ]).replace(/^M/, 'L')}Z`
    scene.shape(d, tone, {
      stipple: `<path d="${d}" fill="${scene.gradient(
        [x, 0],
        [x + wide, 0],
        [
          [0, '#8a6a48', 0.4],
          [0.35, '#8a6a48', 0],
          [1, '#8a6a48', 0.35],
        ],
      )}"/>`,
    })
  }
  scene.shadow(box(835, 0, 150, 800), '#8a7a66', 16)
  fold(784, 70, lift(cloth, -0.02))
  fold(842, 62, cloth)
  fold(894, 54, lift(cloth, -0.03))
}

function glassAndSugar(scene: Scene, random: Random): void {
  standShadow(scene, 985, 930, 86, 170)
  scene.within('translate(985 930) scale(.92)', () => holderGlass(scene, '#B4531B'))
  steam(scene, 985, 720, 210, random, 0.4)
  // A dish of leaf on the right, some of it fallen beside.
  const [x, y] = [1560, 905]
  standShadow(scene, x, y + 8, 90, 90)
  const dish = curve(
    [
      [x - 165, y - 66],
      [x - 120, y - 14],
      [x - 64, y + 6],
      [x + 64, y + 6],
      [x + 120, y - 14],
      [x + 165, y - 66],
    ],
    false,
  )
  scene.shape(`${dish}Z`, tints.green[0]!.deep, {
    stipple: `<rect x="${x - 180}" y="${y - 80}" width="360" height="110" fill="${scene.gradient(
      [x - 165, 0],
      [x + 165, 0],
      [
        [0, '#26332d', 0.2],
        [0.3, '#26332d', 0],
        [1, '#26332d', 0.7],
      ],
    )}"/>`,
    light: `<path d="${curve([
      [x - 138, y - 46],
      [x - 104, y - 14],
      [x - 70, y - 4],
    ])}" fill="none" stroke="#fff" stroke-width="10" stroke-opacity=".4" stroke-linecap="round"/>`,
  })
  scene.shape(ellipse(x, y - 66, 165, 25), mix(tints.green[0]!.deep, '#ffffff', 0.14))
  scene.shape(ellipse(x, y - 64, 154, 21), lift(tints.green[0]!.deep, -0.1))
  leafHeap(scene, x, y - 70, 120, 15, 150, random)
  leafHeap(scene, x - 235, y + 30, 60, 10, 12, random)
}

function leafHeap(scene: Scene, x: number, y: number, rx: number, ry: number, count: number, random: Random): void {
  for (let index = 0; index < count; index++) {
    const rise = count > 50 ? (index / count) * 30 : 0
    const spread = 1 - rise / 60
    const spot: Point = [x + random.bell() * rx * spread, y + random.bell() * ry - rise]
    scene.within(`translate(${spot[0].toFixed(1)} ${spot[1].toFixed(1)}) scale(1 .5)`, () =>
      drawLeaf.twists(
        scene,
        { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.44 },
        lift(mix('#3A2A22', '#B98A3F', random.next() ** 2), random.bell() * 0.05),
        random,
      ),
    )
  }
}
