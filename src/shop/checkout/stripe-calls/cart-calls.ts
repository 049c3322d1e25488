import { z } from 'zod'
import type { Cart } from '../../cart/cart.store.ts'
import { currentCart } from '../../cart/cart-view.tsx'
import { recordDisplayedTotal } from '../../cart/change-cart.store.ts'
import { saveCheckoutDraft } from '../../cart/checkout-draft.ts'
import { priceCart } from '../../cart/price-cart.ts'
import { offeredWallets } from '../../payment-methods/offered-wallets.ts'
import { availableGateways } from '../../payment-methods/payment-methods.ts'
import type { Total } from '../../pricing/total.ts'
import { cartData, chosenRates, newData, sheetData, sheetUpdate } from '../../wallets/display-items.ts'
import { type Sheet, sheetOfTotal } from '../../wallets/sheet.ts'
import { parseWalletId, type WalletId, wallets } from '../../wallets/wallets.ts'
import type { CheckoutContext } from '../context.ts'
import { payableOfCart } from '../order-pay/payable.ts'
import { fillWithItem, itemFields, pageFields, previewItem, walletCart } from './express-cart-of.ts'
import { type StripeAnswer, type StripeRequest, stripeCall, stripeError } from './stripe-call.ts'
import { addressField, sheetAddress } from './wallet-address.ts'

const paymentMethod = z.string().describe('ID of the payment method. Determines the format of items and options.')

const knownPlace = async ({ context, shop }: StripeRequest<unknown>, cart: Cart): Promise<Cart> =>
  cart.shipping.country ? cart : { ...cart, shipping: (await currentCart(context, shop)).shipping }

const priceWith = (shop: CheckoutContext, cart: Cart, wallet: WalletId | null): Total =>
  priceCart(shop, wallet ? { ...cart, paymentMethod: wallet } : cart)

/** The sheet for this total. The total is recorded in the cart, because the buyer may authorize it. */
async function displayTotal(shop: CheckoutContext, { id, displayedTotal }: Cart, total: Total): Promise<Sheet> {
  const { totalCents: cents, currency } = total
  const isDisplayed = displayedTotal?.cents === cents && displayedTotal.currency === currency
  if (id !== null && !isDisplayed) await recordDisplayedTotal(shop.db, id, { cents, currency })
  return sheetOfTotal(total)
}

const cartError = (message: string): StripeAnswer => stripeError('cart-error', message)

const dataAnswer = (data: unknown): StripeAnswer => ({ json: { data } })

const addToCart = stripeCall({
  route: 'cart/add-to-cart',
  method: 'POST',
  fields: z.object({ ...itemFields, payment_method: paymentMethod }),
  async handler(request) {
    const filled = await fillWithItem(request)
    if (!filled.ok) return cartError(filled.message)
    const wallet = parseWalletId(request.fields.payment_method)
    const total = priceWith(request.shop, await knownPlace(request, filled.cart), wallet)
    return dataAnswer(sheetData(await displayTotal(request.shop, filled.cart, total), wallet))
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
    return dataAnswer({
      needsShipping: sheetWith(null).needsShipping,
      ...Object.fromEntries(wallets.map((wallet) => [wallet, sheetData(sheetWith(wallet), wallet)])),
    })
  },
})

type Shipment = { readonly wallet: WalletId | null; readonly rateId: string | null }
type ShippingRequest = Parameters<typeof walletCart>[0] &
  StripeRequest<{ readonly address: z.output<typeof addressField> }>

