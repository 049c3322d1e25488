import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../routes.ts'
import { saleEndText } from '../settings/shop-time.ts'
import { Price } from '../ui/price.tsx'
import { availabilityOf } from './availability.ts'
import type { TeaFacts } from './facts.ts'
import type { GroupPart, GroupProps } from './islands/group.island.tsx'
import { canBeAdded } from './islands/lookup.ts'
import { type ChoiceProps, MOST_IN_PAGE, type PurchaseProps, type VariationNote } from './islands/purchase-props.ts'
import { type Choices, matchVariation, stillPossible } from './match-variation.ts'
import { packSizes, packText } from './pack-size.ts'
import {
  countedOffers,
  isPurchasable,
  mostPieces,
  type Part,
  type PriceList,
  type Product,
  priceAt,
  priceRange,
  type Sellable,
} from './product.ts'
import { overallStock } from './product-classes.ts'
import { productVariationData, type VariationData } from './variation-data.tsx'

/** How a product can be had now. */
export type Offer =
  | { readonly kind: 'form'; readonly props: PurchaseProps }
  /** `chosenId`: the variation that the page is made for; null while something is still to be chosen. */
  | { readonly kind: 'choice'; readonly props: ChoiceProps; readonly chosenId: number | null }
  | { readonly kind: 'group'; readonly props: GroupProps }
  /** Sold by somebody else: a link there. */
  | { readonly kind: 'elsewhere'; readonly href: string; readonly text: string; readonly seller: string }
  | { readonly kind: 'sold-out' }
  | { readonly kind: 'not-for-sale' }

export type OfferContext = {
  readonly now: Date
  readonly lowStock: number
  readonly shopUrl: string
  /** What was chosen and typed: of the address, or of a form that comes back. */
  readonly fields: Readonly<Record<string, string>>
}

export function offerOf(product: Product, context: OfferContext): Offer {
  const { now } = context
  if (product.type === 'external') return elsewhere(product)
  if (product.type === 'grouped') {
    const isForSale = product.parts.some((part) => priceRange(part, now) !== null)
    return isForSale ? { kind: 'group', props: groupProps(product, context) } : { kind: 'not-for-sale' }
  }
  if (overallStock(product) === 'outofstock') return { kind: 'sold-out' }
  const isForSale = [product, ...product.variations].some((item) => isPurchasable(item, now))
  if (!isForSale) return { kind: 'not-for-sale' }
  if (product.type === 'variable') return choiceOffer(product, context)
  return { kind: 'form', props: { ...formProps(product, context), most: mostPieces(product) } }
}

function elsewhere(product: Product): Offer {
  const href = product.externalUrl ?? ''
  if (!URL.canParse(href)) return { kind: 'not-for-sale' }
  const seller = new URL(href).hostname.replace(/^www\./, '')
  return { kind: 'elsewhere', href, text: product.externalText || 'Buy product', seller }
}

const formProps = (product: Product, { fields }: OfferContext): Omit<PurchaseProps, 'most'> => ({
  productId: product.id,
  name: product.name,
  href: hrefs.product(product.slug),
  quantity: /^[1-9]\d{0,4}$/.test(fields.quantity ?? '') ? (fields.quantity ?? '1') : '1',
  isSoldIndividually: product.isSoldIndividually,
})

function choiceOffer(product: Product, context: OfferContext): Offer {
  const all = productVariationData(product, context)
  const chosen = chosenAtFirst(product, all, context.fields)
  const chosenId = matchVariation(all, Object.keys(chosen), chosen)?.variation_id ?? null
  return { kind: 'choice', props: choiceProps(product, all, chosen, context), chosenId }
}

/** The variation that the page is made for, where everything is chosen. */
export const chosenVariation = (product: Product, offer: Offer): Sellable | null =>
  offer.kind === 'choice' ? (product.variations.find(({ id }) => id === offer.chosenId) ?? null) : null

const chooseBy = ({ attributes }: Product): Product['attributes'] =>
  attributes.filter((attribute) => attribute.isForVariations)

