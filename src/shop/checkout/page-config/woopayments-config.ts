import { createCipheriv, createHmac } from 'node:crypto'
import { checkoutFields } from '../../../people/addresses/address.ts'
import { createNonce } from '../../../people/identity/auth-session.ts'
import type { Currency } from '../../../platform/money/money.ts'
import type { WithSettings } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { WithPayments } from '../../gateways/context.ts'
import { GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import { savableGateways } from '../../payment-methods/payment-methods.ts'
import type { PaymentMethodSettings } from '../../payment-methods/settings.ts'
import type { WithPricing } from '../../pricing/context.ts'
import type { FraudSettings } from '../../risk/settings.ts'
import { GUEST_HOLDER, PLATFORM_TRACKS_NONCE } from '../../tracking/platform-tracks.ts'
import { shopAddressRules } from '../checkout-form.ts'
import type { CheckoutSettings } from '../settings.ts'

/** The version whose keys this is (woopayments-config sheet). */
const VERSION = '9.1.0'
const GATEWAY_ID = 'woocommerce_payments'
const TEST_CARD = '<strong>Test mode:</strong> use test card number 4242 4242 4242 4242 with any CVC and a future date.'

type ConfigContext = { readonly secret: string; readonly url: string } & WithPayments &
  WithPricing &
  WithSettings<CheckoutSettings & FraudSettings & PaymentMethodSettings & SiteSettings>

type ConfigPage = {
  readonly isCheckout: boolean
  readonly currency: Currency
  readonly cartTotalCents: number
  /** The shopper for the fraud-detection service: the visit, and the account if there is one. */
  readonly visitor?: { readonly fraudSessionId: string; readonly userId: number | null }
}

/** `wcpayConfig` of product pages, `wcpay_upe_config` of the checkout (shop.md §3), with the nonces of guests. */
export function woopaymentsConfig(shop: ConfigContext, page: ConfigPage) {
  const { payments, url } = shop
  const settings = shop.settings()
  const nonce = (action: string): string => createNonce(shop.secret, action, GUEST_HOLDER)
  const savesCards = savableGateways(settings).length > 0
  const icon = url + hrefs.icon(192)
  return {
    publishableKey: payments.publishableKey,
    testMode: payments.mode !== 'live',
    accountId: '',
    accountDescriptor: settings.siteTitle.toUpperCase().slice(0, 22),
    gatewayId: GATEWAY_ID,
    woopayMerchantId: BLOG_ID,
    wcpayVersionNumber: VERSION,
    locale: 'en',
    ajaxUrl: url + paths.adminAjax,
    wcAjaxUrl: '/?wc-ajax=%%endpoint%%',
    storeApiURL: url + paths.storeApi.replace(/\/v1$/, ''),
    addPaymentReturnURL: url + paths.accountPaymentMethods,
    createSetupIntentNonce: nonce('wcpay_create_setup_intent_nonce'),
    initWooPayNonce: nonce('wcpay_init_woopay_nonce'),
    saveUPEAppearanceNonce: nonce('wcpay_save_upe_appearance_nonce'),
    platformTrackerNonce: nonce(PLATFORM_TRACKS_NONCE),
    woopaySignatureNonce: nonce('woopay_signature_nonce'),
    woopaySessionNonce: nonce('woopay_session_nonce'),
    genericErrorMessage: GENERIC_PROBLEM,
    fraudServices: fraudServices(shop, page),
    features: ['products', 'refunds', ...(savesCards ? ['tokenization', 'add_payment_method'] : [])],
    woopayMinimumSessionData: woopaySession(shop, VERSION),
    currency: page.currency,
    cartTotal: page.cartTotalCents,
    storeCountry: shop.pricing().base.country,
    enabledBillingFields: enabledBillingFields(shop),
    icon,
    accountIdForIntentConfirmation: '',
    ...flags(page.isCheckout, savesCards),
    ...(shop.pricing().currencies?.length ? { isMultiCurrencyEnabled: true } : {}),
    paymentMethodsConfig: {
      card: {
        isReusable: true,
        isBnpl: false,
        title: 'Card',
        icon,
        darkIcon: icon,
        showSaveOption: savesCards,
        countries: [],
        gatewayId: GATEWAY_ID,
        forceNetworkSavedCards: false,
        testingInstructions: payments.mode === 'live' ? '' : TEST_CARD,
      },
    },
  }
}

/** WooPay is off; appearances are false until a browser has saved one. */
const flags = (isCheckout: boolean, isSavedCardsEnabled: boolean) => ({
  isCheckout,
  isSavedCardsEnabled,
  isPaymentRequestEnabled: true,
  forceNetworkSavedCards: false,
  isPreview: false,
  cartContainsSubscription: false,
  isWooPayEnabled: false,
  isWoopayExpressCheckoutEnabled: false,
  isWoopayFirstPartyAuthEnabled: false,
  isWooPayEmailInputEnabled: true,
  isWooPayDirectCheckoutEnabled: false,
  isWooPayGlobalThemeSupportEnabled: false,
  isTokenizedCartEceEnabled: false,
  upeAppearance: false,
  upeAddPaymentMethodAppearance: false,
  upeBnplProductPageAppearance: false,
  upeBnplClassicCartAppearance: false,
  upeBnplCartBlockAppearance: false,
  wcBlocksUPEAppearance: false,
  wcBlocksUPEAppearanceTheme: false,
})

function fraudServices(shop: ConfigContext, { visitor }: ConfigPage) {
  const { beaconKey } = shop.settings().fraudDetection
  if (beaconKey === '') return { stripe: {} }
  return { sift: { beacon_key: beaconKey, ...siftVisitor(visitor) } }
}

export const siftVisitor = (visitor: ConfigPage['visitor']) => ({
  user_id: visitor?.userId ? String(visitor.userId) : '',
  session_id: visitor?.fraudSessionId ?? '',
})

function enabledBillingFields(shop: ConfigContext): Record<string, { readonly required: boolean }> {
  const rules = shopAddressRules(shop.settings())(shop.pricing().base.country)
  const fields = checkoutFields('billing', rules).filter(({ hidden }) => !hidden)
  return Object.fromEntries(fields.map(({ key, required }) => [key, { required }]))
}

/** WordPress numbers the blogs of an installation; a single one is 1. */
const BLOG_ID = 1

const keyOf = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`woopay|${purpose}`).digest()

/** Encrypted and signed; in cached pages, so it says nothing about a visitor, and its vector follows from the text. */
function woopaySession({ secret, url }: { readonly secret: string; readonly url: string }, version: string) {
  const text = JSON.stringify({
    wcpay_version: version,
    blog_id: BLOG_ID,
    blog_rest_url: url + paths.restIndex,
    blog_checkout_url: url + paths.checkout,
  })
  const iv = createHmac('sha256', keyOf(secret, 'iv')).update(text).digest().subarray(0, 16)
  const cipher = createCipheriv('aes-256-cbc', keyOf(secret, 'session'), iv)
  const session = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const hash = createHmac('sha256', keyOf(secret, 'hash')).update(session).digest()
  const base64 = (bytes: Buffer): string => bytes.toString('base64')
  return { blog_id: BLOG_ID, data: { session: base64(session), iv: base64(iv), hash: base64(hash) } }
}
