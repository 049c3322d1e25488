import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Price } from '../../ui/price.tsx'
import { ratingText } from '../../ui/rating-text.ts'
import { Stars } from '../../ui/stars.tsx'
import { Island } from '../../web/islands.tsx'
import { availabilityOf } from '../availability.ts'
import { kindNames } from '../facts.ts'
import { Choice } from '../islands/choice.island.tsx'
import { GroupPurchase } from '../islands/group.island.tsx'
import { Many } from '../islands/many.island.tsx'
import { Purchase } from '../islands/purchase.island.tsx'
import { packSizes } from '../pack-size.ts'
import type { PriceRange } from '../price-range.ts'
import { countedOffers, type Product, priceRange, rangeOfPrices, type Sellable } from '../product.ts'
import { chosenVariation, noteOf, saleEnds } from '../product-offer.tsx'
import type { ProductView } from './product-page.tsx'
import styles from './summary.module.css'

export function Summary({ view }: { view: ProductView }) {
  const { product, now } = view
  const whole = wholeOf(product, now)
  const chosen = chosenVariation(product, view.offer)
  const shown = chosen ? ofOne(chosen, product, now) : whole
  // What is put back when the choice is cleared.
  const unchosen = (html: string) => (chosen ? { 'data-unchosen': html } : {})
  const isVariable = product.type === 'variable'
  return (
    <div className={`summary entry-summary ${styles.summary}`}>
      <p className={styles.kind}>{kindLine(product)}</p>
      <h1 className={`product_title entry-title ${styles.title}`}>{product.name}</h1>
      {product.reviewCount > 0 && <Rating product={product} />}
      {shown.range && (
        <p
          className={`price ${styles.price}`}
          {...(whole.range && unchosen(renderToStaticMarkup(<Price range={whole.range} />)))}
        >
          <Price range={shown.range} />
        </p>
      )}
      <p className={styles.notes} {...(isVariable ? { 'data-waits': '' } : {})}>
        <span data-pack="" {...unchosen(whole.pack)}>
          {shown.pack}
        </span>
        <span className={styles.saleEnds} data-sale-ends="" {...unchosen(whole.saleEnds)}>
          {shown.saleEnds}
        </span>
      </p>
      <div
        className={`woocommerce-product-details__short-description ${styles.short}`}
        dangerouslySetInnerHTML={{ __html: product.excerpt }}
      />
      <div id="buy" tabIndex={-1} className={styles.buy}>
        <Buy view={view} />
      </div>
      <Facts view={view} />
      <Meta product={product} sku={chosen?.sku ?? product.sku} {...unchosen(product.sku)} />
    </div>
  )
}

type Shown = { readonly range: PriceRange | null; readonly pack: string; readonly saleEnds: string }

/** What is told of the product as a whole, while nothing of it is chosen. */
function wholeOf(product: Product, now: Date): Shown {
  if (product.type === 'simple') return ofOne(product, product, now)
  const range = priceRange(product, now)
  if (product.type !== 'variable') return { range, ...noteOf(product, null, now), pack: '' }
  const counted = countedOffers(product)
  return { range, pack: packSizes(counted.map(({ netGrams }) => netGrams)), saleEnds: saleEnds(counted, now) }
}

const ofOne = (sellable: Sellable, { facts }: Product, now: Date): Shown => ({
  range: rangeOfPrices([sellable], now),
  ...noteOf(sellable, facts, now),
})

/** The one thing to do, which depends on how it can be had. */
function Buy({ view: { product, offer, related } }: { view: ProductView }) {
  switch (offer.kind) {
    case 'form':
      return <Island name="purchase" component={Purchase} props={offer.props} on="idle" />
    case 'choice': {
      if (offer.props.possible.length > 0) return <Island name="many" component={Many} props={offer.props} on="idle" />
      const { variations: _, ...sent } = offer.props
      return <Island name="choice" component={Choice} props={offer.props} sent={sent} on="idle" />
    }
    case 'group':
      return <Island name="group" component={GroupPurchase} props={offer.props} on="idle" />
    case 'elsewhere':
      return (
        <p className="cart">
          <a
            href={offer.href}
            rel="nofollow noopener external"
            className={`single_add_to_cart_button button alt ${button.call} ${styles.elsewhere}`}
          >
            {offer.text}
            <Icon name="arrow" size={20} />
          </a>
        </p>
      )
    case 'sold-out':
    case 'not-for-sale':
      return (
        <div className={styles.soldOut}>
          <p className="stock out-of-stock">
            {offer.kind === 'sold-out'
              ? 'Sold out. We buy by season and cannot say when it will be back.'
              : 'Not for sale at the moment.'}
          </p>
          <a href={related.length > 0 ? '#related' : shelfOf(product)} className={button.primary}>
            See similar
          </a>
        </div>
      )
  }
}

const shelfOf = ({ categories: [first] }: Product): string => (first ? hrefs.category(first.slug) : hrefs.shop())

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

/** Stock, sending and returning in three short lines; of what others sell, who does. */
function Facts({ view }: { view: ProductView }) {
  const { product, offer, lowStock } = view
  if (offer.kind === 'elsewhere') {
    return (
      <ul className={styles.facts}>
        <Fact icon="parcel">Sold and shipped by {offer.seller}, at their price and on their terms</Fact>
      </ul>
    )
  }
  const availability = availabilityOf(product, lowStock)
  return (
    <ul className={styles.facts}>
      {offer.kind === 'form' && (
        <Fact icon="shelf">
          <span className={`stock ${availability.className}`}>
            {availability.text}
            {availability.className === 'in-stock' && ', in our Toronto packing room'}
          </span>
        </Fact>
      )}
      {offer.kind === 'choice' && (
        <Fact icon="shelf">
          {product.facts ? 'Packed to order in Toronto, in the size you choose' : 'On our shelves in Toronto'}
        </Fact>
      )}
      {offer.kind === 'group' && <Fact icon="shelf">Take the whole set or only the pieces you are missing</Fact>}
      <Fact icon="parcel">{view.shippingFact}</Fact>
      <Fact icon="back">
        Thirty days to change your mind. <a href={hrefs.page('shipping-returns')}>Shipping and returns</a>
      </Fact>
    </ul>
  )
}

function Fact({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} size={22} />
      <span>{children}</span>
    </li>
  )
}

function Meta({ product, sku, ...unchosen }: { product: Product; sku: string; 'data-unchosen'?: string }) {
  return (
    <div className={`product_meta ${styles.meta}`}>
      {sku !== '' && (
        <span className="sku_wrapper">
          SKU{' '}
          <span className="sku" {...unchosen}>
            {sku}
          </span>
        </span>
      )}
      {product.categories.length > 0 && (
        <span className="posted_in">
          {product.categories.length === 1 ? 'Category' : 'Categories'}:{' '}
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
        <span className="tagged_as">Tags: {product.tags.map((tag) => tag.name).join(', ')}</span>
      )}
    </div>
  )
}
