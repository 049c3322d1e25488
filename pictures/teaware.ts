import type { Landscape, Vessel } from '../db/seed/types.ts'
import { lift, mix, type Tint } from './colour.ts'
import { curve } from './geometry.ts'
import { landscapeScene } from './landscape.ts'
import { drawLeaf } from './leaves/leaves.ts'
import { timesOfDay } from './places/sky.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, standShadow } from './room/room.ts'
import type { Wall } from './room/walls.ts'
import { windowOn } from './room/window.ts'
import { scoop, tray, whisk } from './vessels/bamboo.ts'
import { book } from './vessels/book.ts'
import { chawan, type DrawCup, saucer, teacup, yunomi } from './vessels/cups.ts'
import { glassTeapot, pitcher } from './vessels/glass-pots.ts'
import { steam } from './vessels/glaze.ts'
import { gaiwan, kettle, kyusu, teapot, yixing } from './vessels/pots.ts'
import { tastingCups } from './vessels/sets.ts'
import { infuser, scale, strainer, tumbler } from './vessels/steel.ts'
import { caddy, filterBags } from './vessels/storage.ts'

type VesselLayout = {
  readonly draw: DrawCup
  /** Half the width of the foot's shadow and the height, before scaling. */
  readonly half: number
  readonly tall: number
  readonly scale: number
  /** What a close look frames: centre and magnification over the side view. */
  readonly detailView: readonly [number, number, number]
}

const vesselLayouts: Readonly<Record<Vessel, VesselLayout>> = {
  gaiwan: { draw: gaiwan, half: 235, tall: 420, scale: 1.62, detailView: [-30, -270, 2.4] },
  kyusu: { draw: kyusu, half: 190, tall: 370, scale: 1.38, detailView: [-150, -200, 2.3] },
  teapot: { draw: teapot, half: 210, tall: 470, scale: 1.4, detailView: [-120, -270, 2.2] },
  yixing: { draw: yixing, half: 205, tall: 400, scale: 1.5, detailView: [-140, -220, 2.3] },
  cup: { draw: yunomi, half: 150, tall: 330, scale: 2, detailView: [-10, -220, 2.9] },
  'tasting-cups': { draw: tastingCups, half: 190, tall: 240, scale: 1.45, detailView: [20, -120, 2.5] },
  whisk: { draw: whisk, half: 80, tall: 570, scale: 1.6, detailView: [0, -410, 2.5] },
  'matcha-bowl': { draw: chawan, half: 175, tall: 300, scale: 1.62, detailView: [60, -200, 2.3] },
  infuser: { draw: infuser, half: 165, tall: 320, scale: 1.65, detailView: [60, -190, 2.7] },
  kettle: { draw: kettle, half: 260, tall: 480, scale: 1.2, detailView: [-240, -270, 2] },
  caddy: { draw: caddy, half: 200, tall: 680, scale: 1.36, detailView: [0, -540, 2.4] },
  scoop: { draw: scoop, half: 120, tall: 110, scale: 1.2, detailView: [-120, -60, 2.4] },
  tray: { draw: tray, half: 470, tall: 120, scale: 1.12, detailView: [-60, -120, 2.3] },
  strainer: { draw: strainer, half: 150, tall: 300, scale: 1.5, detailView: [40, -200, 2.5] },
  pitcher: { draw: pitcher, half: 160, tall: 390, scale: 1.72, detailView: [-60, -260, 2.4] },
  scale: { draw: scale, half: 390, tall: 110, scale: 1.32, detailView: [40, -60, 2.2] },
  tumbler: { draw: tumbler, half: 145, tall: 780, scale: 1.22, detailView: [0, -560, 2.3] },
  book: { draw: book, half: 210, tall: 530, scale: 1.5, detailView: [20, -300, 2.1] },
  'filter-bags': { draw: filterBags, half: 300, tall: 420, scale: 1.25, detailView: [230, -120, 2.2] },
}

