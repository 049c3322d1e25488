import { formatMoney } from '../money/format.ts'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { breadcrumbData } from '../ui/breadcrumbs.tsx'
import type { NoticeList } from '../ui/notices.tsx'
import type { Page } from '../web/page.ts'
import { fillRow } from './fill-row.ts'
import { upSellCards } from './linked-cards.store.ts'
import { relatedProducts } from './list-products.ts'
import { loadReviews, type ReviewRequest } from './make-reviews.ts'
import { ProductPage, productCrumbs } from './pages/product-page.tsx'
import { nextPriceChange, type Product } from './product.ts'
import { plainText, productData, sharingData } from './product-data.ts'
import { offerOf } from './product-offer.tsx'
import { variationParams } from './variation-texts.ts'

/** One full row. */
const RELATED = 4

/**
 * The page of one product. Choices in the address (`attribute_pa_size=50-g`), or typed into its form, are taken up. Null:
 * it has no such page of reviews.
 */
export async function makeProductPage(
  shop: Shop,
  product: Product,
  fields: Readonly<Record<string, string>>,
  notices: NoticeList,
  reviewRequest: ReviewRequest = {},
): Promise<Page | null> {
  const now = shop.now()
  const generation = shop.pages.generation
  const { lowStock } = shop.settings()
  const [near, upSells, reviews] = await Promise.all([
    relatedProducts(shop, product.id, 2 * RELATED, now),
    upSellCards(shop.db, product.id, RELATED, now),
    loadReviews(shop, product, fields, reviewRequest),
  ])
  if (!reviews) return null
  const related = fillRow(upSells, near, RELATED)
  const crumbs = productCrumbs(product)
  const offer = offerOf(product, { now, lowStock, shopUrl: shop.url, fields })
  const shown = [product, ...product.variations, ...product.parts, ...product.parts.flatMap((part) => part.variations)]
  const until = nextPriceChange(shown, now)
  const [picture] = product.pictures
  return {
    title: product.name,
    description: plainText(product.excerpt),
    canonical: hrefs.product(product.slug),
    entryId: product.id,
    json: hrefs.storeApi(`/products/${product.id}`),
    feeds: [{ title: `${product.name} reviews`, href: hrefs.feedOf(hrefs.product(product.slug)) }],
    bodyClass: `single single-product postid-${product.id} product-template-default woocommerce woocommerce-page`,
    skipTo: { href: '#buy', label: 'Skip to the order form' },
    structuredData: [
      breadcrumbData(crumbs, shop.url),
      productData(product, reviews.list.reviews, {
        ...{ now, shopUrl: shop.url, shopName: shop.settings().siteTitle, shipping: shop.pricing().shipping },
      }),
    ],
    ...(picture ? { image: hrefs.upload(picture.path) } : {}),
    sharing: sharingData(product, now),
    globals: productGlobals(product, shop.settings().reviews.ratingRequired),
    body: (
      <ProductPage
        product={product}
        crumbs={crumbs}
        reviews={reviews}
        related={related}
        notices={notices}
        now={now}
        shopUrl={shop.url}
        lowStock={lowStock}
        shippingFact={shippingFact(shop)}
        offer={offer}
      />
    ),
    cache: {
      tags: ['settings', ...shown.map(({ id }) => `product:${id}`), ...related.map(({ id }) => `product:${id}`)],
      ...(until ? { until } : {}),
      generation,
    },
  }
}

/** '$9.95 shipping anywhere in Canada, free from $75.00.' from the shop's own rates. */
function shippingFact(shop: Shop): string {
  const methods = shop.pricing().shipping.zones.find((zone) => zone.countries.includes('CA'))?.methods ?? []
  const flat = methods.find((method) => method.kind === 'flat_rate')
  const free = methods.find((method) => method.kind === 'free_shipping')
  const parts = [
    flat?.kind === 'flat_rate' ? `${formatMoney(flat.costCents)} shipping anywhere in Canada` : null,
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
          wc_add_to_cart_variation_params: variationParams(
            product.attributes.filter((attribute) => attribute.isForVariations).map((attribute) => attribute.label),
          ),
        }
      : {}),
  }
}
