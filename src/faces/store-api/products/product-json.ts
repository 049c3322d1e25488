import type { Exchange } from '../../../platform/money/exchange.ts'
import { shopCurrency } from '../../../platform/money/money.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { ratingText } from '../../../platform/ui/rating-text.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { MAX_LINE_QUANTITY } from '../../../shop/cart/cart.ts'
import { dimensionsOf, dimensionsText, weightIn, weightText } from '../../../shop/catalog/pack-size.ts'
import { type Prices, priceHtml } from '../../../shop/catalog/price-html.ts'
import {
  availabilityOf,
  fullPriceRange,
  isPurchasable,
  maxQuantity,
  type PriceRange,
  type Product,
  priceRange,
  type Sellable,
  stockStatusOf,
} from '../../../shop/catalog/product.ts'
import type { Picture } from '../../../things/media/media.table.ts'
import { absoluteSources, pictureHref } from '../../../things/media/picture-sizes.ts'
import type { StoreApiContext } from '../context.ts'
import { pricesJson, pricesOf, toCurrency } from '../money-json.ts'
import { nameHtml } from '../response.ts'
import type { ProductJson } from '../shapes/product-shape.ts'

export type VariationDetails = { readonly slug: string; readonly choices: readonly { label: string; value: string }[] }

export function productJson(
  shop: StoreApiContext,
  product: Product,
  { details, exchange }: { readonly details: VariationDetails | undefined; readonly exchange: Exchange | null },
): ProductJson {
  const now = shop.now()
  const { url } = shop
  const unit = shop.settings().weightUnit
  // A metric shop uses grams in its API and on its pages.
  const weightUnit = unit === 'kg' ? 'g' : unit
  const products = url + hrefs.storeApi('/products')
  const page = url + hrefs.product(product.slug, product.choices)
  const prices = hasPriceRange(product)
    ? pricesIn(fullPriceRange(product, now), exchange)
    : pricesOf(product, now, exchange)
  const stock = stockSummary(product, shop.settings().lowStockThreshold)
  const isPurchasableNow = product.type === 'variable' ? prices !== null : isPurchasable(product, now)
  return {
    id: product.id,
    name: nameHtml(product.name),
    slug: details?.slug ?? product.slug,
    parent: product.parentId ?? 0,
    type: product.type,
    variation: (details?.choices ?? []).map(({ label, value }) => nameHtml(`${label}: ${value}`)).join(', '),
    permalink: page,
    sku: product.sku,
    short_description: product.excerpt,
    description: product.content,
    on_sale: prices?.isOnSale ?? false,
    prices: pricesJson(prices),
    price_html: priceHtml(prices),
    average_rating: product.reviewCount > 0 ? ratingText(product.ratingHundredths) : '0',
    review_count: product.reviewCount,
    images: product.pictures.map((picture) => imageJson(url, picture)),
    categories: product.categories.map((term) => ({ ...termJson(term), link: url + hrefs.category(term.slug) })),
    tags: product.tags.map((term) => ({ ...termJson(term), link: url + hrefs.tag(term.slug) })),
    brands: [],
    attributes: product.attributes.filter((one) => one.isVisible || one.isForVariations).map(attributeJson),
    variations: product.variations.map((variation) => variationJson(product, variation)),
    grouped_products: product.groupItems.map((part) => part.id),
    has_options: product.type === 'variable',
    is_purchasable: isPurchasableNow,
    is_in_stock: stock.status !== 'outofstock',
    is_on_backorder: stock.status === 'onbackorder',
    low_stock_remaining: hasPriceRange(product) ? null : lowStock(product, shop.settings().lowStockThreshold),
    stock_availability: { text: stock.text, class: stock.className },
    sold_individually: product.isSoldIndividually,
    weight: weightIn(product.weightGrams, weightUnit),
    dimensions: dimensionsOf(product),
    formatted_weight:
      product.weightGrams === null ? 'N/A' : weightText(product.weightGrams, product.weightGrams, weightUnit),
    formatted_dimensions: dimensionsText(product) || 'N/A',
    add_to_cart: {
      ...addToCartButton(page, product, isPurchasableNow && stock.status !== 'outofstock', details),
      single_text: 'Add to cart',
      minimum: 1,
      maximum: maxQuantityOffered(product),
      multiple_of: 1,
    },
    is_password_protected: product.isLocked,
    extensions: extensionsOf(product, now, exchange),
    _links: {
      ...itemLinks(products, product.id, ['GET']),
      ...(product.parentId === null ? {} : { up: [{ href: `${products}/${product.parentId}` }] }),
      related: [{ embeddable: true, href: `${products}?related=${product.id}&per_page=10` }],
    },
  }
}