type WarePicture = {
  readonly vessel: Vessel
  readonly colours: readonly [string, string]
  readonly glass: boolean
  readonly tint: Tint
  readonly wall: Wall
  /** What comes with it in a set. */
  readonly company: readonly Vessel[]
  /** What lies outside the window when it is in use, and at which hour. */
  readonly place: Landscape
  readonly hour: number
}

/** A thing made ready to stand: how it is drawn, in which colours, with which tea. */
type Ready = VesselLayout & { readonly colours: readonly [string, string]; readonly liquor?: string }

/** In a bowl, a jug and a glass pot the second colour is that of the tea. */
function ready({ vessel, colours, glass }: Pick<WarePicture, 'vessel' | 'colours' | 'glass'>): Ready {
  const thing = vesselLayouts[vessel]
  const [main, second] = colours
  if (vessel === 'matcha-bowl')
    return { ...thing, colours: [main, lift(mix(main, '#8A8272', 0.35), 0.06)], liquor: second }
  if (vessel === 'pitcher') return { ...thing, colours: [main, '#ffffff'], liquor: second }
  if (vessel === 'teapot' && glass) return { ...thing, draw: glassTeapot, colours, liquor: second }
  if (vessel === 'tasting-cups') return { ...thing, colours, liquor: '#D9A545' }
  return { ...thing, colours }
}

const foot = 1245

/** Plain side view on the shop's table; a set stands together. */
export function sideScene(picture: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  room(scene, picture.tint, picture.wall, random)
  if (picture.company.length === 0) place(scene, ready(picture), 600 + offCentre(picture.vessel), foot, 1, random)
  else placeCompanions(scene, picture, random)
  return scene
}

/** Where the parts of a set stand: x, y, size, the main piece last. */
const spots: readonly (readonly [number, number, number])[] = [
  [330, 1130, 0.66],
  [880, 1120, 0.62],
  [300, 1330, 0.52],
  [930, 1330, 0.6],
]

function placeCompanions(scene: Scene, picture: WarePicture, random: Random): void {
  const others = picture.company.map((vessel) =>
    ready({ vessel, colours: companyColours(vessel, picture.tint), glass: false }),
  )
  const placed = others.map((thing, index) => ({ thing, at: spots[index % spots.length]! }))
  for (const { thing, at } of placed.filter(({ at }) => at[1] < 1240)) place(scene, thing, at[0], at[1], at[2], random)
  place(scene, ready(picture), 610, 1250, 0.82, random)
  for (const { thing, at } of placed.filter(({ at }) => at[1] >= 1240)) place(scene, thing, at[0], at[1], at[2], random)
}

function companyColours(vessel: Vessel, tint: Tint): readonly [string, string] {
  if (vessel === 'caddy') return [mix(tint.deep, '#2C5A45', 0.5), '#E9DFC2']
  if (vessel === 'pitcher') return ['#EAF0EA', '#D9A545']
  if (vessel === 'whisk') return ['#D9B87A', '#2E3A36']
  if (vessel === 'tray') return ['#A9773F', '#2C5A45']
  if (vessel === 'kettle') return ['#3C4442', '#9A6A3E']
  if (vessel === 'matcha-bowl') return ['#4D4A44', '#87AE45']
  return ['#F5F2EA', tint.deep]
}

/** Pots with a spout or a handle on one side stand a little off the middle. */
const offCentre = (vessel: Vessel): number =>
  vessel === 'kyusu' ? -50 : vessel === 'kettle' ? 20 : vessel === 'scoop' ? -60 : 0

function place(scene: Scene, thing: Ready, x: number, y: number, size: number, random: Random): void {
  const scaled = thing.scale * size
  standShadow(scene, x, y, thing.half * scaled, thing.tall * scaled)
  scene.within(`translate(${x} ${y}) scale(${scaled})`, () => thing.draw(scene, thing.colours, random, thing.liquor))
}

