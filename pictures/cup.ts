import type { Landscape, LeafShape, TeaKind } from '../db/seed/types.ts'
import { lift, mix, type Tint } from './colour.ts'
import { landscapeScene } from './landscape.ts'
import { drawLeaf } from './leaves/leaves.ts'
import { powderMound } from './leaves/pieces.ts'
import { overheadScene } from './overhead.ts'
import { timesOfDay } from './places/sky.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, standShadow } from './room/room.ts'
import type { Wall } from './room/walls.ts'
import { windowOn } from './room/window.ts'
import { whisk } from './vessels/bamboo.ts'
import { chawan, type DrawCup, glassCup, saucer, tastingCup, teacup, yunomi } from './vessels/cups.ts'
import { pitcher } from './vessels/glass-pots.ts'
import { steam } from './vessels/glaze.ts'
import { gaiwan, kyusu, teapot, yixing } from './vessels/pots.ts'

/** How the cup is shown: with its pot, near by, from above, or by a window with a view. */
export type CupView = 'table' | 'near' | 'above' | 'window'
export const cupViews: readonly CupView[] = ['table', 'above', 'near', 'window']

type CupPicture = {
  readonly kind: TeaKind
  readonly leaf: LeafShape
  readonly leafColours: readonly [string, string]
  readonly liquor: string
  readonly tint: Tint
  readonly wall: Wall
  readonly country: string
  readonly place: Landscape
  readonly view: CupView
  readonly flowers?: boolean
  /** Which hour of day lies outside the window. */
  readonly hour: number
}

type Serving = 'teacup' | 'glass' | 'bowl' | 'yunomi' | 'tasting'

/** The cup that suits a tea. */
function servingFor({ leaf, kind, country }: CupPicture, random: Random): Serving {
  if (leaf === 'powder') return 'bowl'
  if (country === 'Japan') return random.pick(['yunomi', 'teacup'])
  if (kind === 'oolong' || kind === 'dark') return random.pick(['tasting', 'teacup', 'glass'])
  if (kind === 'herbal') return random.pick(['glass', 'yunomi', 'teacup'])
  return random.pick(['teacup', 'glass', 'teacup', 'tasting'])
}

export function cupScene(picture: CupPicture, random: Random): Scene {
  if (picture.view === 'above') return overheadScene({ ...picture, colours: picture.leafColours }, 'portrait', random)
  const scene = new Scene(1200, 1500)
  const serving = servingFor(picture, random)
  views[picture.view](scene, picture, serving, random)
  return scene
}

type Show = (scene: Scene, picture: CupPicture, serving: Serving, random: Random) => void

const views: Readonly<Record<Exclude<CupView, 'above'>, Show>> = {
  /** The poured cup, with the pot it came from behind it. */
  table(scene, picture, serving, random) {
    room(scene, picture.tint, picture.wall, random)
    const side = random.pick([-1, 1])
    behind(scene, picture, serving, 600 + side * 205, 1165, 1, random)
    served(scene, picture, serving, 600 - side * 110, 1300, 1, random)
    sprinkle(scene, picture, 600 + side * 330, 1390, random)
  },

  /** The cup alone, large. */
  near(scene, picture, serving, random) {
    room(scene, picture.tint, picture.wall === 'scroll' ? 'moon' : picture.wall, random, 1010)
    served(scene, picture, serving, 590, 1330, 1.42, random)
    sprinkle(scene, picture, 300, 1425, random)
  },

  window(scene, picture, serving, random) {
    const { tint, country, hour } = picture
    const at = 1050
    room(scene, { ...tint, table: mix(tint.table, '#C79A6C', 0.45) }, 'plain', random, at)
    const view = landscapeScene(
      { place: picture.place, country, variant: hour, hour: timesOfDay[hour % timesOfDay.length]! },
      random,
    )
    windowOn(scene, view, 190, -40, 820, 900, random.pick(['#6E4B36', '#EFE6D2', mix(tint.deep, '#3b332e', 0.3)]))
    const side = random.pick([-1, 1])
    behind(scene, picture, serving, 600 + side * 240, 1150, 0.82, random)
    served(scene, picture, serving, 600 - side * 130, 1310, 0.92, random)
    sprinkle(scene, picture, 600 + side * 300, 1400, random)
  },
}

type Served = {
  readonly draw: DrawCup
  readonly scale: number
  readonly tall: number
  readonly saucerReach: number
  readonly colours: readonly [string, string]
}

