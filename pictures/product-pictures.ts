import { products } from '../db/seed/products.ts'
import type { SeedProduct, TeaIllustration, TeaKind, Vessel, VesselIllustration } from '../db/seed/types.ts'
import {
  cupAlt,
  detailAlt,
  inUseAlt,
  landscapeAlt,
  leafAlt,
  otherAlt,
  packAlt,
  samplesAlt,
  sideAlt,
} from './alt-texts.ts'
import { lightnessOf, tints } from './colour.ts'
import { cupScene, cupViews } from './cup.ts'
import { labelStyles, type Motif } from './labels/types.ts'
import { landscapeScene, timeOfDayFor } from './landscape.ts'
import { leafScene } from './leaf/leaf.ts'
import { sampleDishes } from './leaf/samples.ts'
import { leafSettings } from './leaf/types.ts'
import { packScene } from './packs/pack.ts'
import type { Scene } from './plates.ts'
import { type Random, randomFrom } from './random.ts'
import { walls } from './room/walls.ts'
import { detailScene, inUseScene, sideScene } from './teaware.ts'

/** One picture to be drawn. Two jobs with the same `input` come out the same. */
export type Job = {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly input: unknown
  /** Largest wanted file, in bytes. */
  readonly limit: number
  readonly draw: () => Scene
}

/** Raise a number when that kind of scene is drawn differently, and all of its kind are drawn again. */
const editions = { pack: 2, leaf: 2, cup: 2, place: 3, ware: 2 }

const portrait = { width: 1200, height: 1500, limit: 98_000 }

const kindNames: Readonly<Record<TeaKind, string>> = {
  white: 'White tea',
  green: 'Green tea',
  yellow: 'Yellow tea',
  oolong: 'Oolong',
  black: 'Black tea',
  dark: 'Dark tea',
  herbal: 'Tisane',
}

/** Neighbours on the shelf take turns, so that no two beside each other look alike. */
const variantOf = new Map<string, number>()
{
  const counts = new Map<string, number>()
  for (const product of products) {
    const group = product.illustration.type === 'vessel' ? 'ware' : (product.facts?.kind ?? 'herbal')
    const turn = counts.get(group) ?? 0
    variantOf.set(product.slug, turn)
    counts.set(group, turn + 1)
  }
}

/** The same for landscapes: each next tea of one kind of place gets another view of it. */
const landscapeVariant = new Map<string, number>()
{
  const counts = new Map<string, number>()
  for (const { slug, illustration } of products) {
    if (illustration.type !== 'tea') continue
    const seen = counts.get(illustration.landscape) ?? 0
    landscapeVariant.set(slug, seen)
    counts.set(illustration.landscape, seen + 1)
  }
}

/** Petal and heart of the flower a tisane is made of. */
function bloomOf({ leafColours: [main, second] }: TeaIllustration): readonly [string, string] {
  return lightnessOf(second) > lightnessOf(main) ? [second, main] : [main, second]
}

export function productJobs(): Job[] {
  return products.flatMap((product) =>
    product.illustration.type === 'tea'
      ? teaJobs(product, product.illustration)
      : teawareJobs(product, product.illustration),
  )
}

function motifOf(product: SeedProduct, look: TeaIllustration): Motif {
  if ((product.facts?.kind ?? 'herbal') !== 'herbal') return 'leaf'
  const words = `${product.name} ${product.subtitle}`
  if (/root|licorice/i.test(words)) return 'root'
  if (/mint|verbena/i.test(words)) return 'leaf'
  return look.leaf === 'threads' || look.leaf === 'pearls' ? 'grass' : 'flower'
}

/** The teas that a box of samples says it holds. */
const samplesIn = (box: SeedProduct) =>
  products.flatMap(({ name, illustration }) =>
    illustration.type === 'tea' && name !== box.name && box.description.some((paragraph) => paragraph.includes(name))
      ? [{ leaf: illustration.leaf, colours: illustration.leafColours }]
      : [],
  )

