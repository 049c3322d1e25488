import { ratingText } from '../../platform/ui/rating-text.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { availabilityOf } from '../../shop/catalog/availability.ts'
import type { PriceRange } from '../../shop/catalog/price-range.ts'
import {
  fullPriceRange,
  isPurchasable,
  type Product,
  priceRange,
  type Sellable,
  stockStatusOf,
} from '../../shop/catalog/product.ts'
import type { InventorySettings } from '../../shop/inventory/settings.ts'
import { imageJson } from './image-json.ts'
import { type Prices, priceHtml, pricesJson, pricesOf } from './money-json.ts'
import { nameHtml } from './response.ts'
import { lowStock, maxQuantityOffered } from './sellable-json.ts'
import type { ProductJson } from './shapes/product-shape.ts'

/** Fields of a variation that its product does not have. */
export type VariationDetails = { readonly slug: string; readonly choices: readonly { label: string; value: string }[] }

/** A product, or a variation with its `details`, as in store-products-one.json. */
export function productJson(
  shop: Pick<Platform, 'now' | 'url'> & WithSettings<InventorySettings>,
  product: Product,
  details: VariationDetails | undefined,
): ProductJson {
  const now = shop.now()
  const { url } = shop
  const self = `${url}${hrefs.storeApi(`/products/${product.id}`)}`
  const hasPriceRange = product.type === 'variable' || product.type === 'grouped'
  const prices = hasPriceRange ? rangeOf(product, now) : pricesOf(product, now)
  const stock = stockSummary(product, shop.settings().lowStockThreshold)
  const isPurchasableNow = product.type === 'variable' ? prices !== null : isPurchasable(product, now)
  return {
    id: product.id,
    name: nameHtml(product.name),
    slug: details?.slug ?? product.slug,
    parent: product.parentId ?? 0,
    type: product.type,
    variation: (details?.choices ?? []).map(({ label, value }) => nameHtml(`${label}: ${value}`)).join(', '),
    permalink: url + hrefs.product(product.slug, product.choices),
    sku: product.sku,
    short_description: product.excerpt,
    description: product.content,
    on_sale: prices?.isOnSale ?? false,
    prices: pricesJson(prices),
    price_html: priceHtml(prices),
    average_rating: product.reviewCount > 0 ? ratingText(product.ratingHundredths) : '0',
    review_count: product.reviewCount,
    images: product.pictures.map((picture) => imageJson(url, picture)),
    categories: product.categories.map((term) => termJson(term, `${url}${hrefs.category(term.slug)}`)),
    tags: product.tags.map((term) => termJson(term, `${url}${hrefs.tag(term.slug)}`)),
    brands: [],
    attributes: product.attributes.filter((one) => one.isVisible || one.isForVariations).map(attributeJson),
    variations: product.variations.map((variation) => variationJson(product, variation)),
    grouped_products: product.groupItems.map((part) => part.id),
    has_options: product.type === 'variable',
    is_purchasable: isPurchasableNow,
    is_in_stock: stock.status !== 'outofstock',
    is_on_backorder: stock.status === 'onbackorder',
    low_stock_remaining: hasPriceRange ? null : lowStock(product, shop.settings().lowStockThreshold),
    stock_availability: { text: stock.text, class: stock.className },
    sold_individually: product.isSoldIndividually,
    weight: product.weightGrams === null ? '' : String(product.weightGrams),
    dimensions: { length: '', width: '', height: '' },
    formatted_weight: product.weightGrams === null ? 'N/A' : `${product.weightGrams} g`,
    formatted_dimensions: 'N/A',
    add_to_cart: {
      ...addToCartButton(url, product, isPurchasableNow && stock.status !== 'outofstock', details),
      single_text: 'Add to cart',
      minimum: 1,
      maximum: maxQuantityOffered(product),
      multiple_of: 1,
    },
    is_password_protected: false,
    extensions: extensionsOf(product, now),
    _links: {
      self: [{ href: self, targetHints: { allow: ['GET'] } }],
      collection: [{ href: `${url}${hrefs.storeApi('/products')}` }],
      ...(product.parentId === null ? {} : { up: [{ href: url + hrefs.storeApi(`/products/${product.parentId}`) }] }),
      related: [{ embeddable: true, href: `${url}${hrefs.storeApi('/products')}?related=${product.id}&per_page=10` }],
    },
  }
}

