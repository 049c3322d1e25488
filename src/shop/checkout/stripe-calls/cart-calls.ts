import { z } from 'zod'
import type { Cart } from '../../cart/cart.store.ts'
import { currentCart } from '../../cart/cart-view.tsx'
import { recordToldTotal } from '../../cart/change-cart.store.ts'
import { priceCart } from '../../cart/price-cart.ts'
import { offeredWallets } from '../../payment-methods/offered-wallets.ts'
import { availableGateways } from '../../payment-methods/payment-methods.ts'
import type { Total } from '../../pricing/total.ts'
import { cartData, chosenRates, newData, sheetData, sheetUpdate } from '../../wallets/display-items.ts'
import { type Sheet, sheetOfTotal } from '../../wallets/sheet.ts'
import { parseWalletId, type WalletId, wallets } from '../../wallets/wallets.ts'
import { saveCheckoutDraft } from '../checkout-draft.ts'
import type { CheckoutContext } from '../context.ts'
import { payableOfCart } from '../order-pay/payable.ts'
import { fillWithItem, itemFields, pageFields, previewItem, walletCart } from './express-cart-of.ts'
import { type StripeAnswer, type StripeRequest, stripeCall, stripeError } from './stripe-call.ts'
import { addressField, type SheetAddress, sheetAddress } from './wallet-address.ts'

/* The calls about the cart in a wallet's sheet (stripe-plugin sheet §2). Every amount is priced here, none is read. */

const paymentMethod = z.string().describe('The gateway, which decides the form of items and options.')

/** Taxes and rates for the place the shopper has already told the shop. */
async function knownPlace({ context, shop }: StripeRequest<unknown>, cart: Cart): Promise<Cart> {
  return cart.shipping.country ? cart : { ...cart, shipping: (await currentCart(context, shop)).shipping }
}

/** What the cart costs when it is paid with this wallet. */
const priceWith = (shop: CheckoutContext, cart: Cart, wallet: WalletId | null): Total =>
  priceCart(shop, wallet ? { ...cart, paymentMethod: wallet } : cart)

/** The sheet of a total, which is remembered: the buyer may authorize it. */
async function tell(shop: CheckoutContext, { id, toldTotal }: Cart, total: Total): Promise<Sheet> {
  const { totalCents: cents, currency } = total
  const isTold = toldTotal?.cents === cents && toldTotal.currency === currency
  if (id !== null && !isTold) await recordToldTotal(shop.db, id, { cents, currency })
  return sheetOfTotal(total)
}

const cartError = (message: string): StripeAnswer => stripeError('cart-error', message)

const addToCart = stripeCall({
  route: 'cart/add-to-cart',
  method: 'POST',
  fields: z.object({ ...itemFields, payment_method: paymentMethod }),
  async handler(request) {
    const filled = await fillWithItem(request)
    if (!filled.ok) return cartError(filled.message)
    const wallet = parseWalletId(request.fields.payment_method)
    const total = priceWith(request.shop, await knownPlace(request, filled.cart), wallet)
    return { json: { data: sheetData(await tell(request.shop, filled.cart, total), wallet) } }
  },
})

const cartCalculation = stripeCall({
  route: 'cart/cart-calculation',
  method: 'POST',
  fields: z.object({ ...itemFields, payment_method: paymentMethod }),
  async handler(request) {
    const preview = await previewItem(request)
    if (!preview.ok) return cartError(preview.message)
    const cart = await knownPlace(request, preview.cart)
    const sheetWith = (wallet: WalletId | null) => sheetOfTotal(priceWith(request.shop, cart, wallet))
    const wallets = offeredWallets(request.shop.settings(), 'product')
    return {
      json: {
        data: {
          needsShipping: sheetWith(null).needsShipping,
          ...Object.fromEntries(wallets.map((wallet) => [wallet, sheetData(sheetWith(wallet), wallet)])),
        },
      },
    }
  },
})

/** The cart shipped to this address, as a wallet's sheet may show it; null if nothing can be shipped there. */
function shippedTo(
  shop: CheckoutContext,
  cart: Cart,
  address: SheetAddress,
  { wallet, rateId }: { readonly wallet: WalletId | null; readonly rateId: string | null },
) {
  const known = cart.shipping
  // A street that was entered earlier stays only in its own region.
  const isSamePlace = known.country === address.country && known.state === address.state
  const shipping = { ...(isSamePlace ? known : {}), ...address }
  const draft = { shipping, ...(rateId === null ? {} : { shippingMethod: rateId }) }
  const total = priceWith(shop, { ...cart, ...draft }, wallet)
  return total.needsShipping && !total.shippingRate ? null : { draft, total }
}

