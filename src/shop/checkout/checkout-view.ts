import { checkoutFields } from '../../people/addresses/address.ts'
import { type FieldAdjustments, type PhoneField, withPhoneField } from '../../people/addresses/address-rules.ts'
import { countriesIn } from '../../people/addresses/countries.ts'
import { addressRules, defaultFields, provincesOf } from '../../people/addresses/country-rules.ts'
import { createNonce } from '../../people/identity/auth-session.ts'
import { guestForms, guestNonce } from '../../people/identity/form-nonce.tsx'
import { hrefs } from '../../platform/web/routes.ts'
import { reachableSlugs } from '../../things/entries/old-slugs.store.ts'
import type { Cart } from '../cart/cart.store.ts'
import { APPLY_NONCE, REMOVE_NONCE } from '../cart/cart-view.tsx'
import { readLineDetails } from '../cart/line-details.ts'
import { priceCart, totalWith } from '../cart/price-cart.ts'
import { type CardChoice, noCardChoice } from '../gateways/cards/saved-card.ts'
import { enabledGateway } from '../payment-methods/payment-methods.ts'
import { sheetOfTotal } from '../wallets/sheet.ts'
import type { CheckoutContext, OrderingSettings } from './context.ts'
import { payableOfCart } from './order-pay/payable.ts'
import { type CheckoutSettings, policySlugs } from './settings.ts'

export const REVIEW_NONCE = 'update-order-review'
export const CHECKOUT_NONCE = 'woocommerce-process_checkout'

export type CheckoutView = Awaited<ReturnType<typeof toCheckoutView>>

export async function toCheckoutView(
  shop: CheckoutContext,
  cart: Cart,
  {
    acceptsTerms = false,
    choice = noCardChoice,
  }: { readonly acceptsTerms?: boolean; readonly choice?: CardChoice } = {},
) {
  const settings: OrderingSettings = shop.settings()
  const total = priceCart(shop, cart)
  const [lineDetails, policyPages] = await Promise.all([readLineDetails(shop.db, cart.lines), readPolicyPages(shop)])
  return {
    cart,
    lineDetails,
    policyPages,
    total,
    payable: payableOfCart(shop, cart, total),
    sheetWith: (gateway: string) => sheetOfTotal(totalWith(shop, { cart, total }, gateway)),
    hasCurrencies: (shop.pricing().currencies ?? []).length > 0,
    settings,
    paymentMethod: enabledGateway(cart.paymentMethod ?? '', settings),
    signInNonce: guestNonce(shop.secret, guestForms.signIn),
    checkoutNonce: createNonce(shop.secret, CHECKOUT_NONCE, cart.sessionKey),
    acceptsTerms,
    choice,
    now: shop.now(),
  }
}

/** The policies that visitors can read, by slug: a draft or a deleted page is named without a link. */
export const readPolicyPages = ({ db, settings }: CheckoutContext): Promise<ReadonlyMap<string, number>> =>
  reachableSlugs(db, 'page', policySlugs(settings()))

const commonCheckoutParams = {
  ajax_url: '/wp-admin/admin-ajax.php',
  wc_ajax_url: '/?wc-ajax=%%endpoint%%',
  option_guest_checkout: 'yes',
  checkout_url: hrefs.ajax('checkout'),
  debug_mode: '',
  i18n_checkout_error:
    'There was an error processing your order. Please check for any charges in your payment method and try again.',
  gateways_with_custom_place_order_button: [],
}

/** The settings that checkout scripts read as global variables (storefront-scripts.md §1). */
export function checkoutGlobals(shop: CheckoutContext, sessionKey: string): Record<string, unknown> {
  const nonce = (action: string): string => createNonce(shop.secret, action, sessionKey)
  return {
    wc_checkout_params: {
      ...commonCheckoutParams,
      update_order_review_nonce: nonce(REVIEW_NONCE),
      apply_coupon_nonce: nonce(APPLY_NONCE),
      remove_coupon_nonce: nonce(REMOVE_NONCE),
      is_checkout: '1',
    },
    ...countryGlobals(shop.settings()),
  }
}

export const orderPayGlobals = (): Record<string, unknown> => ({
  wc_checkout_params: { ...commonCheckoutParams, is_checkout: '0' },
})

const globalsBySettings = new WeakMap<object, Record<string, unknown>>()

export function countryGlobals(settings: CheckoutSettings): Record<string, unknown> {
  const cached = globalsBySettings.get(settings)
  if (cached) return cached
  const { sellsTo, shipsTo } = settings.checkout
  const codes = [...countriesIn(sellsTo), ...countriesIn(shipsTo)].map(({ code }) => code)
  const globals = {
    wc_address_i18n_params: addressParams(new Set(codes), settings.checkoutPhoneField),
    wc_country_select_params: countryParams(codes),
  }
  globalsBySettings.set(settings, globals)
  return globals
}

type FieldParams = Record<string, Record<string, unknown>>

function toFieldParams(fields: FieldAdjustments): FieldParams {
  const rules = { ...addressRules('ZZ'), fields }
  return Object.fromEntries(
    checkoutFields('billing', rules).map(({ name, label, placeholder, required, hidden, priority }) => [
      name,
      { label, required, priority, ...(placeholder ? { placeholder } : {}), ...(hidden ? { hidden } : {}) },
    ]),
  )
}

function addressParams(codes: ReadonlySet<string>, phoneField: PhoneField): Record<string, string> {
  const fieldsOf = (fields: FieldAdjustments) => toFieldParams(withPhoneField(fields, phoneField))
  const defaults = fieldsOf(defaultFields)
  const locale = Object.fromEntries(
    [...codes].map((code) => [code, overrides(defaults, fieldsOf(addressRules(code).fields))]),
  )
  const selectors = Object.fromEntries(
    Object.keys(defaults)
      .filter((name) => name !== 'country' && name !== 'phone' && name !== 'email')
      .map((name) => [name, `#billing_${name}_field, #shipping_${name}_field`]),
  )
  return {
    locale: JSON.stringify({ default: defaults, ...locale }),
    locale_fields: JSON.stringify(selectors),
    i18n_required_text: 'required',
    i18n_optional_text: 'optional',
  }
}

function overrides(defaults: FieldParams, countryFields: FieldParams): FieldParams {
  const fields = Object.entries(countryFields).map(([name, field]) => [
    name,
    Object.fromEntries(Object.entries(field).filter(([key, value]) => defaults[name]?.[key] !== value)),
  ])
  return Object.fromEntries(fields.filter(([, changed]) => Object.keys(changed as object).length > 0)) as FieldParams
}

/** Provinces by country; a country without a list has a free text field. */
const countryParams = (codes: readonly string[]): Record<string, string> => ({
  countries: JSON.stringify(
    Object.fromEntries(
      codes.flatMap((code) => {
        const provinces = provincesOf(code)
        return provinces ? [[code, Object.fromEntries(provinces.map(({ code: key, name }) => [key, name]))]] : []
      }),
    ),
  ),
  i18n_select_state_text: 'Choose an option…',
  i18n_no_matches: 'No matches found',
  i18n_ajax_error: 'Loading failed',
  i18n_input_too_short_1: 'Please enter 1 or more characters',
  i18n_input_too_short_n: 'Please enter %qty% or more characters',
  i18n_input_too_long_1: 'Please delete 1 character',
  i18n_input_too_long_n: 'Please delete %qty% characters',
  i18n_selection_too_long_1: 'You can only select 1 item',
  i18n_selection_too_long_n: 'You can only select %qty% items',
  i18n_load_more: 'Loading more results…',
  i18n_searching: 'Searching…',
})
