import type { Landscape, LeafShape, SeedProduct, TeaKind, Vessel } from '../db/seed/types.ts'
import { lightnessOf } from './colour.ts'
import type { CupView } from './cup.ts'
import type { LeafSetting } from './leaf/types.ts'

/** Sentences for people who do not see the pictures. */

const leafText: Readonly<Record<LeafShape, string>> = {
  needles: 'fine, straight needles',
  buds: 'plump, downy buds',
  twists: 'long, twisted leaves',
  pearls: 'leaves rolled into round pearls',
  rolled: 'leaves rolled into tight nuggets',
  flat: 'flat, smooth blades',
  broken: 'small, crisp broken leaf',
  powder: 'fine, bright powder',
  cake: 'leaves pressed into a firm cake',
  threads: 'short, thin threads',
  petals: 'broad, curled leaves',
  chips: 'cut pieces of leaf, fruit and root',
}

const kindText: Readonly<Record<TeaKind, string>> = {
  white: 'white tea',
  green: 'green tea',
  yellow: 'yellow tea',
  oolong: 'oolong',
  black: 'black tea',
  dark: 'dark tea',
  herbal: 'herbal tisane',
}

const settingText: Readonly<Record<LeafSetting, string>> = {
  sheet: 'in a heap on a sheet of paper',
  dish: 'in a shallow porcelain dish',
  sweep: 'spread across pale paper',
  scoop: 'with a wooden scoop lying in it',
}

const landscapeText: Readonly<Record<Landscape, string>> = {
  terraces: 'tea terraces winding round the hills',
  'mist-mountain': 'steep peaks rising out of mist above rows of tea',
  'river-gorge': 'a river between rock walls, with tea on the bank',
  'island-coast': 'rows of tea above a quiet shore',
  plain: 'long rows of bushes running to the horizon',
  bamboo: 'a bamboo grove at the edge of a tea garden',
  'desert-hills': 'dry red hills under a wide sky',
  meadow: 'a flowering meadow in front of low hills',
  village: 'a village with deep roofs below the mountains',
}

const packText = { tin: 'tin', pouch: 'pouch', 'cake-wrapper': 'paper-wrapped cake', box: 'box' } as const

const vesselText: Readonly<Record<Vessel, string>> = {
  gaiwan: 'lidded bowl on its saucer',
  kyusu: 'teapot with a side handle',
  teapot: 'teapot',
  yixing: 'small clay teapot',
  cup: 'cup',
  'tasting-cups': 'small tasting cups',
  whisk: 'bamboo whisk, tines up',
  'matcha-bowl': 'wide bowl for whisked tea',
  infuser: 'mesh basket with two arms',
  kettle: 'kettle with a slender spout',
  caddy: 'tall tea caddy',
  scoop: 'scoop with a measure of leaf',
  tray: 'slatted tray with small cups',
  strainer: 'fine strainer on its stand',
  pitcher: 'pitcher filled with tea',
  scale: 'flat scale with leaf on its plate',
  tumbler: 'travel tumbler',
  book: 'cloth-bound book with a leaf on its cover',
  'filter-bags': 'paper filter bags, one of them filled',
}

/** A plain word for how light a liquor is. */
const tone = (colour: string) =>
  lightnessOf(colour) > 0.86
    ? 'pale'
    : lightnessOf(colour) > 0.68
      ? 'golden'
      : lightnessOf(colour) > 0.45
        ? 'amber-red'
        : 'deep, dark'

const from = (product: SeedProduct) => (product.facts ? `from ${product.facts.origin}, ${product.facts.country}` : '')

export const packAlt = (product: SeedProduct, pack: keyof typeof packText): string =>
  `A ${packText[pack]} of ${product.name}${product.facts ? `, ${kindText[product.facts.kind]} ${from(product)}` : ''}, on a table with a pinch of the leaf in front.`

export const leafAlt = (product: SeedProduct, leaf: LeafShape, setting: LeafSetting): string =>
  leaf === 'powder'
    ? `${product.name}: ${leafText.powder} in a dark dish, with the bamboo spoon that measures it.`
    : leaf === 'cake'
      ? `${product.name} out of its paper: ${leafText.cake}, with a piece broken off.`
      : `Loose leaf of ${product.name}: ${leafText[leaf]}, ${settingText[setting]}.`

export const samplesAlt = (product: SeedProduct): string =>
  `The teas of ${product.name}, each in a small dish, seen from above.`

const cupViewText: Readonly<Record<CupView, string>> = {
  table: 'the pot stands behind it',
  near: 'seen from close by',
  above: 'seen from above, beside a drift of the leaf',
  window: 'by a window onto the hills',
}

export const cupAlt = (product: SeedProduct, liquor: string, view: CupView): string =>
  `A cup of ${product.name} with ${tone(liquor)} liquor, ${cupViewText[view]}.`

export const landscapeAlt = (product: SeedProduct, place: Landscape): string =>
  `Where ${product.name} comes from${product.facts ? ` (${product.facts.origin}, ${product.facts.country})` : ''}: ${landscapeText[place]}.`

export const sideAlt = (product: SeedProduct, vessel: Vessel): string =>
  `${product.name}, seen from the side: ${vesselText[vessel]}.`
export const otherAlt = (product: SeedProduct, colour: string, vessel: Vessel): string =>
  `${product.name} in ${colour}, seen from the side: ${vesselText[vessel]}.`
export const inUseAlt = (product: SeedProduct): string =>
  `${product.name} in use on a table laid for tea, with a poured cup and steam rising.`
export const detailAlt = (product: SeedProduct): string =>
  `${product.name} from close by: ${product.subtitle.replace(/ · .*/, '').toLowerCase()} in the window’s light.`