/**
 * `samovar.prices`: `prices` restricted to items in stock, if a sold-out one is the cheapest or most expensive.
 * `prices` itself covers everything.
 */
function extensionsOf(product: Product, now: Date): Record<string, unknown> {
  if (product.type !== 'variable' && product.type !== 'grouped') return {}
  const [full, available] = [fullPriceRange(product, now), priceRange(product, now)]
  if (full?.minCents === available?.minCents && full?.maxCents === available?.maxCents) return {}
  return { samovar: { prices: pricesJson(pricesIn(available)) } }
}

const rangeOf = (product: Product, now: Date): Prices | null => pricesIn(fullPriceRange(product, now))

function pricesIn(range: PriceRange | null): Prices | null {
  if (!range) return null
  return {
    currentCents: range.minCents,
    regularCents: range.regularMinCents,
    isOnSale: range.isSale,
    range: range.minCents === range.maxCents ? null : { minCents: range.minCents, maxCents: range.maxCents },
  }
}

/** Composite products are in stock while one item is. Empty without tracked inventory. */
function stockSummary(product: Product, threshold: number) {
  const stocks = stockSources(product)
  const statuses = stocks.map((one) => stockStatusOf(one.stock))
  const best = (['instock', 'onbackorder'] as const).find((status) => statuses.includes(status))
  const displayed = stocks[statuses.indexOf(best ?? 'outofstock')] ?? product
  const { text, className } = availabilityOf(displayed, threshold)
  const hideText = best === 'instock' && (stocks[0] !== product || !product.stock.tracksInventory)
  return { status: best ?? 'outofstock', text: hideText ? '' : text, className }
}

function stockSources(product: Product | Product['groupItems'][number]): readonly Pick<Sellable, 'stock'>[] {
  if (product.type === 'variable') return product.variations
  return 'groupItems' in product && product.type === 'grouped' ? product.groupItems.flatMap(stockSources) : [product]
}

function addToCartButton(url: string, product: Product, isAvailable: boolean, details: VariationDetails | undefined) {
  const page = url + hrefs.product(product.slug, product.choices)
  const fullName = [product.name, ...(details?.choices ?? []).map((choice) => choice.value)].join(' – ')
  const quoted = `&ldquo;${nameHtml(fullName)}&rdquo;`
  if (product.type === 'grouped') return { text: 'View products', description: `View products in ${quoted}`, url: page }
  if (product.type === 'external') {
    const text = nameHtml(product.buttonText || 'Buy product')
    return { text, description: `${text}: ${quoted}`, url: product.externalUrl ?? page }
  }
  if (!isAvailable) return { text: 'Read more', description: `Read more about ${quoted}`, url: page }
  if (product.type === 'variable') {
    return { text: 'Select options', description: `Select options for ${quoted}`, url: page }
  }
  const link = `${page}${page.includes('?') ? '&' : '?'}add-to-cart=${product.id}`
  return { text: 'Add to cart', description: `Add to cart: ${quoted}`, url: link }
}

const termJson = (term: { id: number; name: string; slug: string }, link: string) => ({
  id: term.id,
  name: nameHtml(term.name),
  slug: term.slug,
  link,
})

const attributeJson = (attribute: Product['attributes'][number]) => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  has_variations: attribute.isForVariations,
  terms: attribute.terms.map((term) => ({ id: term.id, name: nameHtml(term.name), slug: term.slug })),
})

/** An attribute without a fixed value is null. */
const variationJson = (product: Product, variation: Sellable) => ({
  id: variation.id,
  attributes: product.attributes
    .filter((attribute) => attribute.isForVariations)
    .map((attribute) => ({ name: nameHtml(attribute.label), value: variation.choices[attribute.slug] || null })),
})
