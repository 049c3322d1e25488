import { lift, mix, type Tint } from '../colour.ts'
import { box, curve, polygon } from '../geometry.ts'
import { spruce, tree } from '../places/growth.ts'
import { smoke } from '../places/people.ts'
import { timesOfDay } from '../places/sky.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { standShadow } from '../room/room.ts'
import type { Wall } from '../room/walls.ts'
import { windowOn } from '../room/window.ts'
import { china, roomFor, type StillLifeItem } from '../still-life.ts'
import { book } from '../vessels/book.ts'
import { tastingCup } from '../vessels/cups.ts'
import { steam } from '../vessels/glaze.ts'
import { kettle } from '../vessels/pots.ts'
import { caddy } from '../vessels/storage.ts'
import { type Building, building, chair, lamp, roundTable } from './house-parts.ts'
import { tableAt, tall, wide } from './story.ts'

/** How a tea house is drawn from what sets it apart. */

export type TeaHouse = {
  readonly slug: string
  readonly alts: readonly [outside: string, room: string, table: string]
  readonly view: (random: Random) => Scene
  readonly building: Omit<Building, 'x' | 'ground'>
  readonly ground: string
  readonly trees: 'spruce' | 'tree' | 'none'
  readonly tint: Tint
  readonly wood: string
  /** On the wall behind the table. */
  readonly wall: Wall
  /** On the small table of the room, drawn at a third of their size. */
  readonly pot: StillLifeItem['draw']
  readonly potColours: readonly [string, string]
  readonly liquor: string
  /** Where things are in the room. */
  readonly room: {
    readonly dresser: number
    readonly window: readonly [x: number, y: number, wide: number, high: number]
    readonly table: number
    readonly lamps: readonly number[]
  }
  readonly table: (scene: Scene, house: TeaHouse, random: Random) => void
}

/** The land around a house, with its own ground in front. */
export function seen(house: TeaHouse, random: Random): Scene {
  const scene = house.view(random)
  const near = curve([
    [-20, 770],
    [420, 742],
    [1000, 735],
    [1820, 760],
  ])
  scene.shape(`${near}L1820 1020L-20 1020Z`, house.ground, {
    stipple: `<rect x="0" y="730" width="1800" height="280" fill="${scene.gradient(
      [0, 740],
      [1800, 1010],
      [
        [0, '#5d5a46', 0],
        [0.5, '#5d5a46', 0.08],
        [1, '#5d5a46', 0.4],
      ],
    )}"/>`,
  })
  return scene
}

/** The house from the street. */
export function outside(house: TeaHouse, random: Random): Scene {
  const scene = seen(house, random)
  const ground = 850
  grow(scene, house, [120, 380, 1560, 1720], 790, random)
  const x = 960
  scene.shape(
    polygon([
      [x - 90, ground + 10],
      [x + 90, ground + 10],
      [x + 330, 1010],
      [x - 210, 1010],
    ]),
    mix(house.ground, '#E9DFC8', 0.65),
  )
  const { wide: reach, high, rise } = house.building
  smoke(scene, x + reach * 0.26 + 26, ground - high - rise - 60, 170, timesOfDay[4]!)
  building(scene, { ...house.building, x, ground }, random)
  for (const side of [-1, 1])
    for (let index = 0; index < 3; index++) {
      const at = x + side * (reach * 0.2 + index * reach * 0.11)
      plant(scene, at, ground + 18, house, random)
    }
  grow(scene, house, [60, 1690], 960, random)
  return scene
}

function grow(
  scene: Scene,
  { trees, ground, building: { snow } }: TeaHouse,
  spots: readonly number[],
  foot: number,
  random: Random,
): void {
  for (const x of spots) {
    const high = (foot - 560) * random.between(1.1, 1.5)
    if (trees === 'spruce') spruce(scene, x, foot, high, '#2F564B', snow ? '#F4F3EC' : undefined, random)
    if (trees === 'tree') tree(scene, x, foot, high, lift(mix(ground, '#3F6A3C', 0.7), random.bell() * 0.03), random)
  }
}

