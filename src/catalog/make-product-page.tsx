import { renderToStaticMarkup } from 'react-dom/server'
import { formatMoney } from '../money/format.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { breadcrumbData } from '../ui/breadcrumbs.tsx'
import type { NoticeList } from '../ui/notices.tsx'
import { Price } from '../ui/price.tsx'
import type { Page } from '../web/page.ts'
import { shopGlobals } from '../web/shop-globals.ts'
import type { AddBarProps } from './islands/add-bar.island.tsx'
import type { PurchaseProps } from './islands/purchase-props.ts'
import { relatedProducts } from './list-products.ts'
import { loadReviews, type ReviewRequest } from './make-reviews.ts'
import { ProductPage, productCrumbs } from './pages/product-page.tsx'
import {
  isPurchasable,
  mostPieces,
  nextPriceChange,
  type Product,
  priceAt,
  priceRange,
  unitPriceText,
} from './product.ts'
import { overallStock } from './product-classes.ts'
import { productData } from './product-data.ts'
import { productVariationData } from './variation-data.tsx'

const RELATED = 4

/**
 * The page of one product. Choices in the address (`attribute_pa_size=50-g`) are taken up. Null: it has no such page of
 * reviews.
 */
export async function makeProductPage(
  shop: Shop,
  product: Product,
  query: Readonly<Record<string, string>>,
  notices: NoticeList,
  reviewRequest: ReviewRequest = {},
): Promise<Page | null> {
  const now = shop.now()
  const generation = shop.pages.generation
  const { lowStock } = shop.settings()
  const [related, reviews] = await Promise.all([
    relatedProducts(shop, product.id, RELATED, now),
    loadReviews(shop, product, query, reviewRequest),
  ])
  if (!reviews) return null
  const crumbs = productCrumbs(product)
  const purchase = canBeBought(product, now) ? purchaseProps(shop, product, query, now) : null
  const until = nextPriceChange([product, ...product.variations], now)
  const [picture] = product.pictures
  return {
    title: product.name,
    description: plainText(product.excerpt),
    canonical: hrefs.product(product.slug),
    bodyClass: `single single-product postid-${product.id} product-template-default woocommerce woocommerce-page`,
    structuredData: [
      breadcrumbData(crumbs, shop.url),
      productData(product, reviews.list.reviews, { now, shopUrl: shop.url }),
    ],
    ...(picture ? { image: hrefs.upload(picture.path) } : {}),
    globals: { ...shopGlobals(shop), ...productGlobals(product, shop.settings().reviews.ratingRequired) },
    body: (
      <ProductPage
        product={product}
        crumbs={crumbs}
        reviews={reviews}
        related={related}
        notices={notices}
        now={now}
        lowStock={lowStock}
        shippingFact={shippingFact(shop)}
        purchase={purchase}
        addBar={purchase && addBarProps(product, now)}
      />
    ),
    cache: {
      tags: [
        'settings',
        `product:${product.id}`,
        ...product.variations.map(({ id }) => `product:${id}`),
        ...related.map(({ id }) => `product:${id}`),
      ],
      ...(until ? { until } : {}),
      generation,
    },
  }
}

const canBeBought = (product: Product, now: Date): boolean =>
  overallStock(product) !== 'outofstock' && [product, ...product.variations].some((item) => isPurchasable(item, now))

function purchaseProps(
  shop: Shop,
  product: Product,
  query: Readonly<Record<string, string>>,
  now: Date,
): PurchaseProps {
  const chooseBy =
    product.type === 'variable' ? product.attributes.filter((attribute) => attribute.isForVariations) : []
  return {
    productId: product.id,
    name: product.name,
    href: hrefs.product(product.slug),
    attributes: chooseBy.map(({ slug, label, terms }) => ({
      slug,
      label,
      options: terms.map((term) => ({ slug: term.slug, name: term.name })),
    })),
    variations:
      chooseBy.length > 0
        ? productVariationData(product, { now, lowStock: shop.settings().lowStock, shopUrl: shop.url })
        : [],
    unitPrices: unitPrices(product, now),
    chosen: Object.fromEntries(
      chooseBy.map(({ slug, defaultSlug, terms }) => {
        const asked = query[`attribute_${slug}`] ?? defaultSlug ?? ''
        return [slug, terms.some((term) => term.slug === asked) ? asked : '']
      }),
    ),
    most: mostPieces(product),
    isSoldIndividually: product.isSoldIndividually,
  }
}

function unitPrices(product: Product, now: Date): Record<number, string> {
  return Object.fromEntries(
    product.variations.flatMap((variation) => {
      const { cents } = priceAt(variation, now)
      const text = cents === null ? null : unitPriceText(cents, variation.netGrams)
      return text === null ? [] : [[variation.id, text]]
    }),
  )
}

function addBarProps(product: Product, now: Date): AddBarProps | null {
  const range = priceRange(product, now)
  return range && { name: product.name, priceHtml: renderToStaticMarkup(<Price range={range} />) }
}

/** '$9.95 to send anywhere in Canada, free from $75.00.' from the shop's own rates. */
function shippingFact(shop: Shop): string {
  const methods = shop.pricing().shipping.zones.find((zone) => zone.countries.includes('CA'))?.methods ?? []
  const flat = methods.find((method) => method.kind === 'flat_rate')
  const free = methods.find((method) => method.kind === 'free_shipping')
  const parts = [
    flat?.kind === 'flat_rate' ? `${formatMoney(flat.costCents)} to send anywhere in Canada` : null,
    free?.kind === 'free_shipping' ? `free from ${formatMoney(free.fromCents).replace(/\.00$/, '')}` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Shipping is worked out in the cart.'
}

/** Settings that product scripts of such shops read (storefront-scripts.md §1). */
function productGlobals(product: Product, ratingRequired: 'yes' | 'no'): Record<string, unknown> {
  return {
    wc_single_product_params: {
      i18n_required_rating_text: 'Please select a rating',
      i18n_rating_options: [1, 2, 3, 4, 5].map((stars) => `${stars} of 5 stars`),
      i18n_product_gallery_trigger_text: 'View full-screen image gallery',
      review_rating_required: ratingRequired,
      flexslider: {
        rtl: false,
        animation: 'slide',
        smoothHeight: true,
        directionNav: false,
        controlNav: 'thumbnails',
        slideshow: false,
        animationSpeed: 500,
        animationLoop: false,
        allowOneSlide: false,
      },
      zoom_enabled: '',
      zoom_options: [],
      photoswipe_enabled: '',
      photoswipe_options: {
        shareEl: false,
        closeOnScroll: false,
        history: false,
        hideAnimationDuration: 0,
        showAnimationDuration: 0,
      },
      flexslider_enabled: '',
    },
    ...(product.type === 'variable'
      ? {
          wc_add_to_cart_variation_params: {
            wc_ajax_url: '/?wc-ajax=%%endpoint%%',
            i18n_no_matching_variations_text:
              'Sorry, no products matched your selection. Please choose a different combination.',
            i18n_make_a_selection_text: 'Please select some product options before adding this product to your cart.',
            i18n_unavailable_text: 'Sorry, this product is unavailable. Please choose a different combination.',
            i18n_reset_alert_text:
              'Your selection has been reset. Please select some product options before adding this product to your cart.',
          },
        }
      : {}),
  }
}

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