const placeOf = (shop: CheckoutContext, total: Total) => ({
  country: shop.pricing().base.country,
  // Who pays is known only once the sheet is confirmed.
  methods: availableGateways(shop.settings(), payableOfCart(shop, { billing: {} }, total)),
})

const UNSERVED = 'We cannot ship to this address. Please choose another one.'

const addressError = (message: string): StripeAnswer =>
  stripeError('address-error', message, { data: { newData: { status: 'invalid_shipping_address' } } })

const shippingAddress = stripeCall({
  route: 'cart/shipping-address',
  method: 'POST',
  fields: z.object({ ...pageFields, payment_method: paymentMethod, address: addressField }),
  async handler(request) {
    const { shop, fields } = request
    const found = await walletCart(request)
    if (!found.ok) return addressError(found.message)
    const address = sheetAddress(fields.address, shop.pricing().base)
    const wallet = parseWalletId(fields.payment_method)
    const shipped = address && shippedTo(shop, found.cart, address, { wallet, rateId: null })
    if (!shipped) return addressError(UNSERVED)
    const sheet = await tell(shop, await saveCheckoutDraft(shop, found.cart, shipped.draft), shipped.total)
    return {
      json: {
        data: {
          newData: newData(sheet, wallet),
          cart: cartData(sheet, placeOf(shop, shipped.total)),
          address: fields.address,
          shipping_method: chosenRates(sheet),
        },
      },
    }
  },
})

/** The rate of `0:flat_rate:1`; null if it is not in that form. */
const rateIdOf = (option: string): string | null => /^\w+:(.+)$/.exec(option.trim())?.[1]?.slice(0, 60) ?? null

const NOT_OFFERED = 'This shipping method is not available. Please choose another one.'

const shippingMethod = stripeCall({
  route: 'cart/shipping-method',
  method: 'POST',
  fields: z.object({
    ...pageFields,
    payment_method: paymentMethod,
    shipping_method: z.string().describe('Index and rate: `0:flat_rate:1`.'),
  }),
  async handler(request) {
    const { shop, fields } = request
    const rateId = rateIdOf(fields.shipping_method)
    if (rateId === null) return stripeError('shipping_method_error', NOT_OFFERED, { status: 400 })
    const found = await walletCart(request)
    if (!found.ok) return stripeError('shipping_method_error', found.message)
    const wallet = parseWalletId(fields.payment_method)
    const total = priceWith(shop, { ...found.cart, shippingMethod: rateId }, wallet)
    if (total.shippingRate?.id !== rateId) return stripeError('shipping_method_error', NOT_OFFERED)
    const sheet = await tell(shop, await saveCheckoutDraft(shop, found.cart, { shippingMethod: rateId }), total)
    return {
      json: {
        data: {
          newData: newData(sheet, wallet),
          cart: cartData(sheet, placeOf(shop, total)),
          shipping_methods: chosenRates(sheet),
        },
      },
    }
  },
})

type PaymentDataReason = 'SHIPPING_ADDRESS_UNSERVICEABLE' | null

const paymentDataError = (message: string, reason: PaymentDataReason): StripeAnswer =>
  stripeError('payment-data-error', message, {
    data: { data: { error: { reason, message, intent: 'SHIPPING_ADDRESS' } } },
  })

/** Of a wallet with a call of its own about address and rate. */
const deliveryCall = (wallet: WalletId, route: string) =>
  stripeCall({
    route,
    method: 'POST',
    fields: z.object({
      ...pageFields,
      address: addressField,
      shipping_method: z.string().default('').describe('Index and rate; empty or `default`: the first one.'),
    }),
    async handler(request) {
      const { shop, fields } = request
      const found = await walletCart(request)
      if (!found.ok) return paymentDataError(found.message, null)
      const address = sheetAddress(fields.address, shop.pricing().base)
      const isDefault = ['', 'default', 'null'].includes(fields.shipping_method)
      const rateId = isDefault ? null : rateIdOf(fields.shipping_method)
      const shipped = address && shippedTo(shop, found.cart, address, { wallet, rateId })
      if (!shipped) return paymentDataError(UNSERVED, 'SHIPPING_ADDRESS_UNSERVICEABLE')
      const sheet = await tell(shop, await saveCheckoutDraft(shop, found.cart, shipped.draft), shipped.total)
      return {
        json: {
          data: {
            shipping_methods: chosenRates(sheet),
            ...sheetUpdate(sheet, wallet, shop.pricing().base.country),
            address: fields.address,
          },
        },
      }
    },
  })

const deliveryCalls = wallets.flatMap(({ id, wallet }) =>
  wallet.deliveryCall ? [deliveryCall(id, wallet.deliveryCall.route)] : [],
)

export const cartCalls = [addToCart, cartCalculation, shippingAddress, shippingMethod, ...deliveryCalls]
