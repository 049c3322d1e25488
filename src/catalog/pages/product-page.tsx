import { hrefs } from '../../routes.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import type { Card } from '../listing.ts'
import type { ReviewsView } from '../make-reviews.ts'
import { packSizes } from '../pack-size.ts'
import type { PriceRange } from '../price-range.ts'
import { countedOffers, type Product, priceRange, rangeOfPrices, stockStatusOf } from '../product.ts'
import { productClasses } from '../product-classes.ts'
import { chosenVariation, type Offer } from '../product-offer.tsx'
import { AddBar } from './add-bar.tsx'
import { CardGrid } from './card-grid.tsx'
import styles from './product-page.module.css'
import { ProductTabs } from './product-tabs.tsx'
import { Summary } from './summary.tsx'

export type ProductView = {
  readonly product: Product
  readonly crumbs: readonly Crumb[]
  readonly reviews: ReviewsView
  /** One row of what to look at next. */
  readonly related: readonly Card[]
  readonly notices: NoticeList
  readonly now: Date
  /** Public address of the shop, which pictures carry for programs. */
  readonly shopUrl: string
  readonly lowStock: number
  /** The two sentences about sending and returning, from the shop's own rates. */
  readonly shippingFact: string
  readonly offer: Offer
}

/** One product: pictures, what it costs, how it is made, what others say, what to look at next. */
export function ProductPage(view: ProductView) {
  const { product } = view
  const range = priceRange(product, view.now)
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
      {range && (view.offer.kind === 'form' || view.offer.kind === 'choice') && (
        <AddBar name={product.name} {...barOf(view, range)} />
      )}
    </main>
  )
}

/** The bar says what the form does: the price and size of what is chosen, or that there is something to choose. */
function barOf({ product, offer, now }: ProductView, range: PriceRange) {
  const chosen = chosenVariation(product, offer)
  const isToChoose = offer.kind === 'choice' && (chosen === null || stockStatusOf(chosen.shelf) === 'outofstock')
  const shown = chosen ?? (product.type === 'simple' ? product : null)
  const sizes = shown ? [shown.netGrams] : countedOffers(product).map(({ netGrams }) => netGrams)
  return { range: (chosen && rangeOfPrices([chosen], now)) ?? range, size: packSizes(sizes), isToChoose }
}

/** Home, shelf, product: the way a shopper would have come. */
export function productCrumbs(product: Product): Crumb[] {
  const [first] = product.categories
  return [
    { label: 'Home', href: hrefs.home() },
    { label: 'Shop', href: hrefs.shop() },
    ...(first ? [{ label: first.name, href: hrefs.category(first.slug) }] : []),
    { label: product.name },
  ]
}
