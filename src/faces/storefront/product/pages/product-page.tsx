import type { Exchange } from '../../../../platform/money/exchange.ts'
import { Breadcrumbs, type Crumb } from '../../../../platform/ui/breadcrumbs.tsx'
import { button } from '../../../../platform/ui/button.tsx'
import { type NoticeList, Notices } from '../../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { packSizes } from '../../../../shop/catalog/pack-size.ts'
import { Price } from '../../../../shop/catalog/pages/price.tsx'
import {
  displayedOffers,
  type Product,
  priceRange,
  priceRangeOf,
  stockStatusOf,
} from '../../../../shop/catalog/product.ts'
import { type ProductCardData, productClasses } from '../../../../shop/catalog/product-card.ts'
import type { PaymentService } from '../../../../shop/gateways/context.ts'
import type { PayLaterMessageList } from '../../../../shop/gateways/pay-later/pay-later-message.tsx'
import { CardGrid } from '../../../../shop/listing/pages/card-grid.tsx'
import type { ReviewsView } from '../../../../shop/reviews/load-reviews.ts'
import type { WalletId } from '../../../../shop/wallets/wallets.ts'
import type { WeightUnit } from '../../../../things/settings/site-settings.ts'
import type { Policies } from '../../storefront-settings.ts'
import { Gallery } from '../gallery/gallery.tsx'
import { type Offer, selectedVariation } from '../product-offer.tsx'
import styles from './product-page.module.css'
import { ProductTabs } from './product-tabs.tsx'
import sticky from './sticky-add-to-cart.module.css'
import { Summary } from './summary.tsx'

export type ProductView = {
  readonly product: Product
  readonly crumbs: readonly Crumb[]
  readonly reviews: ReviewsView
  /** Related products, one row. */
  readonly related: readonly ProductCardData[]
  readonly notices: NoticeList
  readonly now: Date
  /** Public URL of the shop, for absolute picture URLs. */
  readonly shopUrl: string
  readonly lowStock: number
  readonly weightUnit: WeightUnit
  /** Sentences about shipping and returns, from the shop's rates. */
  readonly shippingText: string
  readonly policies: Policies
  readonly offer: Offer
  /** The currency that prices are shown in. */
  readonly exchange: Exchange | null
  /** What is said of paying the price later. */
  readonly payLater: PayLaterMessageList
  /** Wallets that can pay a product. */
  readonly wallets: readonly WalletId[]
  /** Where the browser finds the payment provider. */
  readonly provider: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
}

/** Product page: gallery, purchase form, steeping, reviews, related products. */
export function ProductPage(view: ProductView) {
  const { product } = view
  return (
    <main id="content" className={styles.page}>
      <Breadcrumbs crumbs={view.crumbs} />
      <Notices notices={view.notices} />
      <div id={`product-${product.id}`} className={`${productClasses(product, view.now)} ${styles.product}`}>
        <div className={styles.top}>
          <Gallery product={product} shopUrl={view.shopUrl} />
          <Summary view={view} />
        </div>
        <ProductTabs view={view} />
      </div>
      {view.related.length > 0 && (
        <section id="related" className={`related products ${styles.related}`} aria-labelledby="related-title">
          <h2 id="related-title">You may also like</h2>
          <CardGrid cards={view.related} arrangement="row" headingLevel={3} />
        </section>
      )}
      <StickyAddToCart view={view} />
    </main>
  )
}

/**
 * Sticky bar for phones, shown while the form's button is out of view. It mirrors the form: price and size of the
 * selection, or a prompt to select options (`sticky-add-to-cart.client.ts` follows the selection). Hidden without script.
 */
function StickyAddToCart({ view: { product, offer, now, exchange } }: { view: ProductView }) {
  const variation = selectedVariation(product, offer)
  const range = (variation && priceRangeOf([variation], now)) ?? priceRange(product, now)
  if (!range || (offer.kind !== 'simple' && offer.kind !== 'variable')) return null
  const needsSelection =
    offer.kind === 'variable' && (variation === null || stockStatusOf(variation.stock) === 'outofstock')
  const sized = variation ? [variation] : product.type === 'simple' ? [product] : displayedOffers(product)
  return (
    <div className={sticky.bar} data-add-bar="" inert>
      <div className={sticky.words}>
        <span className={sticky.name}>{product.name}</span>
        <span className={sticky.price}>
          <span data-bar-price="">
            <Price range={range} exchange={exchange} />
          </span>{' '}
          <span data-bar-size="">{packSizes(sized.map(({ netGrams }) => netGrams))}</span>
        </span>
      </div>
      <button type="button" className={`${button.cta} ${sticky.add}`}>
        {needsSelection ? 'Choose' : 'Add to cart'}
      </button>
    </div>
  )
}

/** Breadcrumb: home, category, product. */
export function productCrumbs(product: Product): Crumb[] {
  const [first] = product.categories
  return [
    { label: 'Home', href: paths.home },
    { label: 'Shop', href: hrefs.shop() },
    ...(first ? [{ label: first.name, href: hrefs.category(first.slug) }] : []),
    { label: product.name },
  ]
}
