import { lift, mix, type Tint, tints } from '../colour.ts'
import { box, curve, polygon } from '../geometry.ts'
import { landscapeScene } from '../landscape.ts'
import { spruce, tree } from '../places/growth.ts'
import { smoke } from '../places/people.ts'
import { timesOfDay } from '../places/sky.ts'
import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import { standShadow } from '../room/room.ts'
import type { Wall } from '../room/walls.ts'
import { windowOn } from '../room/window.ts'
import { china, heapOf, placeItems, roomFor, type StillLifeItem } from '../still-life.ts'
import { tray } from '../vessels/bamboo.ts'
import { book } from '../vessels/book.ts'
import { chawan, glassCup, tastingCup, teacup, yunomi } from '../vessels/cups.ts'
import { glassTeapot, pitcher } from '../vessels/glass-pots.ts'
import { steam } from '../vessels/glaze.ts'
import { gaiwan, kettle, kyusu, teapot, yixing } from '../vessels/pots.ts'
import { holderGlass, samovar } from '../vessels/samovar.ts'
import { caddy } from '../vessels/storage.ts'
import { type Building, building, chair, lamp, roundTable } from './house-parts.ts'
import { snowView } from './snow.ts'
import { type Story, tableAt, tall, thing, wide } from './story.ts'

/** The tea houses that the shop has furnished with tea: from the street, a room, a table. */

