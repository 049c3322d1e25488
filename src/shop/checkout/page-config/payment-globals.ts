import type { Context } from 'hono'
import { type Address, checkoutFields, type FieldSet } from '../../../people/addresses/address.ts'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { createNonce } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { convertPrice, type Exchange } from '../../../platform/money/exchange.ts'
import { type Currency, priceString, shopCurrency } from '../../../platform/money/money.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { ProductCardData } from '../../catalog/product-card.ts'
import type { WithPayments } from '../../gateways/context.ts'
import type { PageKind } from '../../gateways/page-kind.ts'
import { excludedProductTypes } from '../../gateways/pay-later/pay-later.ts'
import { paymentMessages } from '../../gateways/payment-errors.ts'
import type { PaymentPlace } from '../../gateways/payment-method.ts'
import {
  enabledGateways,
  type GatewayId,
  hasLink,
  messageParams,
  methodScripts,
  payLaterGateways,
  redirectOf,
} from '../../payment-methods/payment-methods.ts'
import { type PaymentMethodSettings } from '../../payment-methods/settings.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { totalLabel } from '../../wallets/payment-sheet.ts'
import { isWallet } from '../../wallets/wallets.ts'
import { shopAddressRules } from '../checkout-form.ts'
import type { CheckoutContext } from '../context.ts'
import { termsMessage } from '../form-check.ts'
import type { CheckoutSettings } from '../settings.ts'
import { localized, redirectRoutes, stripeParams, stripeRoutesConfig } from './stripe-params.ts'

type PaymentPage = Omit<GatewayPage, 'visitor' | 'page'> & {
  readonly page: PageKind
  readonly session: AuthSession | null
  readonly billing: Partial<Address>
  readonly shipping: Partial<Address>
}

type PageContext = Pick<CheckoutContext, 'payments' | 'pricing' | 'secret' | 'settings' | 'url'>

/** The settings that scripts of the Stripe plugin read as global variables (stripe-plugin sheet §7). */
export function paymentGlobals(context: Context, shop: PageContext, payment: PaymentPage): Record<string, unknown> {
  const page = { ...payment, visitor: visitorOf(context, payment.session) }
  const redirects = enabledGateways(shop.settings()).filter((id) => redirectOf(id) !== null)
  return {
    ...stripeParams(shop, page.page),
    ...expressGlobals(shop, page),
    wc_stripe_form_handler_params: { no_results: paymentMessages.no_results },
    ...Object.fromEntries(
      methodScripts.map(({ id, name, params }) => [name, localized({ ...gatewayParams(shop, page, id), ...params })]),
    ),
    wc_stripe_local_payment_params: {
      gateways: Object.fromEntries(redirects.map((id) => [id, redirectParams(shop, page, id)])),
      api_key: shop.payments.publishableKey,
    },
  }
}

type EnteredAddresses = Pick<PaymentPage, 'billing' | 'shipping'>
type FieldsShop = WithPricing & WithSettings<CheckoutSettings>

/** Every checkout field with the shopper's input, and the messages. */
export const expressGlobals = (shop: FieldsShop, entered: EnteredAddresses) => ({
  wc_stripe_messages: paymentMessages,
  wc_stripe_checkout_fields: { ...fieldsConfig(shop, 'billing', entered), ...fieldsConfig(shop, 'shipping', entered) },
})

function fieldsConfig(shop: FieldsShop, set: FieldSet, { billing, shipping }: EnteredAddresses) {
  const values = set === 'billing' ? billing : shipping
  const rules = shopAddressRules(shop.settings())(values.country || shop.pricing().base.country)
  return Object.fromEntries(
    checkoutFields(set, rules)
      .filter(({ hidden }) => !hidden)
      .map(({ key, property, label, required, priority, autocomplete, validate, type, rowClasses }) => [
        key,
        { label, required, priority, autocomplete, validate, type, class: rowClasses, value: values[property] || null },
      ]),
  )
}

type Visitor = ReturnType<typeof visitorOf>

/** Cached pages are the same for every visitor. */
export const anyVisitor: Visitor = { session: null, address: '', userAgent: '' }

export const visitorOf = (context: Context, session: AuthSession | null) => ({
  session,
  address: clientAddress(context),
  userAgent: context.req.header('user-agent') ?? '',
})

export type GatewayPage = {
  readonly page: PageKind | 'shop'
  readonly visitor: Visitor
  readonly amount: { readonly cents: number; readonly currency: Currency } | null
  readonly order?: { readonly id: number; readonly orderKey: string }
}

export type GatewayShop = { readonly secret: string; readonly url: string } & WithPayments &
  WithPricing &
  WithSettings<PaymentMethodSettings & SiteSettings>

