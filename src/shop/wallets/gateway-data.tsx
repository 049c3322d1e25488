import { convertPrice, type Exchange } from '../../platform/money/exchange.ts'
import { priceString, shopCurrency } from '../../platform/money/money.ts'
import { type Product, priceAt, priceRange, type Sellable, stockStatusOf } from '../catalog/product.ts'
import type { PageKind } from '../gateways/page-kind.ts'
import { choicesOf } from './display-items.ts'
import type { Sheet } from './sheet.ts'

export type GatewayPageData = {
  /** The sheet for this gateway, because fees may depend on it. */
  sheetWith(gateway: string): Sheet
  readonly product?: ReturnType<typeof productData>
}

type PageData = GatewayPageData & { readonly order?: { readonly id: number; readonly key: string } }

export type GatewayDataProps = PageData & { readonly page: PageKind }

/** Read by scripts inside the gateway's list item, in the gateway's format. */
export const GatewayData = ({ page, gateway, ...data }: GatewayDataProps & { readonly gateway: string }) => (
  <input
    type="hidden"
    className={`woocommerce_${gateway}_gateway_data ${page}-page`}
    data-gateway={JSON.stringify(gatewayData(data, gateway))}
  />
)

export function gatewayData({ sheetWith, product, order }: PageData, gateway: string) {
  const sheet = sheetWith(gateway)
  const { displayItems, shippingOptions } = choicesOf(sheet, gateway)
  return {
    items: displayItems,
    shipping_options: shippingOptions,
    total: priceString(sheet.totalCents, sheet.currency),
    total_cents: sheet.totalCents,
    currency: sheet.currency,
    installments: { enabled: false },
    needs_shipping: sheet.needsShipping,
    ...(product ? { product } : {}),
    ...(order ? { pre_order: false, order } : {}),
  }
}

export type GatewayPageJson = ReturnType<typeof gatewayData>

type ProductOffer = {
  readonly product: Product
  readonly variation: Sellable | null
  readonly exchange: Exchange | null
  readonly now: Date
}

/** A product's price before shipping and taxes, which depend on the address; in the currency that is charged. */
export function productSheet(offer: ProductOffer): Sheet {
  const { currency, cents } = chargedPrice(offer)
  return {
    currency,
    rows: [{ kind: 'product', label: offer.product.name, cents }],
    subtotalCents: cents,
    totalCents: cents,
    needsShipping: sellablesOf(offer).some(({ isVirtual }) => !isVirtual),
    rates: [],
    chosenRate: null,
  }
}

export function productData(offer: ProductOffer) {
  const { product, variation } = offer
  const { price, cents } = chargedPrice(offer)
  return {
    id: product.id,
    price,
    price_cents: cents,
    variation: variation ? variationOf(variation, { price, cents }) : false,
    is_in_stock: sellablesOf(offer).some(({ stock }) => stockStatusOf(stock) !== 'outofstock'),
  }
}

const variationOf = (
  { id, choices, isVirtual }: Sellable,
  { price, cents }: Pick<ReturnType<typeof chargedPrice>, 'price' | 'cents'>,
) => ({
  attributes: Object.fromEntries(Object.entries(choices).map(([slug, value]) => [`attribute_${slug}`, value])),
  display_price: price,
  display_price_cents: cents,
  is_virtual: isVirtual,
  variation_id: id,
})

function sellablesOf({ product, variation }: ProductOffer): readonly Sellable[] {
  if (variation) return [variation]
  return product.type === 'variable' ? product.variations : [product]
}

/** The lowest price if no variation is selected. A currency that is only displayed is not used. */
function chargedPrice({ product, variation, exchange: displayed, now }: ProductOffer) {
  const exchange = displayed?.isCharged ? displayed : null
  const currency = exchange?.currency ?? shopCurrency
  const shopCents = (variation ? priceAt(variation, now).cents : priceRange(product, now)?.minCents) ?? 0
  const cents = convertPrice(shopCents, exchange)
  return { currency, cents, price: Number(priceString(cents, currency)) }
}

/** Container of a wallet's button, under the Stripe plugin's names (its sheet, "Containers"). */
export const WalletBox = ({ wallet, className }: { readonly wallet: string; readonly className?: string }) => (
  <div className="payment-box">
    <div id={boxId(wallet)} className={className} />
  </div>
)

export const boxId = (wallet: string): string => `wc-${wallet.replaceAll('_', '-')}-container`
