import type { Context } from 'hono'
import { type Address, checkoutFields, type FieldSet } from '../../../people/addresses/address.ts'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import type { PageKind } from '../../gateways/page-kind.ts'
import { paymentMessages } from '../../gateways/payment-errors.ts'
import { enabledGateways, methodScripts, redirectOf } from '../../payment-methods/payment-methods.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { shopAddressRules } from '../checkout-form.ts'
import type { CheckoutContext } from '../context.ts'
import type { CheckoutSettings } from '../settings.ts'
import { type GatewayPage, gatewayParams, visitorOf } from './gateway-params.ts'
import { localized } from './localized.ts'
import { redirectParams } from './pay-later-globals.ts'
import { stripeParams } from './stripe-params.ts'

/** A page where something can be paid, or a card saved. It is its visitor's own, and never cached. */
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

type Entered = Pick<PaymentPage, 'billing' | 'shipping'>
type FieldsShop = WithPricing & WithSettings<CheckoutSettings>

/**
 * What scripts need to ask a payer for details and to tell what went wrong: every field of the checkout's form, with what
 * the shopper has entered, and the messages.
 */
export const expressGlobals = (shop: FieldsShop, entered: Entered) => ({
  wc_stripe_messages: paymentMessages,
  wc_stripe_checkout_fields: { ...fieldsConfig(shop, 'billing', entered), ...fieldsConfig(shop, 'shipping', entered) },
})

/** Every field of one address as scripts read it, with what the shopper has entered. */
function fieldsConfig(shop: FieldsShop, set: FieldSet, { billing, shipping }: Entered) {
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