function teaJobs(product: SeedProduct, look: TeaIllustration): Job[] {
  const { slug } = product
  const kind = product.facts?.kind ?? 'herbal'
  const turn = variantOf.get(slug) ?? 0
  const tint = tints[kind][turn % tints[kind].length]!
  const wall = walls[(turn * 2 + slug.length) % walls.length]!
  const setting = leafSettings[turn % leafSettings.length]!
  const style = labelStyles[(turn + kind.length) % labelStyles.length]!
  const wording = {
    name: product.name,
    kind: kindNames[kind],
    origin: product.subtitle.split(' · ')[0] ?? product.subtitle,
    net: 'Whole leaf',
  }
  const pack = {
    pack: look.pack,
    wall,
    leaf: look.leaf,
    leafColours: look.leafColours,
    label: { text: wording, tint, motif: motifOf(product, look), style },
  }
  const leaf = {
    leaf: look.leaf,
    colours: look.leafColours,
    tint,
    setting,
    flowers: look.leaf === 'petals' && /chamomile|flower/i.test(`${product.name} ${product.subtitle}`),
    small: kind === 'herbal' && look.leaf === 'pearls',
  }
  const cup = {
    kind,
    leaf: look.leaf,
    leafColours: look.leafColours,
    liquor: look.liquor,
    tint,
    wall: walls[(turn + 1) % walls.length]!,
    country: product.facts?.country ?? '',
    place: look.landscape,
    view: look.leaf === 'powder' || look.leaf === 'cake' ? ('table' as const) : cupViews[turn % cupViews.length]!,
    flowers: leaf.flowers,
    hour: turn + 1,
  }
  const samples = product.categories.includes('gifts') ? samplesIn(product) : []
  const seen = landscapeVariant.get(slug) ?? 0
  const place = {
    place: look.landscape,
    hour: timeOfDayFor(look.landscape, seen),
    country: product.facts?.country ?? '',
    variant: seen,
    ...(kind === 'herbal' ? { bloom: bloomOf(look) } : {}),
  }
  const job = (
    part: keyof typeof editions,
    suffix: string,
    alt: string,
    input: object,
    draw: (random: Random) => Scene,
  ): Job => ({
    ...portrait,
    name: `${slug}-${suffix}`,
    alt,
    input: { ...input, edition: editions[part] },
    draw: () => draw(randomFrom(`${slug} ${suffix}`)),
  })
  const jobs = [
    job('pack', 'pack', packAlt(product, look.pack), pack, (random) => packScene(pack, random)),
    samples.length > 2
      ? job('leaf', 'leaf', samplesAlt(product), { samples }, (random) => sampleDishes(tint, samples, random))
      : job('leaf', 'leaf', leafAlt(product, look.leaf, setting), leaf, (random) => leafScene(leaf, random)),
    job('cup', 'cup', cupAlt(product, look.liquor, cup.view), cup, (random) => cupScene(cup, random)),
  ]
  if (product.categories.some((category) => category === 'remedies' || category === 'gifts')) return jobs
  return [
    ...jobs,
    job('place', 'place', landscapeAlt(product, look.landscape), place, (random) => landscapeScene(place, random)),
  ]
}

const teawareLandscapes = [
  'terraces',
  'village',
  'mist-mountain',
  'island-coast',
  'bamboo',
  'river-gorge',
  'meadow',
] as const

/** The vessels that a set's own line names, besides the main one. */
function companionsIn(line: string, main: Vessel): Vessel[] {
  const named: readonly (readonly [RegExp, Vessel])[] = [
    [/pitcher/i, 'pitcher'],
    [/matcha|oolong|tin/i, 'caddy'],
    [/cups/i, 'tasting-cups'],
    [/whisk/i, 'whisk'],
    [/bowl/i, 'matcha-bowl'],
    [/gaiwan/i, 'gaiwan'],
  ]
  return named.filter(([word, vessel]) => vessel !== main && word.test(line)).map(([, vessel]) => vessel)
}

function teawareJobs(product: SeedProduct, look: VesselIllustration): Job[] {
  const { slug } = product
  const turn = variantOf.get(slug) ?? 0
  const picture = {
    vessel: look.vessel,
    colours: look.colours,
    glass: /glass/i.test(product.subtitle),
    tint: tints.ware[turn % tints.ware.length]!,
    wall: walls[turn % walls.length]!,
    company: product.categories.includes('gifts') ? companionsIn(product.subtitle, look.vessel) : [],
    place: teawareLandscapes[turn % teawareLandscapes.length]!,
    hour: turn + 1,
  }
  const job = (suffix: string, alt: string, draw: (random: Random) => Scene): Job => ({
    ...portrait,
    name: `${slug}-${suffix}`,
    alt,
    input: { ...picture, suffix, edition: editions.ware },
    draw: () => draw(randomFrom(`${slug} ${suffix}`)),
  })
  const others = Object.entries(product.otherColours ?? {}).map(([name, colours]): Job => {
    const other = { ...picture, colours }
    return {
      ...portrait,
      name: `${slug}-${name}`,
      alt: otherAlt(product, name, look.vessel),
      input: { ...other, edition: editions.ware },
      draw: () => sideScene(other, randomFrom(`${slug} ${name}`)),
    }
  })
  return [
    ...others,
    job('side', sideAlt(product, look.vessel), (random) => sideScene(picture, random)),
    job('in-use', inUseAlt(product), (random) => inUseScene(picture, random)),
    job('detail', detailAlt(product), (random) => detailScene(picture, random)),
  ]
}