/**
 * What a page has chosen before anybody does: what its address asks for, else the owner's default while it can be had, else
 * the only value, and where there is one thing to choose the first value that can be had.
 */
function chosenAtFirst(
  product: Product,
  all: readonly VariationData[],
  fields: Readonly<Record<string, string>>,
): Choices {
  const attributes = chooseBy(product)
  return Object.fromEntries(
    attributes.map(({ slug, defaultSlug, terms }) => {
      const there = terms.filter((term) => stillPossible(all, { [slug]: term.slug }).some(canBeAdded))
      const [only, another] = terms.length === 1 ? terms : there
      const usual = there.some((term) => term.slug === defaultSlug) ? defaultSlug : null
      const first = only && (!another || attributes.length === 1) ? only.slug : ''
      const asked = fields[`attribute_${slug}`] ?? usual ?? first
      return [slug, terms.some((term) => term.slug === asked) ? asked : '']
    }),
  )
}

function choiceProps(
  product: Product,
  all: readonly VariationData[],
  chosen: Choices,
  context: OfferContext,
): ChoiceProps {
  const isTooMany = all.length > MOST_IN_PAGE
  return {
    ...formProps(product, context),
    attributes: chooseBy(product).map(({ slug, label, terms }) => ({
      slug,
      label,
      options: terms.map((term) => ({ slug: term.slug, name: term.name })),
    })),
    variations: isTooMany ? [] : all,
    possible: isTooMany ? all.map(possibleOf) : [],
    first: isTooMany ? matchVariation(all, Object.keys(chosen), chosen) : null,
    notes: Object.fromEntries(
      product.variations.flatMap((variation) => {
        const note = noteOf(variation, product.facts, context.now)
        return note.pack === '' && note.saleEnds === '' ? [] : [[variation.id, note]]
      }),
    ),
    chosen,
  }
}

const possibleOf = ({ attributes, is_in_stock, variation_id }: VariationData) => ({
  attributes,
  is_in_stock,
  variation_id,
})

/** What is told beside the price of one thing. */
export function noteOf(
  sellable: PriceList & { readonly netGrams: number | null },
  facts: TeaFacts | null,
  now: Date,
): VariationNote {
  return {
    pack: packText(priceAt(sellable, now).cents, sellable.netGrams, facts?.steeping ?? null),
    saleEnds: saleEnds([sellable], now),
  }
}

/** 'Sale ends Sunday, November 29' where all of it is reduced until the same moment; else nothing. */
export function saleEnds(all: readonly PriceList[], now: Date): string {
  const end = all[0]?.saleUntil
  if (!end) return ''
  const isOne = all.every((one) => priceAt(one, now).isSale && one.saleUntil?.getTime() === end.getTime())
  return isOne ? `Sale ends ${saleEndText(end)}` : ''
}

function groupProps(product: Product, context: OfferContext): GroupProps {
  return {
    productId: product.id,
    name: product.name,
    href: hrefs.product(product.slug),
    parts: product.parts.map((part) => partOf(part, context)),
    quantities: Object.fromEntries(
      product.parts.map(({ id }) => {
        const asked = context.fields[`quantity[${id}]`] ?? ''
        return [id, /^\d{1,5}$/.test(asked) ? asked : '0']
      }),
    ),
  }
}

function partOf(part: Part, { now, lowStock }: OfferContext): GroupPart {
  const range = priceRange(part, now)
  const isVariable = part.type === 'variable'
  const availability = availabilityOf(part, lowStock)
  const isPlain = availability.text === 'In stock'
  const canBeAdded = isPurchasable(part, now) && availability.canBeHad
  return {
    id: part.id,
    name: part.name,
    href: hrefs.product(part.slug),
    pricesHtml: range ? renderToStaticMarkup(<Price range={range} />) : '',
    size: packSizes(countedOffers(part).map(({ netGrams }) => netGrams)),
    stock: isVariable || isPlain ? null : { text: availability.text, className: availability.className },
    most: mostPieces(part),
    way: canBeAdded ? (part.isSoldIndividually ? 'one' : 'some') : isVariable && range ? 'choose' : 'none',
  }
}
