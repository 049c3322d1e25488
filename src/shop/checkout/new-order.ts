import type { Address } from '../../people/addresses/address.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import type { Currency } from '../../platform/money/money.ts'
import type { Cart } from '../cart/cart.store.ts'
import { choiceLabels } from '../catalog/choice-labels.ts'
import { packSize } from '../catalog/pack-size.ts'
import { orderAmounts } from '../orders/order-summary.ts'
import type { NewOrder } from '../orders/orders.store.ts'
import type { NewAccount } from '../orders/transition-order.ts'
import { type GatewayId, isProviderMethod } from '../payment-methods/payment-methods.ts'
import { firstAttempt } from '../payments/reserve-stock.ts'
import type { Total } from '../pricing/total.ts'
import { networkName } from '../risk/unpaid-reservations.ts'
import type { CheckoutContext } from './context.ts'

/** The shopper's input. It contains no amounts: they are computed here. */
export type Purchase = {
  readonly cart: Cart
  readonly billing: Address
  readonly shipping: Address
  readonly customerNote: string
  /** Empty if none was chosen, which places only an order with nothing to pay. */
  readonly paymentMethod: GatewayId | ''
  readonly shippingMethod: string | null
  readonly digest: string
  readonly currency: Currency
  readonly authorizedCents?: number | undefined
  readonly via: 'checkout' | 'store-api'
  readonly customerId: number | null
  readonly account?: NewAccount | undefined
  readonly terms?: string | undefined
  readonly clientAddress: string
  readonly userAgent: string
  readonly attribution: Readonly<Record<string, string>>
}

/** The order of a cart at its total. Names and prices are copied, so later changes of the catalogue do not matter. */
export async function orderOfCart(
  shop: CheckoutContext,
  tx: Tx,
  cart: Cart,
  total: Total,
  purchase: Purchase,
): Promise<Omit<NewOrder, 'orderKey'>> {
  const now = shop.now()
  const { holdStockMinutes, gateways } = shop.settings()
  const paymentMethod = total.needsPayment ? purchase.paymentMethod : ''
  const labels = await choiceLabels(
    tx,
    cart.lines.map((line) => line.choices),
  )
  return {
    status: 'pending',
    cartId: cart.id,
    cartVersion: cart.version,
    customerId: purchase.customerId,
    ...orderAmounts(total),
    pricesIncludeTax: shop.pricing().pricesIncludeTax,
    billing: purchase.billing,
    shipping: purchase.shipping,
    paymentMethod,
    paymentMethodTitle: paymentMethod === '' ? '' : gateways[paymentMethod].title,
    customerNote: purchase.customerNote,
    createdVia: purchase.via,
    customerIpAddress: purchase.clientAddress,
    clientNetwork: networkName(purchase.clientAddress),
    userAgent: purchase.userAgent.slice(0, 500),
    attribution: { ...purchase.attribution },
    createdAt: now,
    updatedAt: now,
    ...(isProviderMethod(paymentMethod)
      ? {
          holdExpiresAt: holdStockMinutes > 0 ? new Date(now.getTime() + holdStockMinutes * 60_000) : null,
          ...firstAttempt(now),
        }
      : {}),
    coupons: total.coupons.map((coupon) => ({
      code: coupon.code,
      couponId: coupon.id,
      discountCents: coupon.discountCents,
      discountTaxCents: coupon.discountTaxCents,
      usedBy: normalizeEmail(purchase.billing.email),
    })),
    lines: total.lines.map((priced) => {
      const line = cart.lines.find((candidate) => candidate.key === priced.key)
      if (!line) throw new Error(`The total has a line ${priced.key} that is not in the cart`)
      return {
        productId: line.sellable.parentId ?? line.sellable.id,
        variationId: line.sellable.parentId === null ? 0 : line.sellable.id,
        name: line.sellable.name,
        sku: line.sellable.sku,
        choices: labels(line.choices),
        packSize: packSize(line.sellable.netGrams),
        quantity: line.quantity,
        unitPriceCents: priced.unitPriceCents,
        subtotalCents: priced.subtotalCents,
        totalCents: priced.totalCents,
        taxCents: priced.taxCents,
        taxClass: priced.taxClass,
        imagePath: line.sellable.picture?.path ?? null,
        reducesStock: line.sellable.stock.tracksInventory,
        isDownloadable: line.sellable.isDownloadable,
      }
    }),
  }
}
