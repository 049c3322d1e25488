import type { WithPayments } from '../../gateways/context.ts'
import type { PageKind } from '../../gateways/page-kind.ts'
import { wallets } from '../../wallets/wallets.ts'

/** The versions of the Stripe plugin and of Stripe's API that this shop is compatible with (shop.md §9). */
const PLUGIN_VERSION = '3.3.94'
const API_VERSION = '2022-08-01'

/** `wc_stripe_params_v3`: what loads the provider's script. The same for every visitor. */
export const stripeParams = ({ payments }: WithPayments, page: PageKind): Record<string, unknown> => ({
  wc_stripe_params_v3: localized({
    api_key: payments.publishableKey,
    account: '',
    page,
    version: PLUGIN_VERSION,
    mode: payments.mode === 'live' ? 'live' : 'test',
    stripeParams: {
      stripeAccount: '',
      apiVersion: API_VERSION,
      betas: [
        'deferred_intent_blik_beta_1',
        'disable_deferred_intent_client_validation_beta_1',
        'multibanco_pm_beta_1',
      ],
    },
  }),
})

const AJAX = '/?wc-ajax=wc_stripe_frontend_request&path='

const routeNames = {
  add_to_cart: 'cart/add-to-cart',
  cart_calculation: 'cart/cart-calculation',
  shipping_address: 'cart/shipping-address',
  shipping_method: 'cart/shipping-method',
  checkout: 'checkout',
  checkout_payment: 'checkout/payment',
  order_pay: 'order-pay',
  setup_intent: 'setup-intent',
  sync_intent: 'sync-payment-intent',
  create_payment_intent: 'payment-intent',
  order_create_payment_intent: 'order/payment-intent',
  ...Object.fromEntries(
    wallets.flatMap(({ wallet: { deliveryCall: call } }) => (call ? [[call.name, call.route]] : [])),
  ),
}

/** Additional `routes` of redirect methods, for plugin scripts from the time of Stripe's sources. */
export const redirectRoutes: Readonly<Record<string, string>> = {
  delete_order_source: `${AJAX}/wc-stripe/v1/order/source`,
  update_source: `${AJAX}/wc-stripe/v1/source/update`,
}

/** `routes` of a gateway's settings. In `base_path`, scripts replace `%s` with the call. */
export const stripeRoutesConfig: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(routeNames).map(([name, route]) => [name, `${AJAX}/wc-stripe/v1/${route}`])),
  base_path: `${AJAX}/%s`,
}

/** As WordPress prints settings: plain values at the top become text, booleans '1' or '' (plugin sheet §7). */
export const localized = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, value ? '1' : '']
      return [name, typeof value === 'number' ? String(value) : value]
    }),
  )
