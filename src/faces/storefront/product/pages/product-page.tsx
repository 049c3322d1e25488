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
import type { Policies } from '../../storefront-settings.ts'
import { Gallery } from '../gallery/gallery.tsx'
import { type Offer, type OfferContext, selectedVariation } from '../product-offer.tsx'
import styles from './product-page.module.css'
import { ProductTabs } from './product-tabs.tsx'
import { Summary } from './summary.tsx'

export type ProductView = Omit<OfferContext, 'fields'> & {
  readonly product: Product
  /** Whether the description consists of blocks. */
  readonly isBuilt: boolean
  readonly crumbs: readonly Crumb[]
  readonly reviews: ReviewsView
  readonly related: readonly ProductCardData[]
  readonly notices: NoticeList
  readonly shippingText: string
  readonly policies: Policies
  /** Null while the page about shipping and returns cannot be opened. */
  readonly returnsHref: string | null
  readonly offer: Offer
  readonly payLater: PayLaterMessageList
  readonly wallets: readonly WalletId[]
  readonly provider: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
}

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

/** Bar for phones while the form's button is out of view (`sticky-add-to-cart.client.ts` follows the selection). */
function StickyAddToCart({ view: { product, offer, now, exchange } }: { view: ProductView }) {
  const variation = selectedVariation(product, offer)
  const range = (variation && priceRangeOf([variation], now)) ?? priceRange(product, now)
  if (!range || (offer.kind !== 'simple' && offer.kind !== 'variable')) return null
  const needsSelection =
    offer.kind === 'variable' && (variation === null || stockStatusOf(variation.stock) === 'outofstock')
  const sized = variation ? [variation] : product.type === 'simple' ? [product] : displayedOffers(product)
  return (
    <div className={styles.bar} data-add-bar="" inert>
      <div className={styles.words}>
        <span className={styles.name}>{product.name}</span>
        <span className={styles.price}>
          <span data-bar-price="">
            <Price range={range} exchange={exchange} />
          </span>{' '}
          <span data-bar-size="">{packSizes(sized.map(({ netGrams }) => netGrams))}</span>
        </span>
      </div>
      <button type="button" className={`${button.cta} ${styles.add}`}>
        {needsSelection ? 'Choose' : 'Add to cart'}
      </button>
    </div>
  )
}

export function productCrumbs(product: Product): Crumb[] {
  const [first] = product.categories
  return [
    { label: 'Home', href: paths.home },
    { label: 'Shop', href: hrefs.shop() },
    ...(first ? [{ label: first.name, href: hrefs.category(first.slug) }] : []),
    { label: product.name },
  ]
}
