import { tints } from '../colour.ts'
import { landscapeScene } from '../landscape.ts'
import { timesOfDay } from '../places/sky.ts'
import type { Random } from '../random.ts'
import { standShadow } from '../room/room.ts'
import { windowOn } from '../room/window.ts'
import { china, heapOf, placeItems } from '../still-life.ts'
import { tray } from '../vessels/bamboo.ts'
import { chawan, glassCup, tastingCup, teacup, yunomi } from '../vessels/cups.ts'
import { glassTeapot, pitcher } from '../vessels/glass-pots.ts'
import { steam } from '../vessels/glaze.ts'
import { gaiwan, kyusu, teapot, yixing } from '../vessels/pots.ts'
import { holderGlass, samovar } from '../vessels/samovar.ts'
import { caddy } from '../vessels/storage.ts'
import { inside, outside, seen, type TeaHouse, table } from './house-scenes.ts'
import { snowView } from './snow.ts'
import { type Story, thing } from './story.ts'

/** The tea houses that the shop has furnished with tea: from the street, a room, a table. */

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

/** By file name. */
export const houseStories: Readonly<Record<string, Story>> = Object.fromEntries(
  houses.flatMap((house) => [
    [`house-${house.slug}-outside`, { alt: house.alts[0], draw: (random: Random) => outside(house, random) }],
    [`house-${house.slug}-room`, { alt: house.alts[1], draw: (random: Random) => inside(house, random) }],
    [`house-${house.slug}-table`, { alt: house.alts[2], draw: (random: Random) => table(house, random) }],
  ]),
)
