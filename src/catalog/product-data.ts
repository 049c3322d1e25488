import { priceString } from '../money/money.ts'
import { hrefs } from '../routes.ts'
import { ratingText } from '../ui/rating-text.ts'
import { type Product, priceAt, priceRange } from './product.ts'
import { overallStock } from './product-classes.ts'
import type { Review } from './reviews.store.ts'

const availabilities = {
  instock: 'https://schema.org/InStock',
  outofstock: 'https://schema.org/OutOfStock',
  onbackorder: 'https://schema.org/BackOrder',
} as const

/** How many reviews are written out for search engines; all of them count in the mean. */
const REVIEWS_TOLD = 5

/** A product as search engines read it (schema.org Product). */
export function productData(
  product: Product,
  reviews: readonly Review[],
  context: { now: Date; shopUrl: string },
): object {
  const { now, shopUrl } = context
  const url = `${shopUrl}${hrefs.product(product.slug)}`
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.name,
    url,
    description: product.excerpt
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    ...(product.pictures.length > 0
      ? { image: product.pictures.map((picture) => `${shopUrl}${hrefs.upload(picture.path)}`) }
      : {}),
    ...(product.sku === '' ? {} : { sku: product.sku }),
    ...(product.categories[0] ? { category: product.categories[0].name } : {}),
    ...offersOf(product, url, now),
    ...(product.reviewCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: ratingText(product.ratingHundredths),
            reviewCount: product.reviewCount,
          },
          review: rated(reviews).map((review) => ({
            '@type': 'Review',
            reviewRating: { '@type': 'Rating', bestRating: '5', ratingValue: review.rating, worstRating: '1' },
            author: { '@type': 'Person', name: review.author },
            reviewBody: review.text,
            datePublished: review.writtenAt.toISOString(),
          })),
        }
      : {}),
  }
}

/** Those that are shown to everybody and say how many stars. */
const rated = (reviews: readonly Review[]): Review[] =>
  reviews.filter((review) => review.rating !== null && !review.isWaiting).slice(0, REVIEWS_TOLD)

function offersOf(product: Product, url: string, now: Date): object {
  const range = priceRange(product, now)
  if (!range) return {}
  const availability = availabilities[overallStock(product)]
  if (range.minCents !== range.maxCents) {
    return {
      offers: {
        '@type': 'AggregateOffer',
        lowPrice: priceString(range.minCents),
        highPrice: priceString(range.maxCents),
        offerCount: product.variations.filter((variation) => priceAt(variation, now).cents !== null).length,
        priceCurrency: 'CAD',
        availability,
        url,
      },
    }
  }
  return {
    offers: { '@type': 'Offer', price: priceString(range.minCents), priceCurrency: 'CAD', availability, url },
  }
}