/** The keys that every gateway has (stripe-plugin sheet, "Keys of a gateway config"). */
export function gatewayParams(shop: GatewayShop, { page, visitor, amount, order }: GatewayPage, id: GatewayId) {
  const { payments, secret } = shop
  const { session, address, userAgent } = visitor
  // A guest's return URL is refused, because only customers can add payment methods.
  const returnNonce = createNonce(secret, id, session?.sessionId ?? '')
  return {
    page,
    gateway_id: id,
    api_key: payments.publishableKey,
    saved_method_selector: `[name="${id}_saved_method_key"]`,
    token_selector: `[name="${id}_token_key"]`,
    messages: { terms: termsMessage, required_field: paymentMessages.required_field },
    routes: stripeRoutesConfig,
    rest_nonce: restNonceOf(shop, session),
    banner_enabled: false,
    currency: amount?.currency ?? '',
    total_label: totalLabel,
    country_code: shop.pricing().base.country,
    user_id: session?.user.id ?? 0,
    description: shop.settings().gateways[id].description,
    elementOptions: { locale: 'en-CA', ...(isWallet(id) ? {} : intentOptions(shop, id, amount)) },
    confirmParams: {
      return_url: shop.url + hrefs.addPaymentMethodReturn(id, returnNonce, page),
      mandate_data: {
        customer_acceptance: { type: 'online', online: { ip_address: address, user_agent: userAgent } },
      },
    },
    paymentElementOptions: {},
    ...(order ? { order_id: order.id, order_key: order.orderKey } : {}),
  }
}

const intentOptions = (shop: GatewayShop, id: GatewayId, amount: GatewayPage['amount']) => ({
  ...elementMode(amount?.cents ?? 0),
  ...(amount && amount.cents > 0 ? { amount: amount.cents, currency: amount.currency.toLowerCase() } : {}),
  paymentMethodTypes: [redirectOf(id) ?? 'card', ...(hasLink(shop.settings(), id) ? ['link'] : [])],
})

/** The mode of Stripe Elements: a total of zero allows only `setup`, because `payment` refuses zero. */
export const elementMode = (cents: number) => ({
  mode: cents > 0 ? 'payment' : 'setup',
  paymentMethodCreation: 'manual',
})

function redirectParams(shop: GatewayShop, page: GatewayPage, id: GatewayId) {
  const params = gatewayParams(shop, page, id)
  return {
    ...params,
    routes: { ...params.routes, ...redirectRoutes },
    local_payment_type: redirectOf(id),
    return_url: params.confirmParams.return_url,
    payment_sections: ['checkout'],
  }
}

type MessagePage = Pick<GatewayPage, 'visitor' | 'amount'> & {
  readonly page: 'product' | 'cart' | 'shop'
  readonly place: PaymentPlace
}

const messageConfig = (shop: GatewayShop, { place, ...page }: MessagePage, id: GatewayId) => ({
  ...redirectParams(shop, page, id),
  currency: place.currency,
  ...messageParams(shop.settings(), id, place),
})

/** `wc_stripe_…_product_params`, for each pay-later method with a message on the page. */
export const payLaterGlobals = (shop: GatewayShop, page: MessagePage & { readonly page: 'product' | 'cart' }) =>
  Object.fromEntries(
    payLaterGateways(shop.settings(), page.page).map((id) => [
      `wc_stripe_${id.replace('stripe_', '')}_${page.page}_params`,
      localized(messageConfig(shop, page, id)),
    ]),
  )

/** `wc_stripe_bnpl_shop_params` of a listing, the same for every visitor; none in a display-only currency. */
export function listingGlobals(shop: GatewayShop, cards: readonly ProductCardData[], exchange: Exchange | null) {
  const gateways = payLaterGateways(shop.settings(), 'shop')
  if (gateways.length === 0 || exchange?.isCharged === false) return {}
  const currency = exchange?.currency ?? shopCurrency
  const place = { currency, billingCountry: '', shopCountry: shop.pricing().base.country }
  const page = { page: 'shop', visitor: anyVisitor, amount: null, place } as const
  const products = cards.flatMap(({ id, type, minCents }) => {
    if (minCents === null || excludedProductTypes.includes(type)) return []
    const price_cents = convertPrice(minCents, exchange)
    return [{ id, price: Number(priceString(price_cents, currency)), price_cents, product_type: type }]
  })
  return {
    wc_stripe_bnpl_shop_params: {
      currency,
      products,
      excluded_product_types: excludedProductTypes,
      ...Object.fromEntries(gateways.map((id) => [id, messageConfig(shop, page, id)])),
    },
  }
}
