import type { Vessel } from '../../db/seed/shapes.ts'
import { lift, mix, type Tint } from './colour.ts'
import { curve, type Point } from './geometry.ts'
import { drawLeaf } from './leaves.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { room, standShadow, type Wall } from './room.ts'
import { chawan, type DrawCup, saucer, teacup, yunomi } from './vessels/cups.ts'
import { steam } from './vessels/glaze.ts'
import { gaiwan, kettle, kyusu, pitcher, teapot, yixing } from './vessels/pots.ts'
import {
  caddy,
  filterBags,
  infuser,
  scale,
  scoop,
  strainer,
  tastingCups,
  tray,
  tumbler,
  whisk,
} from './vessels/tools.ts'

type Standing = {
  readonly draw: DrawCup
  /** Half the width of the foot's shadow and the height, before scaling. */
  readonly half: number
  readonly tall: number
  readonly scale: number
  /** Shown with tea in it. */
  readonly fills?: boolean
  /** What a close look frames: centre and magnification over the side view. */
  readonly look: readonly [number, number, number]
}

export const standing: Readonly<Record<Vessel, Standing>> = {
  gaiwan: { draw: gaiwan, half: 235, tall: 420, scale: 1.5, look: [-30, -300, 2.5] },
  kyusu: { draw: kyusu, half: 190, tall: 370, scale: 1.28, look: [-180, -230, 2.3] },
  teapot: { draw: teapot, half: 210, tall: 470, scale: 1.3, look: [-150, -330, 2.2] },
  yixing: { draw: yixing, half: 205, tall: 400, scale: 1.38, look: [-170, -250, 2.3] },
  cup: { draw: yunomi, half: 150, tall: 330, scale: 1.75, look: [-10, -250, 2.9] },
  'tasting-cups': { draw: tastingCups, half: 190, tall: 240, scale: 1.35, fills: true, look: [20, -150, 2.6] },
  whisk: { draw: whisk, half: 80, tall: 570, scale: 1.45, look: [0, -410, 2.5] },
  'matcha-bowl': { draw: chawan, half: 175, tall: 300, scale: 1.5, fills: true, look: [60, -220, 2.4] },
  infuser: { draw: infuser, half: 165, tall: 320, scale: 1.6, look: [60, -220, 2.7] },
  kettle: { draw: kettle, half: 260, tall: 480, scale: 1.12, look: [-280, -320, 2.1] },
  caddy: { draw: caddy, half: 200, tall: 680, scale: 1.2, look: [0, -540, 2.4] },
  scoop: { draw: scoop, half: 120, tall: 110, scale: 1.12, look: [-110, -70, 2.5] },
  tray: { draw: tray, half: 470, tall: 120, scale: 1.1, look: [-60, -120, 2.3] },
  strainer: { draw: strainer, half: 150, tall: 300, scale: 1.5, look: [40, -240, 2.6] },
  pitcher: { draw: pitcher, half: 160, tall: 390, scale: 1.55, fills: true, look: [-60, -300, 2.5] },
  scale: { draw: scale, half: 390, tall: 110, scale: 1.25, look: [60, -70, 2.4] },
  tumbler: { draw: tumbler, half: 145, tall: 700, scale: 1.15, fills: true, look: [0, -520, 2.5] },
  'filter-bags': { draw: filterBags, half: 300, tall: 420, scale: 1.15, look: [260, -110, 2.2] },
}

export type WarePicture = {
  readonly vessel: Vessel
  readonly colours: readonly [string, string]
  readonly tint: Tint
  readonly wall: Wall
}

const foot = 1245

/** Plain side view on the shop's table. */
export function sideScene({ vessel, colours, tint, wall }: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  const thing = standing[vessel]
  room(scene, tint, wall, random)
  place(scene, thing, 600 + offCentre(vessel), foot, 1, colours, random)
  return scene
}

/** Pots with a spout or a handle on one side stand a little off the middle. */
const offCentre = (vessel: Vessel): number => (vessel === 'kyusu' ? -50 : vessel === 'kettle' ? 20 : 0)

