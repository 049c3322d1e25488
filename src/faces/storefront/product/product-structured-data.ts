import { priceString } from '../../../platform/money/money.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import { ratingText } from '../../../platform/ui/rating-text.ts'
import { shownText } from '../../../platform/web/plain-text.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import {
  isPurchasable,
  type Product,
  priceAt,
  priceRange,
  type Sellable,
  stockStatusOf,
} from '../../../shop/catalog/product.ts'
import { aggregateStockStatus } from '../../../shop/catalog/product-card.ts'
import type { PricingConfig } from '../../../shop/pricing/total.ts'
import type { ThreadComment } from '../../../site/comments/threads.store.ts'
import { shippingPromise } from './shipping-text.ts'

const availabilities = {
  instock: 'https://schema.org/InStock',
  outofstock: 'https://schema.org/OutOfStock',
  onbackorder: 'https://schema.org/BackOrder',
} as const

const MAX_REVIEWS = 5

type ProductDataContext = {
  readonly now: Date
  readonly shopUrl: string
  readonly shopName: string
  readonly pricing: Pick<PricingConfig, 'shipping' | 'shipsTo' | 'base'>
  readonly returnDays: number
}

export function productStructuredData(
  product: Product,
  reviews: readonly ThreadComment[],
  context: ProductDataContext,
): object {
  const { shopUrl } = context
  const url = `${shopUrl}${hrefs.product(product.slug)}`
  const images = product.pictures.map((picture) => `${shopUrl}${hrefs.upload(picture.path)}`)
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    url,
    description: shownText(product.excerpt || product.content),
    image: images.length > 0 ? images : undefined,
    sku: product.sku || undefined,
    category: product.categories[0]?.name,
    offers: offersOf(product, url, context),
    ...(product.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: ratingText(product.ratingHundredths),
        reviewCount: product.reviewCount,
        bestRating: '5',
        worstRating: '1',
      },
      review: reviews
        .filter((review) => review.rating !== null && !review.isPending)
        .slice(0, MAX_REVIEWS)
        .map((review) => ({
          '@type': 'Review',
          reviewRating: { '@type': 'Rating', bestRating: '5', ratingValue: review.rating, worstRating: '1' },
          author: { '@type': 'Person', name: review.author },
          reviewBody: review.text,
          datePublished: review.createdAt.toISOString(),
        })),
    }),
  }
}

function offersOf(product: Product, url: string, context: ProductDataContext): object | undefined {
  const range = priceRange(product, context.now)
  if (!range) return undefined
  if (product.type === 'external') return { ...singleOffer(product, url, context), seller: sellerOf(product) }
  if (product.type === 'simple') {
    return { ...singleOffer(product, url, context), ...sellerAndShipping(product, context) }
  }
  const choices = product.variations.filter((variation) => isPurchasable(variation, context.now))
  const offers = choices.map((variation) => ({
    ...singleOffer(variation, `${context.shopUrl}${hrefs.product(product.slug, variation.choices)}`, context),
    sku: variation.sku || undefined,
  }))
  return {
    '@type': 'AggregateOffer',
    lowPrice: priceString(range.minCents),
    highPrice: priceString(range.maxCents),
    offerCount: product.type === 'grouped' ? product.groupItems.length : choices.length,
    priceCurrency: 'CAD',
    availability: availabilities[aggregateStockStatus(product)],
    url,
    offers: offers.length > 0 ? offers : undefined,
  }
}

function singleOffer(sellable: Sellable, url: string, { now }: ProductDataContext): object {
  const { cents, isSale } = priceAt(sellable, now)
  // Last day of the price: a sale ends at the following midnight.
  const lastMoment = isSale && sellable.saleUntil ? new Date(sellable.saleUntil.getTime() - 1) : null
  return {
    '@type': 'Offer',
    price: priceString(cents ?? 0),
    priceCurrency: 'CAD',
    priceValidUntil: lastMoment ? shopDayOf(lastMoment) : undefined,
    availability: availabilities[sellable.type === 'external' ? 'instock' : stockStatusOf(sellable.stock)],
    itemCondition: 'https://schema.org/NewCondition',
    url,
  }
}

function sellerAndShipping(product: Product, context: ProductDataContext): object {
  const { now, shopName, shopUrl, pricing, returnDays } = context
  const seller = { seller: { '@type': 'Organization', name: shopName, url: shopUrl } }
  if (product.isVirtual) return seller
  const { flatCents = null, freeFromCents = null } = shippingPromise(pricing, pricing.base.country, [product]) ?? {}
  const isFree = freeFromCents !== null && freeFromCents <= (priceAt(product, now).cents ?? 0)
  const cents = isFree ? 0 : flatCents
  return {
    ...seller,
    shippingDetails:
      cents !== null
        ? {
            '@type': 'OfferShippingDetails',
            shippingRate: { '@type': 'MonetaryAmount', value: priceString(cents), currency: 'CAD' },
            shippingDestination: { '@type': 'DefinedRegion', addressCountry: pricing.base.country },
          }
        : undefined,
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: pricing.base.country,
      ...(returnDays === 0
        ? { returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted' }
        : {
            returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
            merchantReturnDays: returnDays,
            returnMethod: 'https://schema.org/ReturnByMail',
            returnFees: 'https://schema.org/ReturnFeesCustomerResponsibility',
          }),
    },
  }
}

const sellerOf = ({ externalUrl }: Product): object =>
  externalUrl && URL.canParse(externalUrl)
    ? { '@type': 'Organization', name: new URL(externalUrl).hostname, url: externalUrl }
    : { '@type': 'Organization', name: 'Another shop' }

export function openGraphTags(product: Product, now: Date): readonly (readonly [property: string, content: string])[] {
  const range = priceRange(product, now)
  const [picture] = product.pictures
  const availabilityNames = { instock: 'in stock', outofstock: 'out of stock', onbackorder: 'available for order' }
  const tags: Readonly<Record<string, string | undefined>> = {
    'og:image:width': picture && String(picture.width),
    'og:image:height': picture && String(picture.height),
    'og:image:alt': picture?.alt,
    'product:price:amount': range ? priceString(range.minCents) : undefined,
    'product:price:currency': range ? 'CAD' : undefined,
    'product:availability': availabilityNames[aggregateStockStatus(product)],
    'product:condition': 'new',
    'product:retailer_item_id': product.sku || undefined,
  }
  return Object.entries(tags).flatMap(([property, content]) => (content === undefined ? [] : [[property, content]]))
}
