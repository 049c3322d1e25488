import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../routes.ts'
import { saleEndText } from '../settings/shop-time.ts'
import { Price } from '../ui/price.tsx'
import { availabilityOf } from './availability.ts'
import type { GroupPart, GroupProps } from './islands/group.island.tsx'
import { type ChoiceProps, MOST_IN_PAGE, type PurchaseProps, type VariationNote } from './islands/purchase-props.ts'
import { matchVariation } from './match-variation.ts'
import {
  isPurchasable,
  mostPieces,
  type Part,
  type PriceList,
  type Product,
  priceAt,
  priceRange,
  unitPriceText,
} from './product.ts'
import { overallStock } from './product-classes.ts'
import { productVariationData, type VariationData } from './variation-data.tsx'

/** How a product can be had now. */
export type Offer =
  | { readonly kind: 'form'; readonly props: PurchaseProps }
  | { readonly kind: 'choice'; readonly props: ChoiceProps }
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
  if (product.type === 'variable') return { kind: 'choice', props: choiceProps(product, context) }
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

function choiceProps(product: Product, context: OfferContext): ChoiceProps {
  const chooseBy = product.attributes.filter((attribute) => attribute.isForVariations)
  const chosen = Object.fromEntries(
    chooseBy.map(({ slug, defaultSlug, terms }) => {
      const [only, another] = terms
      const asked = context.fields[`attribute_${slug}`] ?? defaultSlug ?? (only && !another ? only.slug : '')
      return [slug, terms.some((term) => term.slug === asked) ? asked : '']
    }),
  )
  const all = productVariationData(product, context)
  const isTooMany = all.length > MOST_IN_PAGE
  return {
    ...formProps(product, context),
    attributes: chooseBy.map(({ slug, label, terms }) => ({
      slug,
      label,
      options: terms.map((term) => ({ slug: term.slug, name: term.name })),
    })),
    variations: isTooMany ? [] : all,
    possible: isTooMany ? all.map(possibleOf) : [],
    first: isTooMany ? matchVariation(all, Object.keys(chosen), chosen) : null,
    notes: Object.fromEntries(
      product.variations.flatMap((variation) => {
        const note = noteOf(variation, context.now)
        return note.unitPrice === '' && note.saleEnds === '' ? [] : [[variation.id, note]]
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
export function noteOf(sellable: PriceList & { readonly netGrams: number | null }, now: Date): VariationNote {
  const { cents } = priceAt(sellable, now)
  return {
    unitPrice: (cents === null ? null : unitPriceText(cents, sellable.netGrams)) ?? '',
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
    stock: isVariable || isPlain ? null : { text: availability.text, className: availability.className },
    most: mostPieces(part),
    way: canBeAdded ? (part.isSoldIndividually ? 'one' : 'some') : isVariable && range ? 'choose' : 'none',
  }
}
