import type { Context } from 'hono'
import { type AuthSession, createNonce } from '../../../people/accounts/auth-session.ts'
import { restNonceOf } from '../../../people/accounts/rest-nonce.ts'
import { type Address, checkoutFields, type FieldSet } from '../../../people/addresses/address.ts'
import { type Currency } from '../../../platform/money/money.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { PageKind } from '../../payments/page-kind.ts'
import { paymentMessages } from '../../payments/payment-errors.ts'
import { enabledGateways, type GatewayId, redirectOf } from '../../payments/payment-methods.ts'
import { totalLabel } from '../../wallets/payment-sheet.ts'
import { shopAddressRules } from '../checkout-form.ts'
import type { CheckoutContext } from '../context.ts'
import { termsMessage } from '../form-check.ts'
import { localized } from './localized.ts'
import { stripeParams, stripeRoutesConfig } from './stripe-params.ts'

/** A page where something can be paid, or a card saved. It is its visitor's own, and never cached. */
type PaymentPage = {
  readonly page: PageKind
  readonly session: AuthSession | null
  /** What is to be paid; null: nothing yet. */
  readonly amount: { readonly cents: number; readonly currency: Currency } | null
  readonly billing: Partial<Address>
  readonly shipping: Partial<Address>
  /** The order that is paid; omitted while there is none. */
  readonly order?: { readonly id: number; readonly orderKey: string }
}

type PageContext = Pick<CheckoutContext, 'payments' | 'pricing' | 'secret' | 'settings' | 'url'>

/** The settings that scripts of the Stripe plugin read as global variables (stripe-plugin sheet §7). */
export function paymentGlobals(context: Context, shop: PageContext, page: PaymentPage): Record<string, unknown> {
  const redirects = enabledGateways(shop.settings()).filter((id) => redirectOf(id) !== null)
  return {
    ...stripeParams(shop, page.page),
    wc_stripe_messages: paymentMessages,
    wc_stripe_checkout_fields: { ...fieldsConfig(shop, 'billing', page), ...fieldsConfig(shop, 'shipping', page) },
    wc_stripe_form_handler_params: { no_results: paymentMessages.no_results },
    wc_stripe_credit_card_params: localized({
      ...gatewayParams(context, shop, page, 'stripe_cc'),
      ...{ cardOptions: {}, customFieldOptions: {}, cardFormType: 'inline', custom_form: false, custom_form_name: '' },
      ...{ html: { card_brand: '' }, cards: {}, postal_regex: {}, notice_location: 'acf' },
      ...{ notice_selector: 'div.payment_method_stripe_cc', installments: { loading: '' } },
    }),
    wc_stripe_local_payment_params: {
      gateways: Object.fromEntries(redirects.map((id) => [id, localParams(context, shop, page, id)])),
      api_key: shop.payments.publishableKey,
    },
  }
}

/** Every field of one address as scripts read it, with what the shopper has entered. */
function fieldsConfig(shop: PageContext, set: FieldSet, { billing, shipping }: PaymentPage) {
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

/** The keys that every gateway has. */
function gatewayParams(context: Context, shop: PageContext, payment: PaymentPage, id: GatewayId) {
  const { page, session, amount, order } = payment
  const { payments, secret } = shop
  // Only customers add methods: a guest's address is refused there.
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
    elementOptions: {
      locale: 'en-CA',
      ...(amount
        ? { mode: 'payment', amount: amount.cents, currency: amount.currency.toLowerCase() }
        : { mode: 'setup' }),
      paymentMethodCreation: 'manual',
      paymentMethodTypes: [redirectOf(id) ?? 'card'],
    },
    confirmParams: {
      return_url: shop.url + hrefs.addPaymentMethodReturn(id, returnNonce, page),
      mandate_data: {
        customer_acceptance: {
          type: 'online',
          online: { ip_address: clientAddress(context), user_agent: context.req.header('user-agent') ?? '' },
        },
      },
    },
    paymentElementOptions: {},
    ...(order ? { order_id: order.id, order_key: order.orderKey } : {}),
  }
}

/** A method whose provider has a page of its own. */
const localParams = (context: Context, shop: PageContext, page: PaymentPage, id: GatewayId) => {
  const params = gatewayParams(context, shop, page, id)
  return {
    ...params,
    local_payment_type: redirectOf(id),
    return_url: params.confirmParams.return_url,
    payment_sections: ['checkout'],
  }
}