type TeaHouse = {
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

const land = (place: Parameters<typeof landscapeScene>[0]['place'], hour: number, variant = 0, country = '') =>
  ((random) =>
    landscapeScene({ place, hour: timesOfDay[hour]!, wide: true, variant, country }, random)) satisfies TeaHouse['view']

const houses: readonly TeaHouse[] = [
  {
    slug: 'the-ferry-house',
    alts: [
      'A low house of grey shingles with a blue door above the sea, its windows lit.',
      'A room with a wide window onto the water, a lamp, and a table for two with a green pot.',
      'A green teapot, two cups of amber tea and an open tin on a table by the sea.',
    ],
    view: land('island-coast', 6),
    building: {
      wide: 860,
      high: 270,
      rise: 190,
      form: 'long',
      cladding: 'shingles',
      floors: 1,
      wall: '#B4B6AB',
      roof: '#4F5D60',
      trim: '#F1ECDE',
      door: '#2F5F7A',
    },
    ground: '#8FA07A',
    trees: 'spruce',
    tint: { ...tints.white[2]!, wall: '#CBD8D8', table: '#D9B98E' },
    wood: '#A9805A',
    wall: 'plain',
    pot: teapot,
    potColours: ['#2C5A45', '#E9E0CC'],
    liquor: '#C98A3A',
    room: { dresser: 300, window: [700, 60, 900, 440], table: 1080, lamps: [900, 1320] },
    table: (scene, house, random) => {
      windowOn(scene, seen(house, random), 980, -60, 640, 560, '#F1ECDE')
      placeItems(
        scene,
        [
          thing(teapot, house.potColours, 760, 850, 1, 210, 470, { steam: 0 }),
          thing(teacup, [china(house.tint), '#2F5F7A'], 1200, 880, 0.72, 90, 250, { liquor: house.liquor, steam: 240 }),
          thing(teacup, [china(house.tint), '#2F5F7A'], 360, 930, 0.68, 90, 250, { liquor: house.liquor }),
          thing(caddy, ['#31456A', '#D8CDB5'], 1540, 830, 0.5, 200, 680),
        ],
        random,
      )
    },
  },
  {
    slug: 'the-snow-lantern',
    alts: [
      'A log house with a deep roof of snow among spruces, its windows glowing.',
      'A timber room with snow outside the window and a table for two under a red lamp.',
      'A brass samovar with two glasses of dark tea in their holders, and snow outside.',
    ],
    view: (random) => snowView(random),
    building: {
      wide: 720,
      high: 270,
      rise: 250,
      form: 'gable',
      cladding: 'logs',
      floors: 1,
      wall: '#A67852',
      roof: '#5A4238',
      trim: '#EFE0C2',
      door: '#8A2F22',
      snow: true,
    },
    ground: '#F1F1EA',
    trees: 'spruce',
    tint: { ...tints.black[3]!, wall: '#D5B48F', table: '#B07F55' },
    wood: '#8A5F40',
    wall: 'plain',
    pot: teapot,
    potColours: ['#8A2F22', '#E7C47E'],
    liquor: '#A5461C',
    room: { dresser: 1500, window: [160, 120, 560, 420], table: 820, lamps: [820] },
    table: (scene, house, random) => {
      windowOn(scene, seen(house, random), 180, -60, 620, 580, '#6E4B36')
      standShadow(scene, 1120, 880, 150, 560)
      scene.within('translate(1120 880) scale(.84)', () => samovar(scene, ['#F3EBDB', '#8A2F22']))
      steam(scene, 1105, 300, 240, random, 0.45)
      for (const [x, y] of [
        [760, 910],
        [500, 880],
      ] as const) {
        standShadow(scene, x, y, 86, 170)
        scene.within(`translate(${x} ${y}) scale(.92)`, () => holderGlass(scene, house.liquor))
      }
      placeItems(scene, [thing(caddy, ['#2C5A45', '#E7C47E'], 1560, 850, 0.5, 200, 680)], random)
    },
  },
  {
    slug: 'elevator-tea-room',
    alts: [
      'A tall, narrow house of red boards with a green door under a wide prairie sky.',
      'A bright room with a view over the fields and a table for two under a green lamp.',
      'A brown pot, two glazed beakers of strong tea and a tin on a table in window light.',
    ],
    view: land('plain', 3),
    building: {
      wide: 560,
      high: 470,
      rise: 190,
      form: 'gable',
      cladding: 'boards',
      floors: 2,
      wall: '#A8452F',
      roof: '#5B4A44',
      trim: '#F4EBD8',
      door: '#2C5A45',
    },
    ground: '#C6AE62',
    trees: 'none',
    tint: { ...tints.yellow[1]!, wall: '#EBDDB4', table: '#D2A26B' },
    wood: '#B07F4C',
    wall: 'window',
    pot: yixing,
    potColours: ['#7A4B36', '#A96A45'],
    liquor: '#B4531B',
    room: { dresser: 260, window: [980, 40, 420, 520], table: 1190, lamps: [1190] },
    table: (scene, house, random) => {
      placeItems(
        scene,
        [
          thing(yixing, house.potColours, 900, 850, 1.02, 200, 400),
          thing(yunomi, ['#F1ECDE', '#A8452F'], 1330, 880, 0.66, 90, 330, { liquor: house.liquor, steam: 250 }),
          thing(yunomi, ['#2C5A45', '#F1ECDE'], 440, 920, 0.62, 90, 330, { liquor: house.liquor }),
          thing(caddy, ['#B5821E', '#F4E3AE'], 1600, 800, 0.5, 200, 680),
        ],
        random,
      )
      heapOf(scene, 'broken', ['#2A1A16', '#5B3322'], 1080, 935, 70, 60, 0.5, random)
    },
  },
  {
    slug: 'la-cour-verte',
    alts: [
      'A two-storey brick house with green window frames and a yellow door between trees.',
      'A room with a yellow lamp, a window onto roofs and hills, and a table for two.',
      'A lidded bowl, a glass jug and tasting cups on a bamboo tray in the light of a round window.',
    ],
    view: land('village', 3),
    building: {
      wide: 820,
      high: 520,
      rise: 40,
      form: 'flat',
      cladding: 'bricks',
      floors: 2,
      wall: '#B4694A',
      roof: '#4F5D60',
      trim: '#35604B',
      door: '#D9A545',
    },
    ground: '#B9AE9A',
    trees: 'tree',
    tint: { ...tints.green[1]!, wall: '#D3D9B8', table: '#D8B384' },
    wood: '#7B5A34',
    wall: 'moon',
    pot: gaiwan,
    potColours: ['#F6F2E8', '#2C5A45'],
    liquor: '#DDAA4A',
    room: { dresser: 1480, window: [300, 60, 720, 460], table: 660, lamps: [480, 860] },
    table: (scene, house, random) => {
      placeItems(
        scene,
        [
          thing(tray, ['#A9773F', '#2C5A45'], 760, 900, 1.3, 470, 60, { liquor: house.liquor }),
          thing(gaiwan, house.potColours, 1350, 900, 0.9, 235, 420),
          thing(pitcher, ['#EAF0EA', '#ffffff'], 300, 860, 0.8, 150, 390, { liquor: house.liquor }),
        ],
        random,
      )
      steam(scene, 1340, 560, 260, random, 0.45)
    },
  },
  {
    slug: 'the-orchard-house',
    alts: [
      'A white house with a red roof and a green door between round trees.',
      'A pale room with a window onto the meadow and a table for two with a glass pot.',
      'A glass pot of yellow blossom tea with two glasses on a table by a meadow.',
    ],
    view: land('meadow', 1),
    building: {
      wide: 760,
      high: 290,
      rise: 230,
      form: 'gable',
      cladding: 'boards',
      floors: 1,
      wall: '#F2EBDA',
      roof: '#A84B25',
      trim: '#CFE0D0',
      door: '#4E7A50',
    },
    ground: '#93AE62',
    trees: 'tree',
    tint: { ...tints.herbal[3]!, wall: '#DCE6D2', table: '#E6CFA4' },
    wood: '#C39A66',
    wall: 'plain',
    pot: glassTeapot,
    potColours: ['#EAF0EA', '#C39A66'],
    liquor: '#E2B23C',
    room: { dresser: 1120, window: [1400, 90, 330, 440], table: 520, lamps: [520] },
    table: (scene, house, random) => {
      windowOn(scene, seen(house, random), 160, -60, 760, 560, '#F6F1E4')
      placeItems(
        scene,
        [
          thing(glassTeapot, house.potColours, 1050, 860, 1, 210, 430, { liquor: house.liquor }),
          thing(glassCup, ['#EAF0EA', '#ffffff'], 580, 900, 0.72, 110, 300, { liquor: house.liquor, steam: 240 }),
          thing(glassCup, ['#EAF0EA', '#ffffff'], 1480, 920, 0.7, 110, 300, { liquor: house.liquor }),
        ],
        random,
      )
      heapOf(scene, 'petals', ['#E8C86A', '#F3E3B0'], 300, 930, 90, 34, 0.5, random)
    },
  },
  {
    slug: 'the-cedar-gate',
    alts: [
      'A low house of dark boards with an orange door in front of tall bamboo.',
      'A quiet room with bamboo outside the window and a table for two under an orange lamp.',
      'A side-handled pot, a bowl of whisked green tea and a small cup beside a scroll.',
    ],
    view: land('bamboo', 1),
    building: {
      wide: 900,
      high: 260,
      rise: 150,
      form: 'long',
      cladding: 'boards',
      floors: 1,
      wall: '#6B4A38',
      roof: '#3B4446',
      trim: '#D9C39A',
      door: '#C8663A',
    },
    ground: '#A9AE93',
    trees: 'none',
    tint: { ...tints.green[2]!, wall: '#C6D2BC', table: '#B98A5E' },
    wood: '#6B4A38',
    wall: 'scroll',
    pot: kyusu,
    potColours: ['#8A4633', '#3A302A'],
    liquor: '#A9B84A',
    room: { dresser: 1530, window: [110, 30, 1080, 520], table: 640, lamps: [640] },
    table: (scene, house, random) => {
      placeItems(
        scene,
        [
          thing(kyusu, house.potColours, 640, 860, 0.98, 210, 400),
          thing(chawan, ['#3B4446', '#5C6A5A'], 1180, 890, 0.8, 160, 300, { liquor: '#9DB53F' }),
          thing(tastingCup, ['#F1ECDE', '#8A4633'], 880, 935, 1.1, 60, 150, { liquor: house.liquor, steam: 180 }),
        ],
        random,
      )
      heapOf(scene, 'needles', ['#3D5A2C', '#6B8A3F'], 1560, 900, 80, 70, 0.5, random)
    },
  },
]

/** The land around a house, with its own ground in front. */
function seen(house: TeaHouse, random: Random): Scene {
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

function outside(house: TeaHouse, random: Random): Scene {
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

function inside(house: TeaHouse, random: Random): Scene {
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

function table(house: TeaHouse, random: Random): Scene {
  const scene = roomFor(wide, tall, house.tint, house.wall, tableAt, random)
  house.table(scene, house, random)
  return scene
}

/** By file name. */
export const houseStories: Readonly<Record<string, Story>> = Object.fromEntries(
  houses.flatMap((house) => [
    [`house-${house.slug}-outside`, { alt: house.alts[0], draw: (random: Random) => outside(house, random) }],
    [`house-${house.slug}-room`, { alt: house.alts[1], draw: (random: Random) => inside(house, random) }],
    [`house-${house.slug}-table`, { alt: house.alts[2], draw: (random: Random) => table(house, random) }],
  ]),
)
