import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { convertPrice } from '../../../../platform/money/exchange.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { ButtonLink } from '../../../../platform/ui/buttons.tsx'
import { Icon, type IconName } from '../../../../platform/ui/icon.tsx'
import { ratingText } from '../../../../platform/ui/rating-text.ts'
import { Stars } from '../../../../platform/ui/stars.tsx'
import { Island } from '../../../../platform/web/islands.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { kindNames } from '../../../../shop/catalog/facts.ts'
import { packSizes } from '../../../../shop/catalog/pack-size.ts'
import { Price } from '../../../../shop/catalog/pages/price.tsx'
import { SaveButton } from '../../../../shop/catalog/pages/save-button.tsx'
import {
  availabilityOf,
  displayedOffers,
  type PriceRange,
  type Product,
  priceAt,
  priceRange,
  priceRangeOf,
  type Sellable,
} from '../../../../shop/catalog/product.ts'
import { PayLaterMessages } from '../../../../shop/gateways/pay-later/pay-later-message.tsx'
import { StockAlertForm } from '../../../../shop/stock-alerts/pages/stock-alert-form.tsx'
import { productData, productSheet } from '../../../../shop/wallets/gateway-data.tsx'
import { ProductWallets, WalletProblem } from '../../../../shop/wallets/pages/product-wallets.tsx'
import { AjaxVariationPurchase } from '../islands/ajax-variation-purchase.island.tsx'
import { GroupPurchase } from '../islands/group.island.tsx'
import { SimplePurchase } from '../islands/simple-purchase.island.tsx'
import { VariationPurchase } from '../islands/variation-purchase.island.tsx'
import { noteOf, saleEnds, selectedVariation, soldOutSizes } from '../product-offer.tsx'
import type { ProductView } from './product-page.tsx'
import styles from './summary.module.css'

export function Summary({ view }: { view: ProductView }) {
  const { product } = view
  const productPrice = productSummary(product, view)
  const variation = selectedVariation(product, view.offer)
  const summary = variation ? sellableSummary(variation, product, view) : productPrice
  const unchosen = (html: string) => (variation ? html : undefined)
  const priceOf = (range: PriceRange) => <Price range={range} exchange={view.exchange} />
  return (
    <div className={`summary entry-summary ${styles.summary}`}>
      <p className={styles.kind}>{kindLine(product)}</p>
      <h1 className={`product_title entry-title ${styles.title}`}>{product.name}</h1>
      {product.reviewCount > 0 && <Rating product={product} />}
      {summary.range && (
        <p
          className={`price ${styles.price}`}
          data-unchosen={productPrice.range && unchosen(renderToStaticMarkup(priceOf(productPrice.range)))}
        >
          {priceOf(summary.range)}
        </p>
      )}
      <p className={styles.notes} data-waits={product.type === 'variable' ? '' : undefined}>
        <span data-pack="" data-unchosen={unchosen(productPrice.pack)}>
          {summary.pack}
        </span>
        <span className={styles.saleEnds} data-sale-ends="" data-unchosen={unchosen(productPrice.saleEnds)}>
          {summary.saleEnds}
        </span>
      </p>
      <div
        className={`woocommerce-product-details__short-description ${styles.short}`}
        dangerouslySetInnerHTML={{ __html: product.excerpt }}
      />
      <div id="buy" tabIndex={-1} className={styles.buy}>
        <PurchaseForm view={view} variation={variation} />
        {isPayableByWallet(view) && <WalletProblem provider={view.provider} />}
      </div>
      {isPayableAlone(view) && (
        <PayLaterMessages messages={view.payLater} page="product" cents={payableCents(product, variation, view)} />
      )}
      {view.offer.kind === 'variable' && <SizeStockAlert view={view} />}
      <SaveButton productId={product.id} className={styles.save}>
        Save for later
      </SaveButton>
      <Facts view={view} />
      <Meta product={product} sku={variation?.sku ?? product.sku} unchosen={unchosen(product.sku)} />
    </div>
  )
}

