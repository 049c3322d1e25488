import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Price } from '../../ui/price.tsx'
import { ratingText } from '../../ui/rating-text.ts'
import { Stars } from '../../ui/stars.tsx'
import { Island } from '../../web/islands.tsx'
import { availabilityOf } from '../availability.ts'
import { kindNames } from '../facts.ts'
import { Purchase } from '../islands/purchase.island.tsx'
import { type Product, priceAt, priceRange, unitPriceText } from '../product.ts'
import { overallStock } from '../product-classes.ts'
import type { ProductView } from './product-page.tsx'
import styles from './summary.module.css'

export function Summary({ view }: { view: ProductView }) {
  const { product, now } = view
  const range = priceRange(product, now)
  const unitPrice = product.type === 'simple' ? unitPriceText(priceAt(product, now).cents ?? 0, product.netGrams) : ''
  return (
    <div className={`summary entry-summary ${styles.summary}`}>
      <p className={styles.kind}>{kindLine(product)}</p>
      <h1 className={`product_title entry-title ${styles.title}`}>{product.name}</h1>
      {product.reviewCount > 0 && <Rating product={product} />}
      {range && (
        <p className={`price ${styles.price}`}>
          <Price range={range} />
        </p>
      )}
      <p className={styles.unitPrice} data-unit-price="">
        {unitPrice}
      </p>
      <div
        className={`woocommerce-product-details__short-description ${styles.short}`}
        dangerouslySetInnerHTML={{ __html: product.excerpt }}
      />
      {view.purchase ? (
        <Island name="purchase" component={Purchase} props={view.purchase} on="idle" />
      ) : (
        <SoldOut product={product} />
      )}
      <Facts view={view} />
      <Meta product={product} />
    </div>
  )
}

/** 'Green tea · Xi Hu district, Hangzhou, Zhejiang' for a tea, the shelf for anything else. */
function kindLine(product: Product): string {
  if (product.facts) return `${kindNames[product.facts.kind]} · ${product.facts.origin}`
  return [product.categories[0]?.name, product.line].filter(Boolean).join(' · ')
}

function Rating({ product }: { product: Product }) {
  return (
    <div className={`woocommerce-product-rating ${styles.rating}`}>
      <Stars hundredths={product.ratingHundredths} count={product.reviewCount} />
      <span aria-hidden="true">{ratingText(product.ratingHundredths).replace(/0$/, '')}</span>
      <a href="#reviews" className="woocommerce-review-link" rel="nofollow">
        <span className="count">{product.reviewCount}</span> {product.reviewCount === 1 ? 'review' : 'reviews'}
      </a>
    </div>
  )
}

function SoldOut({ product }: { product: Product }) {
  return (
    <div className={styles.soldOut}>
      <p className="stock out-of-stock">
        {overallStock(product) === 'outofstock'
          ? 'Sold out. We buy by season and cannot say when it is back.'
          : 'Not for sale at the moment.'}
      </p>
      <a href="#related" className={button.primary}>
        See similar
      </a>
    </div>
  )
}

/** Stock, sending and returning in three short lines. */
function Facts({ view }: { view: ProductView }) {
  const { product, lowStock } = view
  const availability = availabilityOf(product, lowStock)
  return (
    <ul className={styles.facts}>
      {product.type === 'simple' && view.purchase && (
        <li>
          <Icon name="shelf" size={22} />
          <span className={`stock ${availability.className}`}>{availability.text}, in our Toronto packing room</span>
        </li>
      )}
      {product.type === 'variable' && view.purchase && (
        <li>
          <Icon name="shelf" size={22} />
          <span>Packed to order in Toronto, in the size you choose</span>
        </li>
      )}
      <li>
        <Icon name="parcel" size={22} />
        <span>{view.shippingFact}</span>
      </li>
      <li>
        <Icon name="back" size={22} />
        <span>
          Thirty days to change your mind. <a href={hrefs.page('shipping-returns')}>Shipping and returns</a>
        </span>
      </li>
    </ul>
  )
}

function Meta({ product }: { product: Product }) {
  return (
    <div className={`product_meta ${styles.meta}`}>
      {product.sku !== '' && (
        <span className="sku_wrapper">
          Item <span className="sku">{product.sku}</span>
        </span>
      )}
      {product.categories.length > 0 && (
        <span className="posted_in">
          On the shelf{' '}
          {product.categories.map((category, index) => (
            <span key={category.id}>
              {index > 0 && ', '}
              <a href={hrefs.category(category.slug)} rel="tag">
                {category.name}
              </a>
            </span>
          ))}
        </span>
      )}
      {product.tags.length > 0 && (
        <span className="tagged_as">Notes: {product.tags.map((tag) => tag.name).join(', ')}</span>
      )}
    </div>
  )
}
