import { lift, mix, type Tint, tints } from './colour.ts'
import type { Scene } from './plates.ts'
import type { Random } from './random.ts'
import { china, heapOf, placeItems, placePack, roomFor, type StillLifeItem } from './still-life.ts'
import { whisk } from './vessels/bamboo.ts'
import { chawan, glassCup, tastingCup, teacup, yunomi } from './vessels/cups.ts'
import { pitcher } from './vessels/glass-pots.ts'
import { gaiwan, kettle, kyusu, teapot, yixing } from './vessels/pots.ts'
import { scale, tumbler } from './vessels/steel.ts'
import { caddy, filterBags } from './vessels/storage.ts'

/** Still lifes for the shelves of the shop that are not one kind of tea: 1200 by 900. */
type CategoryPicture = { readonly alt: string; readonly draw: (random: Random) => Scene }

const place = (
  draw: StillLifeItem['draw'],
  colours: readonly [string, string],
  x: number,
  y: number,
  size: number,
  half: number,
  tall: number,
  more: Partial<StillLifeItem> = {},
): StillLifeItem => ({
  draw,
  colours,
  x,
  y,
  scale: size,
  half,
  tall,
  ...more,
})

const categoryPicture = (
  alt: string,
  tint: Tint,
  wall: 'window' | 'moon' | 'plain' | 'arch',
  things: (tint: Tint) => readonly StillLifeItem[],
  more?: (scene: Scene, random: Random, tint: Tint) => void,
): CategoryPicture => ({
  alt,
  draw: (random) => {
    const scene = roomFor(1200, 900, tint, wall, 600, random)
    placeItems(scene, things(tint), random)
    more?.(scene, random, tint)
    return scene
  },
})

const pots = (tint: Tint) => [
  place(teapot, ['#F1ECDE', tint.deep], 380, 730, 0.86, 210, 470),
  place(yixing, ['#7A4B36', '#A96A45'], 900, 745, 0.74, 205, 400),
  place(gaiwan, ['#F6F2E8', '#2F5F7A'], 640, 825, 0.62, 235, 420),
]

export const categoryPictures: Readonly<Record<string, CategoryPicture>> = {
  tea: categoryPicture(
    'A tin of tea, a glass pitcher and a poured cup in the light of a window.',
    tints.green[0]!,
    'window',
    (tint) => [
      place(pitcher, ['#EAF0EA', '#ffffff'], 800, 730, 0.86, 150, 390, { liquor: '#D9A545' }),
      place(teacup, [china(tint), tint.deep], 560, 830, 0.82, 100, 250, { liquor: '#D9A545', steam: 330 }),
      place(caddy, ['#2C5A45', '#E9DFC2'], 300, 740, 0.62, 200, 680),
    ],
    (scene, random) => heapOf(scene, 'twists', ['#4E6238', '#7A8A4B'], 960, 830, 70, 40, 0.5, random),
  ),
  remedies: categoryPicture(
    'A pouch of herbs, a honey-coloured cup in glass and loose flowers and roots.',
    tints.herbal[3]!,
    'arch',
    () => [],
    (scene, random) => {
      placePack(
        scene,
        {
          pack: 'pouch',
          wall: 'plain',
          leaf: 'petals',
          leafColours: ['#E0B83A', '#F3EFDC'],
          label: {
            text: { name: 'Kitchen Herbs', kind: 'Tisane', origin: 'Four blends', net: '60 g' },
            tint: tints.herbal[3]!,
            motif: 'flower',
            style: 'sprig',
          },
        },
        390,
        745,
        0.6,
        random,
      )
      placeItems(
        scene,
        [place(glassCup, ['#EAF0EA', '#ffffff'], 720, 815, 0.86, 110, 300, { liquor: '#D9A545', steam: 340 })],
        random,
      )
      heapOf(scene, 'chips', ['#C8B388', '#7E6A3F'], 900, 820, 90, 26, 0.6, random)
      heapOf(scene, 'petals', ['#F3EFDC', '#E0B83A'], 1010, 790, 60, 20, 0.5, random)
    },
  ),
  teaware: categoryPicture('A teapot, a lidded bowl and a small clay pot side by side.', tints.ware[0]!, 'moon', pots),
  'pots-and-gaiwans': categoryPicture(
    'Three pots to brew in: a side-handled one, a clay one and a lidded bowl.',
    tints.ware[1]!,
    'plain',
    () => [
      place(kyusu, ['#9E4A33', '#6F2F22'], 350, 745, 0.8, 190, 370),
      place(yixing, ['#4E4F4A', '#7a7a70'], 860, 735, 0.8, 205, 400),
      place(gaiwan, ['#F6F2E8', '#2C5A45'], 640, 830, 0.66, 235, 420),
    ],
  ),
  'cups-and-bowls': categoryPicture(
    'A bowl of whisked tea, a dipped stoneware cup and two small porcelain cups.',
    tints.ware[2]!,
    'window',
    () => [
      place(yunomi, ['#D8CDB4', '#4C6E73'], 360, 740, 0.84, 110, 330),
      place(chawan, ['#4D4A44', '#CFC4AC'], 770, 790, 0.8, 120, 300, { liquor: '#87AE45' }),
      place(tastingCup, ['#F5F2EA', '#A84B25'], 500, 845, 0.9, 50, 150, { liquor: '#D9A545' }),
      place(tastingCup, ['#F5F2EA', '#2C5A45'], 1040, 830, 0.9, 50, 150),
    ],
  ),
  tools: categoryPicture(
    'A slender-spouted kettle, a bamboo whisk and a small scale with leaf on it.',
    tints.ware[3]!,
    'plain',
    () => [
      place(kettle, ['#3C4442', '#9A6A3E'], 470, 735, 0.82, 260, 480),
      place(whisk, ['#E2CFA0', '#2F3B2C'], 880, 745, 0.72, 80, 570),
      place(scale, ['#EFEADF', '#C9CCC8'], 760, 840, 0.56, 390, 110),
    ],
  ),
  storage: categoryPicture('Tall tea caddies in printed paper and a flask.', tints.ware[2]!, 'arch', () => [
    place(caddy, ['#31456A', '#D8CDB5'], 470, 745, 0.78, 200, 680),
    place(caddy, ['#A84B25', '#F0DDB8'], 760, 790, 0.56, 200, 680),
    place(tumbler, ['#3F6350', '#C6CBC8'], 950, 750, 0.62, 145, 700),
    place(filterBags, ['#E8D9BC', '#A84B25'], 240, 800, 0.4, 300, 420),
  ]),
  gifts: categoryPicture(
    'A gift box tied with cord, a tin and a small lidded bowl.',
    tints.herbal[0]!,
    'window',
    (tint) => [
      place(gaiwan, ['#F6F2E8', '#A84B25'], 930, 805, 0.66, 235, 420),
      place(caddy, [mix(tint.deep, '#7A2F3A', 0.3), '#F1DDBE'], 270, 735, 0.56, 200, 680),
    ],
    (scene, random) => {
      placePack(
        scene,
        {
          pack: 'box',
          wall: 'plain',
          leaf: 'twists',
          leafColours: ['#6B7A45', '#4A2F22'],
          label: {
            text: { name: 'Six Kinds, One Leaf', kind: 'Sampler', origin: 'Six teas', net: '60 g' },
            tint: { ...tints.green[0]!, deep: lift('#2C5A45', 0.01) },
            motif: 'leaf',
            style: 'frame',
          },
        },
        580,
        780,
        0.58,
        random,
      )
    },
  ),
}
