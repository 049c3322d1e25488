import { renderToStaticMarkup } from 'react-dom/server'
import { convertPrice, type Exchange } from '../../../platform/money/exchange.ts'
import { formatSaleEnd } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { TeaFacts } from '../../../shop/catalog/facts.ts'
import { matchingVariations, matchVariation } from '../../../shop/catalog/match-variation.ts'
import { packSizes, packText } from '../../../shop/catalog/pack-size.ts'
import { Price } from '../../../shop/catalog/pages/price.tsx'
import {
  availabilityOf,
  displayedOffers,
  type GroupItem,
  isPurchasable,
  maxQuantity,
  type Product,
  type ProductPrices,
  priceAt,
  priceRange,
  type Sellable,
  stockStatusOf,
  type Term,
} from '../../../shop/catalog/product.ts'
import { aggregateStockStatus } from '../../../shop/catalog/product-card.ts'
import { productVariationData, type VariationData } from '../../../shop/catalog/variation-data.tsx'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import type { WeightUnit } from '../../../things/settings/site-settings.ts'
import type { GroupFormItem, GroupProps } from './islands/group.island.tsx'
import {
  canBeAdded,
  MAX_VARIATIONS_IN_PAGE,
  type PurchaseProps,
  type VariationNote,
  type VariationPurchaseProps,
} from './islands/purchase-props.ts'

export type Offer =
  | { readonly kind: 'simple'; readonly props: PurchaseProps }
  /** `selectedVariationId`: the preselected variation; null while options are missing. */
  | { readonly kind: 'variable'; readonly props: VariationPurchaseProps; readonly selectedVariationId: number | null }
  | { readonly kind: 'grouped'; readonly props: GroupProps }
  | { readonly kind: 'external'; readonly href: string; readonly text: string; readonly seller: string }
  | { readonly kind: 'sold-out' }
  | { readonly kind: 'not-for-sale' }

export type OfferContext = {
  readonly now: Date
  readonly lowStock: number
  readonly weightUnit: WeightUnit
  readonly shopUrl: string
  readonly fields: Readonly<Record<string, string>>
  readonly exchange: Exchange | null
}

export function offerOf(product: Product, context: OfferContext): Offer {
  const { now } = context
  if (product.type === 'external') return externalOffer(product)
  if (product.type === 'grouped') {
    const isForSale = product.groupItems.some((groupItem) => priceRange(groupItem, now) !== null)
    return isForSale ? { kind: 'grouped', props: groupProps(product, context) } : { kind: 'not-for-sale' }
  }
  if (aggregateStockStatus(product) === 'outofstock') return { kind: 'sold-out' }
  const isForSale = [product, ...product.variations].some((item) => isPurchasable(item, now))
  if (!isForSale) return { kind: 'not-for-sale' }
  if (product.type === 'variable') return variableOffer(product, context)
  return { kind: 'simple', props: { ...formProps(product, context), max: maxQuantity(product) } }
}

function externalOffer(product: Product): Offer {
  const href = product.externalUrl ?? ''
  if (!URL.canParse(href)) return { kind: 'not-for-sale' }
  const seller = new URL(href).hostname.replace(/^www\./, '')
  return { kind: 'external', href, text: product.buttonText || 'Buy product', seller }
}

const formProps = (product: Product, { fields }: OfferContext): Omit<PurchaseProps, 'max'> => ({
  productId: product.id,
  name: product.name,
  href: hrefs.product(product.slug),
  quantity: /^[1-9]\d{0,4}$/.test(fields.quantity ?? '') ? (fields.quantity ?? '1') : '1',
  isSoldIndividually: product.isSoldIndividually,
})

export const selectedVariation = (product: Product, offer: Offer): Sellable | null =>
  offer.kind === 'variable' ? (product.variations.find(({ id }) => id === offer.selectedVariationId) ?? null) : null

const variationAttributes = ({ attributes }: Product): Product['attributes'] =>
  attributes.filter((attribute) => attribute.isForVariations)

/** From the URL, else the default if purchasable, else the only value; with one attribute the first in stock. */
function initialChoices(product: Product, all: readonly VariationData[], fields: Readonly<Record<string, string>>) {
  const attributes = variationAttributes(product)
  return Object.fromEntries(
    attributes.map(({ slug, defaultSlug, terms }) => {
      const available = terms.filter((term) => matchingVariations(all, { [slug]: term.slug }).some(canBeAdded))
      const [only, another] = terms.length === 1 ? terms : available
      const preset = available.some((term) => term.slug === defaultSlug) ? defaultSlug : null
      const first = only && (!another || attributes.length === 1) ? only.slug : ''
      const requested = fields[`attribute_${slug}`] ?? preset ?? first
      return [slug, terms.some((term) => term.slug === requested) ? requested : '']
    }),
  )
}

