import type { Context } from 'hono'
import { type AuthSession, createNonce } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import type { Currency } from '../../../platform/money/money.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { WithPayments } from '../../gateways/context.ts'
import type { PageKind } from '../../gateways/page-kind.ts'
import { paymentMessages } from '../../gateways/payment-errors.ts'
import { type GatewayId, hasLink, redirectOf } from '../../payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../payment-methods/settings.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { totalLabel } from '../../wallets/payment-sheet.ts'
import { isWallet } from '../../wallets/wallets.ts'
import { termsMessage } from '../form-check.ts'
import { stripeRoutesConfig } from './stripe-params.ts'

/** Whose page it is. */
export type Visitor = {
  readonly session: AuthSession | null
  readonly address: string
  readonly userAgent: string
}

/** The visitor of a cached page, which is the same for everybody. */
export const anybody: Visitor = { session: null, address: '', userAgent: '' }

export const visitorOf = (context: Context, session: AuthSession | null): Visitor => ({
  session,
  address: clientAddress(context),
  userAgent: context.req.header('user-agent') ?? '',
})

export type GatewayPage = {
  /** `shop`: a listing, where nothing is paid. */
  readonly page: PageKind | 'shop'
  readonly visitor: Visitor
  /** What is to be paid; null: nothing yet. */
  readonly amount: { readonly cents: number; readonly currency: Currency } | null
  /** The order that is paid; omitted while there is none. */
  readonly order?: { readonly id: number; readonly orderKey: string }
}

export type GatewayShop = { readonly secret: string; readonly url: string } & WithPayments &
  WithPricing &
  WithSettings<PaymentMethodSettings & SiteSettings>

/** The keys that every gateway has (stripe-plugin sheet, "Keys of a gateway config"). */
export function gatewayParams(shop: GatewayShop, { page, visitor, amount, order }: GatewayPage, id: GatewayId) {
  const { payments, secret } = shop
  const { session, address, userAgent } = visitor
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

/** What the provider's form is for: where nothing is to be paid it can only take a method, and refuses an amount of zero. */
export const elementMode = (cents: number) => ({
  mode: cents > 0 ? 'payment' : 'setup',
  paymentMethodCreation: 'manual',
})