const cups: Readonly<Record<Serving, (tint: Tint, random: Random) => Served>> = {
  teacup: (tint) => ({ draw: teacup, scale: 1.5, tall: 260, saucerReach: 250, colours: ['#F8F4EA', tint.deep] }),
  glass: (tint) => ({
    draw: glassCup,
    scale: 1.35,
    tall: 300,
    saucerReach: 0,
    colours: [mix(tint.wall, '#ffffff', 0.5), tint.deep],
  }),
  bowl: (tint) => ({
    draw: chawan,
    scale: 1.3,
    tall: 300,
    saucerReach: 0,
    colours: ['#4D4A44', mix('#CFC4AC', tint.other, 0.2)],
  }),
  yunomi: (tint, random) => ({
    draw: yunomi,
    scale: 1.35,
    tall: 330,
    saucerReach: 0,
    colours: random.pick([
      ['#D8CDB4', mix(tint.deep, '#55706F', 0.3)],
      ['#8C7B66', '#EDE5D2'],
      [mix(tint.other, '#E8DFC8', 0.5), tint.deep],
    ] as const),
  }),
  tasting: (tint) => ({ draw: tastingCup, scale: 2.25, tall: 150, saucerReach: 0, colours: ['#F8F4EA', tint.deep] }),
}

function served(
  scene: Scene,
  { tint, liquor }: CupPicture,
  serving: Serving,
  x: number,
  y: number,
  size: number,
  random: Random,
): void {
  const { draw, scale, tall, saucerReach, colours } = cups[serving](tint, random)
  const drawn = scale * size
  standShadow(scene, x, y, (saucerReach || 120) * drawn, tall * drawn * 0.8)
  scene.within(`translate(${x} ${y}) scale(${drawn})`, () => {
    if (saucerReach) saucer(scene, saucerReach, mix('#F7F2E6', tint.other, 0.08), tint.deep)
    draw(scene, colours, random, liquor)
  })
  steam(scene, x, y - tall * drawn + 20, 640, random, 0.5)
}

/** The pot (or jug, or whisk) that belongs to the tea. */
function behind(
  scene: Scene,
  picture: CupPicture,
  serving: Serving,
  x: number,
  y: number,
  size: number,
  random: Random,
): void {
  const [draw, colours, scale, half] = potFor(picture, serving, random)
  standShadow(scene, x, y, half * scale * size, 380 * scale * size)
  scene.within(`translate(${x} ${y}) scale(${scale * size})`, () =>
    draw(scene, colours, random, draw === gaiwan ? lift(picture.liquor, 0.02) : picture.liquor),
  )
}

type Pot = readonly [DrawCup, readonly [string, string], number, number]

function potFor({ tint, kind, country }: CupPicture, serving: Serving, random: Random): Pot {
  const white = '#F5F1E7'
  const jug: Pot = [pitcher, ['#EAF0EA', '#ffffff'], 1.08, 150]
  const bowl: Pot = [gaiwan, [white, tint.deep], 1.08, 230]
  if (serving === 'bowl') return [whisk, ['#D9B87A', '#2B2F2E'], 1.05, 80]
  if (country === 'Japan')
    return [
      kyusu,
      random.pick([
        ['#8C3F2B', '#5B2A20'],
        ['#3C3F3D', '#2a2a2a'],
        ['#B08A5A', '#7A5A38'],
      ] as const),
      1.02,
      190,
    ]
  if (kind === 'oolong' || kind === 'dark')
    return random.pick<Pot>([[yixing, ['#7A4B36', '#A96A45'], 1, 200], jug, bowl])
  if (kind === 'green' || kind === 'white' || kind === 'yellow')
    return random.pick<Pot>([bowl, jug, [teapot, [mix('#F1ECDE', tint.other, 0.2), tint.deep], 0.95, 200]])
  const glazes = [
    ['#F1ECDE', tint.deep],
    [tint.deep, lift(tint.deep, -0.08)],
    [mix(tint.other, '#F1ECDE', 0.3), tint.spark],
  ] as const
  return [teapot, random.pick(glazes), 1, 205]
}

function sprinkle(scene: Scene, { leaf, leafColours }: CupPicture, x: number, y: number, random: Random): void {
  if (leaf === 'powder') return powderMound(scene, x, y, 70, leafColours[0], random)
  const draw = drawLeaf[leaf]
  const count = leaf === 'broken' || leaf === 'threads' ? 30 : 11
  for (let index = 0; index < count; index++) {
    const colour = lift(random.chance(0.7) ? leafColours[0] : leafColours[1], random.bell() * 0.05)
    scene.within(
      `translate(${(x + random.bell() * 120).toFixed(1)} ${(y + random.bell() * 30).toFixed(1)}) scale(1 .55)`,
      () => draw(scene, { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.7 }, colour, random),
    )
  }
}