/** What stands beside a thing while it is used. */
const companions: Readonly<Partial<Record<Vessel, Vessel>>> = {
  gaiwan: 'pitcher',
  pitcher: 'gaiwan',
  kyusu: 'caddy',
  teapot: 'caddy',
  yixing: 'tray',
  'matcha-bowl': 'whisk',
  whisk: 'matcha-bowl',
  kettle: 'gaiwan',
  'tasting-cups': 'yixing',
  scale: 'kettle',
  scoop: 'caddy',
  tray: 'yixing',
  caddy: 'teapot',
  infuser: 'cup',
  tumbler: 'scale',
  cup: 'teapot',
  book: 'teapot',
}

/** On a table by the window, with company, a poured cup and steam. */
export function inUseScene(picture: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  const { vessel, tint } = picture
  const at = 1030
  room(scene, { ...tint, table: mix(tint.table, '#C79A6C', 0.5) }, 'plain', random, at)
  const view = landscapeScene(
    { place: picture.place, hour: timesOfDay[picture.hour % timesOfDay.length]!, variant: picture.hour },
    random,
  )
  windowOn(scene, view, 160, -60, 880, 900, random.pick(['#6E4B36', '#EFE6D2', mix(tint.deep, '#3b332e', 0.35)]))
  const side = random.pick([-1, 1])
  const helper = companions[vessel] ?? 'teapot'
  const helped = ready({
    vessel: helper,
    colours: helper === 'yixing' ? ['#7A4B36', '#A96A45'] : companyColours(helper, tint),
    glass: false,
  })
  place(scene, helped, 600 + side * 300, 1130, helper === 'caddy' || helper === 'whisk' ? 0.62 : 0.6, random)
  const thing = ready(picture)
  const [x, y] = [600 - side * 70, 1290]
  place(scene, { ...thing, ...(vessel === 'cup' ? { liquor: '#D9A545' } : {}) }, x, y, 0.74, random)
  if (thing.liquor || vessel === 'cup') steam(scene, x, y - thing.tall * thing.scale * 0.74 + 20, 420, random, 0.45)
  else pouredCup(scene, 600 + side * 330, 1370, tint, random)
  spill(scene, 600 - side * 330, 1410, random)
  return scene
}

function pouredCup(scene: Scene, x: number, y: number, tint: Tint, random: Random): void {
  standShadow(scene, x, y, 130, 190)
  scene.within(`translate(${x} ${y}) scale(.74)`, () => {
    saucer(scene, 240, mix('#F4EFE2', tint.other, 0.1), tint.deep)
    teacup(scene, ['#F6F2E8', tint.deep], random, '#D9A545')
  })
  steam(scene, x, y - 215, 460, random, 0.42)
}

function spill(scene: Scene, x: number, y: number, random: Random): void {
  for (let index = 0; index < 16; index++) {
    scene.within(
      `translate(${(x + random.bell() * 110).toFixed(1)} ${(y + random.bell() * 24).toFixed(1)}) scale(1 .55)`,
      () =>
        drawLeaf.twists(
          scene,
          { x: 0, y: 0, angle: random.next() * 6.28, scale: 0.62 },
          lift('#55673B', random.bell() * 0.06),
          random,
        ),
    )
  }
}

/** A close look at rim, glaze or grain. */
export function detailScene(picture: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  const { tint, wall } = picture
  const thing = ready(picture)
  const [x, y, zoom] = thing.detailView
  const stands = 780 - zoom * y
  room(
    scene,
    { ...tint, wall: lift(tint.wall, -0.02) },
    wall === 'scroll' ? 'plain' : wall,
    random,
    Math.min(1390, stands - zoom * 56),
  )
  scene.within(`translate(600 780) scale(${zoom}) translate(${-x} ${-y})`, () => {
    scene.stipple(
      `<path d="${curve(
        [
          [-thing.half, 6],
          [thing.half * 0.6, -thing.half * 0.16],
          [thing.half * 2.4, 14],
          [thing.half * 2, 50],
          [0, 44],
        ],
        true,
      )}" fill="#7a6a58" fill-opacity=".6" filter="${scene.blur(6)}"/>`,
    )
    thing.draw(scene, thing.colours, random, thing.liquor)
  })
  return scene
}
