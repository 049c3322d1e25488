/**
 * Types of the demo content. Texts are in `db/seed/products/*.ts` and the files beside it, pictures in
 * `db/seed/pictures/`; `db/seed/seed.ts` writes both into an empty database.
 */

import type { TeaFacts, TeaKind } from '../../src/shop/catalog/facts.ts'
import type { SeedBlock } from './seed-blocks.ts'

export type { TeaKind }

/** The shape of the dry leaf; decides how it is drawn. */
export type LeafShape =
  | 'needles'
  | 'buds'
  | 'twists'
  | 'pearls'
  | 'rolled'
  | 'flat'
  | 'broken'
  | 'powder'
  | 'cake'
  | 'threads'
  | 'petals'
  | 'chips'

/** The landscape of a tea's origin, as a drawing. */
export type Landscape =
  | 'terraces'
  | 'mist-mountain'
  | 'river-gorge'
  | 'island-coast'
  | 'plain'
  | 'bamboo'
  | 'desert-hills'
  | 'meadow'
  | 'village'

export type Vessel =
  | 'gaiwan'
  | 'kyusu'
  | 'teapot'
  | 'yixing'
  | 'cup'
  | 'tasting-cups'
  | 'whisk'
  | 'matcha-bowl'
  | 'infuser'
  | 'kettle'
  | 'caddy'
  | 'scoop'
  | 'tray'
  | 'strainer'
  | 'pitcher'
  | 'scale'
  | 'tumbler'
  | 'filter-bags'
  | 'book'

/** Input of the picture script; colours are #RRGGBB. */
export type TeaIllustration = {
  readonly type: 'tea'
  readonly leaf: LeafShape
  /** Main and secondary colour of the dry leaf. */
  readonly leafColours: readonly [string, string]
  readonly liquor: string
  readonly landscape: Landscape
  readonly pack: 'tin' | 'pouch' | 'cake-wrapper' | 'box'
}
export type VesselIllustration = {
  readonly type: 'vessel'
  readonly vessel: Vessel
  readonly colours: readonly [string, string]
}
export type Illustration = TeaIllustration | VesselIllustration

export type SeedVariation = {
  /** Attribute slug to term slug, e.g. `{ pa_size: '50-g' }`. */
  readonly attributes: Readonly<Record<string, string>>
  readonly sku: string
  readonly regularPriceCents: number
  readonly salePriceCents?: number
  /** Days from the seed until the sale ends; if omitted, the sale has no end. */
  readonly saleEndsInDays?: number
  readonly stock: number
  readonly weightGrams: number
  readonly netGrams?: number
  /** Its own picture; if omitted, the product's. */
  readonly picture?: string
}

export type SeedProduct = {
  readonly slug: string
  readonly name: string
  readonly type: 'simple' | 'variable' | 'grouped' | 'external'
  readonly sku: string
  /** Omitted on variable and grouped products. */
  readonly regularPriceCents?: number
  readonly salePriceCents?: number
  /** Days from the seed until the sale ends; if omitted, the sale has no end. */
  readonly saleEndsInDays?: number
  /** Stock on hand. Omitted on variable products; `null`: stock is not tracked. */
  readonly stock?: number | null
  readonly weightGrams?: number
  /** Net weight, for the price per 100 g. */
  readonly netGrams?: number
  readonly taxClass: 'grocery' | 'standard'
  readonly soldIndividually?: boolean
  readonly featured?: boolean
  readonly categories: readonly string[]
  readonly tags: readonly string[]
  /** Subtitle on the card: origin, or material for teaware. */
  readonly subtitle: string
  /** One or two sentences, plain text. */
  readonly short: string
  /** Paragraphs, plain text. */
  readonly description: readonly string[]
  readonly facts?: TeaFacts
  /**
   * Attribute slug to term names shown under additional information; variations are chosen from them on a variable
   * product.
   */
  readonly attributes: Readonly<Record<string, readonly string[]>>
  readonly variations?: readonly SeedVariation[]
  /** Slugs of a grouped product's products. */
  readonly groupItems?: readonly string[]
  /** URL and button text of an external product. */
  readonly externalUrl?: string
  readonly buttonText?: string
  readonly illustration: Illustration
  /** Further colours of a vessel, each with a picture of that name. */
  /** The product has only its main picture. */
  readonly hasOnePicture?: true
  readonly otherColours?: Readonly<Record<string, readonly [string, string]>>
  /** Days before the seed on which it was published: newest first in the listing. */
  readonly publishedDaysAgo: number
}

export type SeedCategory = {
  readonly slug: string
  readonly name: string
  readonly parent?: string
  readonly description: string
  readonly tint?: string
}
export type SeedAttribute = {
  readonly slug: string
  readonly label: string
  readonly terms: readonly { readonly slug: string; readonly name: string }[]
}

export type SeedReview = {
  readonly product: string
  readonly author: string
  readonly email: string
  readonly rating: 1 | 2 | 3 | 4 | 5
  readonly text: string
  readonly daysAgo: number
  readonly verified: boolean
}

type SeedCommentBase = {
  readonly text: string
  readonly daysAgo: number
  readonly replies?: readonly SeedReply[]
}
type SeedAuthor = { readonly author: string; readonly email: string }
/** By a reader, or by the shop's staff. */
export type SeedReply = SeedCommentBase & (SeedAuthor | { readonly staff: string })
export type SeedComment = SeedCommentBase & SeedAuthor & { readonly post: string }

export type SeedPost = {
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  /** A picture in the text, before the heading with this text. */
  readonly figure?: { readonly before: string; readonly picture: string; readonly caption: string }
  /** Clean HTML: h2, h3, p, ul, ol, li, strong, em, blockquote, a. */
  readonly html: string
  readonly category: string
  readonly tags: readonly string[]
  readonly daysAgo: number
  /** File name without extension in `db/seed/pictures/`. */
  readonly picture: string
}

export type SeedPage = {
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly html?: string
  /** The text as blocks, in place of HTML. */
  readonly blocks?: readonly SeedBlock[]
}

export type SeedAddress = {
  readonly firstName: string
  readonly lastName: string
  readonly address1: string
  readonly address2?: string
  readonly city: string
  readonly state: string
  readonly postcode: string
  readonly phone: string
}
export type SeedCustomer = {
  readonly email: string
  readonly name: string
  readonly address: SeedAddress
  readonly orders: readonly {
    readonly daysAgo: number
    readonly status: 'processing' | 'completed'
    /** By SKU. */
    readonly lines: readonly { readonly sku: string; readonly quantity: number }[]
  }[]
}
