import { hrefs } from '../../routes.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { Island } from '../../web/islands.tsx'
import { AddBar, type AddBarProps } from '../islands/add-bar.island.tsx'
import type { PurchaseProps } from '../islands/purchase-props.ts'
import type { Card } from '../listing.ts'
import type { ReviewsView } from '../make-reviews.ts'
import type { Product } from '../product.ts'
import { productClasses } from '../product-classes.ts'
import { CardGrid } from './card-grid.tsx'
import { Gallery } from './gallery.tsx'
import styles from './product-page.module.css'
import { ProductTabs } from './product-tabs.tsx'
import { Summary } from './summary.tsx'

export type ProductView = {
  readonly product: Product
  readonly crumbs: readonly Crumb[]
  readonly reviews: ReviewsView
  readonly related: readonly Card[]
  readonly notices: NoticeList
  readonly now: Date
  readonly lowStock: number
  /** The two sentences about sending and returning, from the shop's own rates. */
  readonly shippingFact: string
  /** Null when it cannot be bought now. */
  readonly purchase: PurchaseProps | null
  readonly addBar: AddBarProps | null
}

/** One product: pictures, what it costs, how it is made, what others say, what to look at next. */
export function ProductPage(view: ProductView) {
  const { product } = view
  return (
    <main id="content" className={styles.page}>
      <Breadcrumbs crumbs={view.crumbs} />
      <Notices notices={view.notices} />
      <div id={`product-${product.id}`} className={`${productClasses(product, view.now)} ${styles.product}`}>
        <div className={styles.top}>
          <Gallery product={product} />
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
      {view.addBar && <Island name="add-bar" component={AddBar} props={view.addBar} on="idle" />}
    </main>
  )
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