/** Whether wallets can pay for it: a single product with a price. */
const isPayableByWallet = (view: ProductView): boolean =>
  view.wallets.length > 0 && isPayableAlone(view) && (priceRange(view.product, view.now)?.maxCents ?? 0) > 0

const isPayableAlone = ({ offer }: ProductView): boolean => offer.kind === 'simple' || offer.kind === 'variable'

/** Scripts of the Stripe plugin look for the wallet containers inside the product form. */
function walletsHtml(view: ProductView, variation: Sellable | null): { walletsHtml?: string } {
  if (!isPayableByWallet(view)) return {}
  const { product, exchange, now, wallets } = view
  const offered = { product, variation, exchange, now }
  const places = (
    <ProductWallets wallets={wallets} sheetWith={() => productSheet(offered)} product={productData(offered)} />
  )
  return { walletsHtml: renderToStaticMarkup(places) }
}

type PriceSummary = { readonly range: PriceRange | null; readonly pack: string; readonly saleEnds: string }

/** Summary of the whole product while no variation is selected. */
type PriceContext = Pick<ProductView, 'now' | 'exchange'>

function productSummary(product: Product, shown: PriceContext): PriceSummary {
  const { now } = shown
  if (product.type === 'simple') return sellableSummary(product, product, shown)
  const range = priceRange(product, now)
  if (product.type !== 'variable') return { range, ...noteOf(product, null, shown), pack: '' }
  const offers = displayedOffers(product)
  return { range, pack: packSizes(offers.map(({ netGrams }) => netGrams)), saleEnds: saleEnds(offers, now) }
}

const sellableSummary = (sellable: Sellable, { facts }: Product, shown: PriceContext): PriceSummary => ({
  range: priceRangeOf([sellable], shown.now),
  ...noteOf(sellable, facts, shown),
})

function payableCents(product: Product, variation: Sellable | null, { now, exchange }: PriceContext): number | null {
  const chosen = product.type === 'simple' ? product : variation
  const cents = chosen && priceAt(chosen, now).cents
  return cents === null ? null : convertPrice(cents, exchange)
}

function PurchaseForm({ view, variation }: { view: ProductView; variation: Sellable | null }) {
  const { product, offer, related, now } = view
  const withWallets = <P extends object>(props: P) => ({
    props: { ...props, ...walletsHtml(view, variation) },
    clientProps: props,
  })
  switch (offer.kind) {
    case 'simple':
      return <Island name="purchase" component={SimplePurchase} {...withWallets(offer.props)} />
    case 'variable': {
      const island = withWallets(offer.props)
      if (offer.props.summaries.length > 0)
        return <Island name="ajax-variation" component={AjaxVariationPurchase} {...island} />
      const { variations: _, ...sent } = offer.props
      return <Island name="variation" component={VariationPurchase} {...island} clientProps={sent} />
    }
    case 'grouped':
      return <Island name="group" component={GroupPurchase} props={offer.props} />
    case 'external':
      return (
        <p className="cart">
          <a
            href={offer.href}
            rel="nofollow noopener external"
            className={`single_add_to_cart_button button alt ${button.cta} ${styles.elsewhere}`}
          >
            {offer.text}
            <Icon name="arrow" size={20} />
          </a>
        </p>
      )
    case 'sold-out':
    case 'not-for-sale': {
      const isSoldOut = offer.kind === 'sold-out'
      const [category] = product.categories
      const similarHref = related.length > 0 ? '#related' : category ? hrefs.category(category.slug) : hrefs.shop()
      return (
        <div className="mist-box">
          <p className="stock out-of-stock">
            {isSoldOut
              ? 'Sold out. We buy by season and cannot say when it will be back.'
              : 'Not for sale at the moment.'}
          </p>
          <ButtonLink variant={isSoldOut ? 'secondary' : 'primary'} href={similarHref} label="See similar" />
          {isSoldOut && (
            <div className={styles.stockAlert}>
              <StockAlertForm productId={product.id} sizes={soldOutSizes(product, now)} isAnySize />
            </div>
          )}
        </div>
      )
    }
  }
}

