import { formatMoney } from '../../../platform/money/money.ts'
import { breadcrumbData } from '../../../platform/ui/breadcrumbs.tsx'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import type { Page } from '../../../platform/web/page.ts'
import { plainText } from '../../../platform/web/plain-text.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { nextPriceChange, type Product } from '../../../shop/catalog/product.ts'
import { variationParams } from '../../../shop/catalog/variation-texts.ts'
import type { InventorySettings } from '../../../shop/inventory/settings.ts'
import type { WithProductIndex } from '../../../shop/listing/context.ts'
import { fillRow } from '../../../shop/listing/fill-row.ts'
import { upSellCards } from '../../../shop/listing/linked-cards.store.ts'
import { relatedProducts } from '../../../shop/listing/list-products.ts'
import type { WithPricing } from '../../../shop/pricing/context.ts'
import { loadReviews, type ReviewRequest } from '../../../shop/reviews/load-reviews.ts'
import type { ReviewSettings } from '../../../site/comments/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import { ProductPage, productCrumbs } from './pages/product-page.tsx'
import { offerOf } from './product-offer.tsx'
import { openGraphTags, productStructuredData } from './product-structured-data.ts'

/** One full row. */
const RELATED_COUNT = 4

/**
 * Renders a product page. Attributes in the URL (`attribute_pa_size=50-g`) or submitted fields are preselected. Null if
 * the page of reviews does not exist.
 */
export async function makeProductPage(
  shop: Pick<Platform, 'db' | 'now' | 'pages' | 'secret' | 'url'> &
    WithPricing &
    WithProductIndex &
    WithSettings<InventorySettings & ReviewSettings & SiteSettings>,
  product: Product,
  fields: Readonly<Record<string, string>>,
  notices: NoticeList,
  reviewRequest: ReviewRequest = {},
): Promise<Page | null> {
  const now = shop.now()
  const generation = shop.pages.generation
  const { lowStockThreshold } = shop.settings()
  const [relatedByTerms, upSells, reviews] = await Promise.all([
    relatedProducts(shop, product.id, 2 * RELATED_COUNT, now),
    upSellCards(shop.db, product.id, RELATED_COUNT, now),
    loadReviews(shop, product, fields, reviewRequest),
  ])
  if (!reviews) return null
  const related = fillRow(upSells, relatedByTerms, RELATED_COUNT)
  const crumbs = productCrumbs(product)
  const offer = offerOf(product, { now, lowStock: lowStockThreshold, shopUrl: shop.url, fields })
  const pricedItems = [
    product,
    ...product.variations,
    ...product.groupItems,
    ...product.groupItems.flatMap((part) => part.variations),
  ]
  const expiresAt = nextPriceChange(pricedItems, now)
  const [picture] = product.pictures
  return {
    title: product.name,
    description: plainText(product.excerpt),
    canonical: hrefs.product(product.slug),
    entryId: product.id,
    jsonPath: hrefs.storeApi(`/products/${product.id}`),
    feeds: [{ title: `${product.name} reviews`, href: hrefs.feedOf(hrefs.product(product.slug)) }],
    bodyClass: `single single-product postid-${product.id} product-template-default woocommerce woocommerce-page`,
    skipLink: { href: '#buy', label: 'Skip to the order form' },
    structuredData: [
      breadcrumbData(crumbs, shop.url),
      productStructuredData(product, reviews.list.reviews, {
        ...{ now, shopUrl: shop.url, shopName: shop.settings().siteTitle, shipping: shop.pricing().shipping },
      }),
    ],
    ...(picture ? { image: hrefs.upload(picture.path) } : {}),
    socialMeta: openGraphTags(product, now),
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
        lowStock={lowStockThreshold}
        shippingText={shippingText(shop)}
        offer={offer}
      />
    ),
    cache: {
      tags: ['settings', ...pricedItems.map(({ id }) => `product:${id}`), ...related.map(({ id }) => `product:${id}`)],
      ...(expiresAt ? { expiresAt } : {}),
      generation,
    },
  }
}

/** '$9.95 shipping anywhere in Canada, free from $75.00.' from the shop's shipping rates. */
function shippingText(shop: WithPricing): string {
  const methods = shop.pricing().shipping.zones.find((zone) => zone.countries.includes('CA'))?.methods ?? []
  const flat = methods.find((method) => method.kind === 'flat_rate')
  const free = methods.find((method) => method.kind === 'free_shipping')
  const parts = [
    flat?.kind === 'flat_rate' ? `${formatMoney(flat.costCents)} shipping anywhere in Canada` : null,
    free?.kind === 'free_shipping' ? `free from ${formatMoney(free.minAmountCents).replace(/\.00$/, '')}` : null,
  ].filter((part) => part !== null)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'Shipping is worked out in the cart.'
}

/** Settings that WooCommerce product scripts read (storefront-scripts.md §1). */
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