async function shipTo(request: ShippingRequest, { wallet, rateId }: Shipment) {
  const { shop, fields } = request
  const result = await walletCart(request)
  if (!result.ok) return { ok: false, message: result.message, isServed: true } as const
  const address = sheetAddress(fields.address, shop.pricing().base)
  const saved = result.cart.shipping
  // A street that was entered earlier stays only in its own region.
  const isSamePlace = address !== null && saved.country === address.country && saved.state === address.state
  const draft = {
    shipping: { ...(isSamePlace ? saved : {}), ...address },
    ...(rateId === null ? {} : { shippingMethod: rateId }),
  }
  const total = priceWith(shop, { ...result.cart, ...draft }, wallet)
  if (!address || (total.needsShipping && !total.shippingRate))
    return { ok: false, message: UNSERVED, isServed: false } as const
  const sheet = await displayTotal(shop, await saveCheckoutDraft(shop, result.cart, draft), total)
  return { ok: true, sheet, place: placeOf(shop, total) } as const
}

const placeOf = (shop: CheckoutContext, total: Total) => ({
  country: shop.pricing().base.country,
  // The payer is known only after the sheet is confirmed.
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
    const { address, payment_method } = request.fields
    const wallet = parseWalletId(payment_method)
    const shipped = await shipTo(request, { wallet, rateId: null })
    if (!shipped.ok) return addressError(shipped.message)
    const { sheet, place } = shipped
    const data = { newData: newData(sheet, wallet), cart: cartData(sheet, place) }
    return dataAnswer({ ...data, address, shipping_method: chosenRates(sheet) })
  },
})

const rateIdOf = (option: string): string | null => /^\w+:(.+)$/.exec(option.trim())?.[1]?.slice(0, 60) ?? null

const NOT_OFFERED = 'This shipping method is not available. Please choose another one.'

const shippingMethod = stripeCall({
  route: 'cart/shipping-method',
  method: 'POST',
  fields: z.object({
    ...pageFields,
    payment_method: paymentMethod,
    shipping_method: z.string().describe('Package index and shipping rate, such as `0:flat_rate:1`.'),
  }),
  async handler(request) {
    const { shop, fields } = request
    const rateId = rateIdOf(fields.shipping_method)
    if (rateId === null) return stripeError('shipping_method_error', NOT_OFFERED, { status: 400 })
    const result = await walletCart(request)
    if (!result.ok) return stripeError('shipping_method_error', result.message)
    const wallet = parseWalletId(fields.payment_method)
    const total = priceWith(shop, { ...result.cart, shippingMethod: rateId }, wallet)
    if (total.shippingRate?.id !== rateId) return stripeError('shipping_method_error', NOT_OFFERED)
    const cart = await saveCheckoutDraft(shop, result.cart, { shippingMethod: rateId })
    const sheet = await displayTotal(shop, cart, total)
    const data = { newData: newData(sheet, wallet), cart: cartData(sheet, placeOf(shop, total)) }
    return dataAnswer({ ...data, shipping_methods: chosenRates(sheet) })
  },
})

/** For wallets that send the address and the rate in one call. */
const deliveryCall = (wallet: WalletId, route: string) =>
  stripeCall({
    route,
    method: 'POST',
    fields: z.object({
      ...pageFields,
      address: addressField,
      shipping_method: z
        .string()
        .default('')
        .describe('Package index and shipping rate. The first rate if empty or `default`.'),
    }),
    async handler(request) {
      const { address, shipping_method: option } = request.fields
      const rateId = ['', 'default', 'null'].includes(option) ? null : rateIdOf(option)
      const shipped = await shipTo(request, { wallet, rateId })
      if (!shipped.ok) {
        const { message, isServed } = shipped
        const reason = isServed ? null : 'SHIPPING_ADDRESS_UNSERVICEABLE'
        const error = { reason, message, intent: 'SHIPPING_ADDRESS' }
        return stripeError('payment-data-error', message, { data: { data: { error } } })
      }
      const { sheet, place } = shipped
      return dataAnswer({ shipping_methods: chosenRates(sheet), ...sheetUpdate(sheet, wallet, place.country), address })
    },
  })

const deliveryCalls = wallets.flatMap(({ id, wallet }) =>
  wallet.deliveryCall ? [deliveryCall(id, wallet.deliveryCall.route)] : [],
)

export const cartCalls = [addToCart, cartCalculation, shippingAddress, shippingMethod, ...deliveryCalls]