function SizeStockAlert({ view: { product, now } }: { view: ProductView }) {
  const sizes = soldOutSizes(product, now)
  if (sizes.length === 0) return null
  return (
    <div className={styles.sizeStockAlert}>
      <StockAlertForm productId={product.id} sizes={sizes} isAnySize={false} />
    </div>
  )
}

/** 'Green tea · Xi Hu district, Hangzhou, Zhejiang' for a tea, the category for anything else. */
function kindLine(product: Product): string {
  if (product.facts) return `${kindNames[product.facts.kind]} · ${product.facts.origin}`
  return [product.categories[0]?.name, product.subtitle].filter(Boolean).join(' · ')
}

const Rating = ({ product }: { product: Product }) => (
  <div className={`woocommerce-product-rating ${styles.rating}`}>
    <Stars hundredths={product.ratingHundredths} count={product.reviewCount} />
    <span aria-hidden="true">{ratingText(product.ratingHundredths).replace(/0$/, '')}</span>
    <a href="#reviews" className="woocommerce-review-link" rel="nofollow">
      <span className="count">{product.reviewCount}</span> {product.reviewCount === 1 ? 'review' : 'reviews'}
    </a>
  </div>
)

/** Stock, shipping of shippable products, and returns in three short lines; the seller for external products. */
function Facts({ view }: { view: ProductView }) {
  const { product, offer, lowStock, shippingText, policies, returnsHref } = view
  if (offer.kind === 'external') {
    return (
      <ul className={styles.facts}>
        <Fact icon="package">Sold and shipped by {offer.seller}, at their price and on their terms</Fact>
      </ul>
    )
  }
  const availability = availabilityOf(product, lowStock)
  const isShipped = offer.kind !== 'simple' || !product.isVirtual
  const stockFacts: Partial<Record<typeof offer.kind, ReactNode>> = {
    simple: (
      <span className={`stock ${availability.className}`}>
        {availability.text}
        {isShipped && availability.className === 'in-stock' && policies.inStock !== '' && `, ${policies.inStock}`}
      </span>
    ),
    variable: product.facts ? policies.madeToOrder : policies.onShelf,
    grouped: 'Take the whole set or only the pieces you are missing',
  }
  return (
    <ul className={styles.facts}>
      {stockFacts[offer.kind] && <Fact icon="stock">{stockFacts[offer.kind]}</Fact>}
      {isShipped && <Fact icon="package">{shippingText}</Fact>}
      {(policies.returns !== '' || returnsHref !== null) && (
        <Fact icon="return">
          {policies.returns !== '' && `${policies.returns} `}
          {returnsHref !== null && <a href={returnsHref}>Shipping and returns</a>}
        </Fact>
      )}
    </ul>
  )
}

const Fact = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={22} />
    <span>{children}</span>
  </li>
)

type MetaProps = { product: Product; sku: string; unchosen: string | undefined }

const Meta = ({ product: { categories, tags }, sku, unchosen }: MetaProps) => (
  <div className={`product_meta ${styles.meta}`}>
    {sku !== '' && (
      <span className="sku_wrapper">
        SKU{' '}
        <span className="sku" data-unchosen={unchosen}>
          {sku}
        </span>
      </span>
    )}
    {categories.length > 0 && (
      <span className="posted_in">
        {categories.length === 1 ? 'Category' : 'Categories'}:{' '}
        {categories.map((category, index) => (
          <span key={category.id}>
            {index > 0 && ', '}
            <a href={hrefs.category(category.slug)} rel="tag">
              {category.name}
            </a>
          </span>
        ))}
      </span>
    )}
    {tags.length > 0 && <span className="tagged_as">Tags: {tags.map((tag) => tag.name).join(', ')}</span>}
  </div>
)