const hasPriceRange = ({ type }: Product): boolean => type === 'variable' || type === 'grouped'

/** `prices` restricted to items in stock, if a sold-out one is the cheapest or most expensive. */
function extensionsOf(product: Product, now: Date, exchange: Exchange | null): Record<string, unknown> {
  if (!hasPriceRange(product)) return {}
  const [full, available] = [fullPriceRange(product, now), priceRange(product, now)]
  if (full?.minCents === available?.minCents && full?.maxCents === available?.maxCents) return {}
  return { samovar: { prices: pricesJson(pricesIn(available, exchange)) } }
}

function pricesIn(range: PriceRange | null, exchange: Exchange | null): Prices | null {
  if (!range) return null
  const prices = {
    currency: shopCurrency,
    currentCents: range.minCents,
    regularCents: range.regularMinCents,
    isOnSale: range.isSale,
    range: range.minCents === range.maxCents ? null : { minCents: range.minCents, maxCents: range.maxCents },
  }
  return toCurrency(prices, exchange)
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

function addToCartButton(page: string, product: Product, isAvailable: boolean, details: VariationDetails | undefined) {
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

type Term = { readonly id: number; readonly name: string; readonly slug: string }
const termJson = ({ id, name, slug }: Term) => ({ id, name: nameHtml(name), slug })

const attributeJson = (attribute: Product['attributes'][number]) => ({
  id: attribute.id,
  name: nameHtml(attribute.label),
  taxonomy: attribute.slug,
  has_variations: attribute.isForVariations,
  terms: attribute.terms.map(termJson),
})

const variationJson = (product: Product, variation: Sellable) => ({
  id: variation.id,
  attributes: product.attributes
    .filter((attribute) => attribute.isForVariations)
    .map((attribute) => ({ name: nameHtml(attribute.label), value: variation.choices[attribute.slug] || null })),
})

/** Sold-out products have the general limit: `is_in_stock` tells the difference (store-products-filters.json). */
export function maxQuantityOffered(sellable: Pick<Sellable, 'isSoldIndividually' | 'stock'>): number {
  const max = maxQuantity(sellable)
  return max === null || max === 0 ? MAX_LINE_QUANTITY : max
}

export const lowStock = ({ stock }: Pick<Sellable, 'stock'>, threshold: number): number | null =>
  stock.tracksInventory && stock.onHand <= (stock.lowStockAmount ?? threshold) ? stock.onHand : null

const THUMBNAIL = 324

export function imageJson(shopUrl: string, picture: Picture) {
  const srcset = absoluteSources(picture, picture.width, shopUrl).srcSet
  return {
    id: picture.id,
    src: shopUrl + hrefs.upload(picture.path),
    thumbnail: shopUrl + pictureHref(picture, THUMBNAIL),
    srcset,
    sizes: `(max-width: ${picture.width}px) 100vw, ${picture.width}px`,
    thumbnail_srcset: srcset,
    thumbnail_sizes: `(max-width: ${THUMBNAIL}px) 100vw, ${THUMBNAIL}px`,
    name: picture.title,
    alt: picture.alt,
  }
}
