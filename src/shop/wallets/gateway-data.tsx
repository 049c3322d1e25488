import { convertPrice, type Exchange } from '../../platform/money/exchange.ts'
import { priceString, shopCurrency } from '../../platform/money/money.ts'
import { type Product, priceAt, priceRange, type Sellable, stockStatusOf } from '../catalog/product.ts'
import type { PageKind } from '../gateways/page-kind.ts'
import { choicesOf } from './display-items.ts'
import type { Sheet } from './sheet.ts'

export type GatewayPageData = {
  /** What is paid with this gateway: fees may depend on it. */
  sheetWith(gateway: string): Sheet
  readonly product?: ReturnType<typeof productData>
}

type PageData = GatewayPageData & { readonly order?: { readonly id: number; readonly key: string } }

export type GatewayDataProps = PageData & { readonly page: PageKind }

/** For scripts, which look for it inside the gateway's list item, in the gateway's own form. */
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

type Offered = {
  readonly product: Product
  /** The preselected one; null: none, or the product has none. */
  readonly variation: Sellable | null
  readonly exchange: Exchange | null
  readonly now: Date
}

/** A product's own price, before shipping and taxes, which depend on the place; in the currency that it is charged in. */
export function productSheet(offered: Offered): Sheet {
  const { currency, cents } = chargedPrice(offered)
  return {
    currency,
    rows: [{ kind: 'product', label: offered.product.name, cents }],
    subtotalCents: cents,
    totalCents: cents,
    needsShipping: soldOf(offered).some(({ isVirtual }) => !isVirtual),
    rates: [],
    chosenRate: null,
  }
}

export function productData(offered: Offered) {
  const { product, variation } = offered
  const { price, cents } = chargedPrice(offered)
  return {
    id: product.id,
    price,
    price_cents: cents,
    variation: variation ? variationOf(variation, { price, cents }) : false,
    is_in_stock: soldOf(offered).some(({ stock }) => stockStatusOf(stock) !== 'outofstock'),
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

function soldOf({ product, variation }: Offered): readonly Sellable[] {
  if (variation) return [variation]
  return product.type === 'variable' ? product.variations : [product]
}

/** The lowest price while no variation is chosen. A currency that is only shown is not charged. */
function chargedPrice({ product, variation, exchange: shown, now }: Offered) {
  const exchange = shown?.isCharged ? shown : null
  const currency = exchange?.currency ?? shopCurrency
  const shopCents = (variation ? priceAt(variation, now).cents : priceRange(product, now)?.minCents) ?? 0
  const cents = convertPrice(shopCents, exchange)
  return { currency, cents, price: Number(priceString(cents, currency)) }
}

/** The element inside a wallet's item that holds its button, by the Stripe plugin's names (its sheet, "Containers"). */
export const WalletBox = ({ wallet, className }: { readonly wallet: string; readonly className?: string }) => (
  <div className="payment-box">
    <div id={boxId(wallet)} className={className} />
  </div>
)

export const boxId = (wallet: string): string => `wc-${wallet.replaceAll('_', '-')}-container`