function place(
  scene: Scene,
  thing: Standing,
  x: number,
  y: number,
  size: number,
  colours: readonly [string, string],
  random: Random,
  liquor?: string,
): void {
  const scaled = thing.scale * size
  standShadow(scene, x, y, thing.half * scaled, thing.tall * scaled)
  scene.within(`translate(${x} ${y}) scale(${scaled})`, () => thing.draw(scene, colours, random, liquor))
}

/** On the table with company: a cup poured, leaf spilled, steam. */
export function inUseScene({ vessel, colours, tint, wall }: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  room(scene, tint, wall, random, 1010)
  const thing = standing[vessel]
  const liquor =
    vessel === 'matcha-bowl' || vessel === 'whisk' ? '#87AE45' : random.pick(['#D9A545', '#C9772B', '#E0CF7A'])
  runner(scene, tint)
  const back = random.pick([-1, 1])
  if (vessel === 'whisk')
    place(scene, standing['matcha-bowl'], 600 + back * -150, 1150, 0.82, ['#3B3F3C', '#6F7F6B'], random, liquor)
  else if (vessel === 'matcha-bowl')
    place(scene, standing.whisk, 600 + back * 330, 1120, 0.62, ['#CBA468', '#2E3A36'], random)
  else if (isPot(vessel))
    place(scene, standing.caddy, 600 + back * -330, 1090, 0.66, [mix(tint.deep, '#3A3A36', 0.1), tint.other], random)
  else
    place(scene, standing.teapot, 600 + back * -200, 1120, 0.72, [mix('#F1ECDE', tint.other, 0.15), tint.deep], random)
  place(
    scene,
    thing,
    600 + back * (isPot(vessel) ? 90 : 130),
    isPot(vessel) ? 1190 : 1225,
    isPot(vessel) ? 0.86 : 0.66,
    colours,
    random,
    liquor,
  )
  if (isPot(vessel) || !thing.fills) {
    const [x, y] = [600 - back * 250, 1335]
    standShadow(scene, x, y, 130, 190)
    scene.within(`translate(${x} ${y}) scale(.82)`, () => {
      saucer(scene, 240, mix('#F4EFE2', tint.other, 0.1), tint.deep)
      teacup(scene, ['#F6F2E8', tint.deep], random, liquor)
    })
    steam(scene, x, y - 260, 520, random, 0.42)
  } else steam(scene, 600 + back * 130, 1225 - thing.tall * thing.scale * 0.66 + 30, 480, random, 0.42)
  spill(scene, 600 + back * 330, 1390, random)
  return scene
}

const isPot = (vessel: Vessel) => ['gaiwan', 'kyusu', 'teapot', 'yixing', 'kettle', 'pitcher', 'tray'].includes(vessel)

/** A strip of linen under the things. */
function runner(scene: Scene, tint: Tint): void {
  const cloth: Point[] = [
    [140, 1095],
    [1090, 1082],
    [1290, 1420],
    [-60, 1440],
  ]
  const d = `M${cloth.map((point) => point.join(' ')).join('L')}Z`
  const colour = mix(tint.wall, tint.deep, 0.22)
  scene.shape(d, colour, {
    paint: `<path d="M176 1112L1062 1100L1210 1396L16 1412Z" fill="none" stroke="${lift(colour, 0.12)}" stroke-width="5"/>`,
    stipple: `<path d="${d}" fill="${scene.gradient(
      [100, 1090],
      [1200, 1450],
      [
        [0, '#6b6054', 0],
        [0.6, '#6b6054', 0.05],
        [1, '#6b6054', 0.5],
      ],
    )}"/>`,
  })
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
export function detailScene({ vessel, colours, tint, wall }: WarePicture, random: Random): Scene {
  const scene = new Scene(1200, 1500)
  const thing = standing[vessel]
  room(scene, { ...tint, wall: lift(tint.wall, -0.03) }, wall === 'scroll' ? 'plain' : wall, random, 1400)
  const [x, y, zoom] = thing.look
  scene.within(`translate(600 760) scale(${zoom}) translate(${-x} ${-y})`, () => {
    scene.stipple(
      `<path d="${curve(
        [
          [-80, 10],
          [300, -10],
          [700, 30],
          [500, 90],
          [0, 60],
        ],
        true,
      )}" fill="#7a6a58" fill-opacity=".5"/>`,
    )
    thing.draw(scene, colours, random)
  })
  return scene
}