/** CSS background of a swatch: its picture or its colour. */
function swatchOf({ picturePath: path, pictureWidth: width, tint }: Term): { background: string } | undefined {
  const background = path ? `center / cover url("${pictureHref({ path, width: width ?? 0 }, 160)}")` : tint
  return background ? { background } : undefined
}

function variableOffer(product: Product, context: OfferContext): Offer {
  const variations = productVariationData(product, context)
  const choices = initialChoices(product, variations, context.fields)
  const selected = matchVariation(variations, Object.keys(choices), choices)
  const notes = product.variations
    .map((variation) => [variation.id, noteOf(variation, product.facts, context)] as const)
    .filter(([, { pack, saleEnds: end }]) => pack !== '' || end !== '')
  const isTooMany = variations.length > MAX_VARIATIONS_IN_PAGE
  const props: VariationPurchaseProps = {
    ...formProps(product, context),
    attributes: variationAttributes(product).map(({ slug, label, terms, display }) => ({
      slug,
      label,
      options: terms.map((term) => ({
        slug: term.slug,
        name: term.name,
        ...(display === 'swatch' && { style: swatchOf(term) }),
      })),
    })),
    variations: isTooMany ? [] : variations,
    summaries: isTooMany
      ? variations.map(({ attributes, is_in_stock, variation_id }) => ({ attributes, is_in_stock, variation_id }))
      : [],
    initialVariation: isTooMany ? selected : null,
    notes: Object.fromEntries(notes),
    chosen: choices,
  }
  return { kind: 'variable', props, selectedVariationId: selected?.variation_id ?? null }
}

export function noteOf(
  sellable: ProductPrices & { readonly netGrams: number | null },
  facts: TeaFacts | null,
  { now, exchange }: Pick<OfferContext, 'now' | 'exchange'>,
): VariationNote {
  const { cents } = priceAt(sellable, now)
  const price = cents === null ? null : convertPrice(cents, exchange)
  return {
    pack: packText(price, sellable.netGrams, facts?.steeping ?? null, exchange?.currency),
    saleEnds: saleEnds([sellable], now),
  }
}

/** 'Sale ends Sunday, November 29' if all of these are on sale until the same time; else ''. */
export function saleEnds(all: readonly ProductPrices[], now: Date): string {
  const end = all[0]?.saleUntil
  if (!end) return ''
  const isOne = all.every((one) => priceAt(one, now).isSale && one.saleUntil?.getTime() === end.getTime())
  return isOne ? `Sale ends ${formatSaleEnd(end)}` : ''
}

const groupProps = (product: Product, context: OfferContext): GroupProps => ({
  productId: product.id,
  name: product.name,
  href: hrefs.product(product.slug),
  items: product.groupItems.map((groupItem) => groupFormItem(groupItem, context)),
  quantities: Object.fromEntries(
    product.groupItems.map(({ id }) => {
      const requested = context.fields[`quantity[${id}]`] ?? ''
      return [id, /^\d{1,5}$/.test(requested) ? requested : '0']
    }),
  ),
})

function groupFormItem(groupItem: GroupItem, { now, lowStock, exchange }: OfferContext): GroupFormItem {
  const range = priceRange(groupItem, now)
  const isVariable = groupItem.type === 'variable'
  const { text, className, isAvailable } = availabilityOf(groupItem, lowStock)
  const field = groupItem.isSoldIndividually ? 'checkbox' : 'quantity'
  return {
    id: groupItem.id,
    name: groupItem.name,
    href: hrefs.product(groupItem.slug),
    pricesHtml: range ? renderToStaticMarkup(<Price range={range} exchange={exchange} />) : '',
    size: packSizes(displayedOffers(groupItem).map(({ netGrams }) => netGrams)),
    stock: isVariable || text === 'In stock' ? null : { text, className },
    max: maxQuantity(groupItem),
    control: isAvailable && isPurchasable(groupItem, now) ? field : isVariable && range ? 'options' : 'none',
  }
}

/** Sold-out variations with the values of their options, for back-in-stock alerts. */
export const soldOutSizes = ({ type, variations, attributes }: Product, now: Date) =>
  (type === 'variable' ? variations : [])
    .filter(({ stock, ...prices }) => stockStatusOf(stock) === 'outofstock' && priceAt(prices, now).cents !== null)
    .map(({ id, choices }) => {
      const names = attributes.flatMap(
        ({ slug, terms }) => terms.find((term) => term.slug === choices[slug])?.name ?? [],
      )
      return { id, label: names.join(', ') }
    })
