import { products } from '../../db/seed/products.ts'
import type { SeedProduct, TeaKind, TeaLook, VesselLook } from '../../db/seed/shapes.ts'
import { tints } from './colour.ts'
import { cupScene, servingFor } from './cup.ts'
import { labelStyles, type Motif } from './labels.ts'
import { leafScene, leafSettings } from './leaf.ts'
import { packScene } from './pack.ts'
import { hourFor, placeScene } from './place.ts'
import type { Scene } from './plates.ts'
import { type Random, randomFrom } from './random.ts'
import { walls } from './room.ts'
import { cupAlt, detailAlt, inUseAlt, leafAlt, packAlt, placeAlt, sideAlt } from './texts.ts'
import { detailScene, inUseScene, sideScene } from './ware.ts'

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
const editions = { pack: 1, leaf: 1, cup: 1, place: 1, ware: 1 }

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
const turnOf = new Map<string, number>()
{
  const counts = new Map<string, number>()
  for (const product of products) {
    const group = product.look.type === 'vessel' ? 'ware' : (product.facts?.kind ?? 'herbal')
    const turn = counts.get(group) ?? 0
    turnOf.set(product.slug, turn)
    counts.set(group, turn + 1)
  }
}

export function productJobs(): Job[] {
  return products.flatMap((product) =>
    product.look.type === 'tea' ? teaJobs(product, product.look) : wareJobs(product, product.look),
  )
}

function motifOf(product: SeedProduct, look: TeaLook): Motif {
  if ((product.facts?.kind ?? 'herbal') !== 'herbal') return 'leaf'
  const words = `${product.name} ${product.line}`
  if (/root|licorice/i.test(words)) return 'root'
  if (/mint|verbena/i.test(words)) return 'leaf'
  return look.leaf === 'threads' || look.leaf === 'pearls' ? 'grass' : 'flower'
}

function teaJobs(product: SeedProduct, look: TeaLook): Job[] {
  const { slug } = product
  const kind = product.facts?.kind ?? 'herbal'
  const turn = turnOf.get(slug) ?? 0
  const tint = tints[kind][turn % tints[kind].length]!
  const wall = walls[(turn * 2 + slug.length) % walls.length]!
  const setting = leafSettings[turn % leafSettings.length]!
  const style = labelStyles[(turn + kind.length) % labelStyles.length]!
  const wording = {
    name: product.name,
    kind: kindNames[kind],
    origin: product.line.split(' · ')[0] ?? product.line,
    net: 'Whole leaf',
  }
  const pack = {
    pack: look.pack,
    wall,
    leaf: look.leaf,
    leafColours: look.leafColours,
    look: { wording, tint, motif: motifOf(product, look), style },
  }
  const leaf = {
    leaf: look.leaf,
    colours: look.leafColours,
    tint,
    setting,
    flowers: look.leaf === 'petals' && /chamomile|flower/i.test(`${product.name} ${product.line}`),
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
    job('leaf', 'leaf', leafAlt(product, look.leaf, setting), leaf, (random) => leafScene(leaf, random)),
    job('cup', 'cup', cupAlt(product, look.liquor), cup, (random) => cupScene(cup, servingFor(cup, random), random)),
  ]
  if (product.categories.some((category) => category === 'remedies' || category === 'gifts')) return jobs
  return [
    ...jobs,
    job('place', 'place', placeAlt(product, look.place), { place: look.place }, (random) =>
      placeScene({ place: look.place, hour: hourFor(look.place, random) }, random),
    ),
  ]
}

function wareJobs(product: SeedProduct, look: VesselLook): Job[] {
  const { slug } = product
  const turn = turnOf.get(slug) ?? 0
  const picture = {
    vessel: look.vessel,
    colours: look.colours,
    tint: tints.ware[turn % tints.ware.length]!,
    wall: walls[turn % walls.length]!,
  }
  const job = (suffix: string, alt: string, draw: (random: Random) => Scene): Job => ({
    ...portrait,
    name: `${slug}-${suffix}`,
    alt,
    input: { ...picture, suffix, edition: editions.ware },
    draw: () => draw(randomFrom(`${slug} ${suffix}`)),
  })
  return [
    job('side', sideAlt(product, look.vessel), (random) => sideScene(picture, random)),
    job('in-use', inUseAlt(product), (random) => inUseScene(picture, random)),
    job('detail', detailAlt(product), (random) => detailScene(picture, random)),
  ]
}