/** A pot of green before the wall, or a heap of snow. */
function plant(scene: Scene, x: number, foot: number, house: TeaHouse, random: Random): void {
  const size = random.between(24, 36)
  const tone = house.building.snow ? '#F8F7F0' : mix('#4C7A3D', house.ground, random.between(0, 0.4))
  const crown = curve(
    [
      [x - size, foot],
      [x - size * 0.9, foot - size * 1.1],
      [x, foot - size * 1.7],
      [x + size * 0.9, foot - size],
      [x + size, foot],
    ],
    true,
  )
  scene.shape(crown, tone, {
    stipple: `<path d="${box(x, foot - size * 2, size * 1.2, size * 2.2)}" fill="#3d4a38" fill-opacity=".35"/>`,
  })
}

/** A room with a table for two. */
export function inside(house: TeaHouse, random: Random): Scene {
  const { tint, wood, room } = house
  const scene = roomFor(wide, tall, { ...tint, table: lift(wood, 0.1) }, 'plain', 760, random)
  windowOn(scene, seen(house, random), ...room.window, lift(house.building.trim, -0.02))
  scene.shape(box(-10, 724, 1820, 36), lift(tint.wall, -0.08))
  scene.within(`translate(${room.dresser - 300} 0)`, () => dresser(scene, house, random))
  for (const [index, at] of room.lamps.entries()) lamp(scene, at, 170 + index * 40, house.building.door)
  const [x, foot] = [room.table, 930]
  chair(scene, x - 380, foot - 14, 1, wood)
  chair(scene, x + 380, foot - 14, -1, wood)
  roundTable(scene, x, foot, 270, lift(wood, 0.06))
  const at = foot - 336
  for (const [draw, colours, shift, scale] of [
    [house.pot, house.potColours, -20, 0.36],
    [tastingCup, [china(tint), tint.deep], -180, 0.5],
    [tastingCup, [china(tint), tint.deep], 160, 0.5],
  ] as const) {
    standShadow(scene, x + shift, at + 6, 150 * scale, 150 * scale)
    scene.within(`translate(${x + shift} ${at + 6}) scale(${scale})`, () => draw(scene, colours, random, house.liquor))
  }
  steam(scene, x + 160, at - 76, 130, random, 0.4)
  return scene
}

/** Shelves with tins and a kettle at the left wall. */
function dresser(scene: Scene, { wood, tint, building: { door } }: TeaHouse, random: Random): void {
  const colours = [tint.deep, tint.spark, door, tint.other, '#31456A', '#8A2F22']
  scene.shadow(box(90, 250, 480, 560), '#8a7a66', 18)
  scene.shape(box(70, 500, 460, 330), wood, {
    paint: `<path d="${box(92, 560, 200, 240)}${box(308, 560, 200, 240)}" fill="${lift(wood, 0.035)}"/><circle cx="276" cy="680" r="8" fill="#E7C47E"/><circle cx="324" cy="680" r="8" fill="#E7C47E"/>`,
    stipple: `<path d="${box(380, 500, 160, 330)}" fill="#3a2a20" fill-opacity=".25"/>`,
  })
  scene.shape(box(54, 484, 492, 24), lift(wood, 0.05))
  scene.within('translate(170 486) scale(.3)', () => kettle(scene, ['#B6BCBA', '#3A302A'], random))
  scene.within('translate(420 486) scale(.34)', () => book(scene, [door, '#E7C47E'], random))
  for (const y of [150, 310]) {
    for (let x = 110; x < 520; x += 82)
      scene.within(`translate(${x} ${y}) scale(.14)`, () => caddy(scene, [random.pick(colours), '#EFE3C6'], random))
    scene.shape(box(60, y, 480, 20), lift(wood, 0.02), {
      light: `<path d="${box(60, y, 480, 5)}" fill="#ffe2b8" fill-opacity=".55"/>`,
    })
    scene.shade(`<path d="${box(64, y + 20, 480, 20)}" fill="#7a6a58" fill-opacity=".4"/>`)
  }
}

/** What is poured, near. */
export function table(house: TeaHouse, random: Random): Scene {
  const scene = roomFor(wide, tall, house.tint, house.wall, tableAt, random)
  house.table(scene, house, random)
  return scene
}
