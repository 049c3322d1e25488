import { type PhoneField, phoneFields } from '../../../people/addresses/address-rules.ts'
import type { Capability } from '../../../platform/access/permissions.ts'
import { type CartSettings, cartDefaults } from '../../../shop/cart/settings.ts'
import { type CheckoutSettings, checkoutDefaults } from '../../../shop/checkout/settings.ts'
import { type ListingSettings, listingDefaults } from '../../../shop/listing/settings.ts'
import { type ReviewSettings, reviewDefaults } from '../../../site/comments/settings.ts'
import { type StorefrontSettings, storefrontDefaults } from '../storefront-settings.ts'

/** Settings of the screen “Shop”, with their JSON names. */
export type ShopSettings = {
  readonly grid_layout: 1 | 4
  readonly products_per_page: number
  /** An empty text: no notice. */
  readonly store_notice: string
  readonly review_rating_required: 'yes' | 'no'
  readonly reviews_wait: 'all' | 'first' | 'none'
  readonly reviews_buyers_only: boolean
  readonly cart_redirect_after_add: 'yes' | 'no'
  readonly checkout_phone_field: PhoneField
}
export type ShopSettingName = keyof ShopSettings

/** Products per page: the minimum fills a row, the maximum renders quickly on a phone. */
export const productsPerPageRange = { min: 4, max: 96 } as const
export const MAX_NOTICE_LENGTH = 200

/** Capability per setting: editors may change appearance and texts, the owner also business rules. */
export const requiredCapability: Readonly<Record<ShopSettingName, Capability>> = {
  grid_layout: 'theme.edit',
  products_per_page: 'theme.edit',
  store_notice: 'theme.edit',
  review_rating_required: 'shop.settings',
  reviews_wait: 'shop.settings',
  reviews_buyers_only: 'shop.settings',
  cart_redirect_after_add: 'shop.settings',
  checkout_phone_field: 'shop.settings',
}

/** Settings of the screen. */
export type ShopScreenSettings = CartSettings & CheckoutSettings & ListingSettings & ReviewSettings & StorefrontSettings

export const shopScreenDefaults: ShopScreenSettings = {
  ...cartDefaults,
  ...checkoutDefaults,
  ...listingDefaults,
  ...reviewDefaults,
  ...storefrontDefaults,
}

export const shopSettingsOf = (
  settings: CartSettings & CheckoutSettings & ListingSettings & ReviewSettings & StorefrontSettings,
): ShopSettings => ({
  grid_layout: settings.gridLayout,
  products_per_page: settings.productsPerPage,
  store_notice: settings.storeNotice?.text ?? '',
  review_rating_required: settings.reviews.ratingRequired,
  reviews_wait: settings.reviews.moderation,
  reviews_buyers_only: settings.reviews.verifiedOwnersOnly,
  cart_redirect_after_add: settings.cartRedirectAfterAdd,
  checkout_phone_field: settings.checkoutPhoneField,
})

export type ParsedShopSettings =
  | { readonly ok: true; readonly changes: Partial<ShopSettings> }
  /** Messages by setting name. */
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> }

type ParsedSetting<T> = { readonly value: T } | { readonly error: string }

const oneOf =
  <const T>(...options: readonly T[]) =>
  (input: unknown): ParsedSetting<T> => {
    const value = options.find((option) => option === input || String(option) === input)
    return value === undefined ? { error: `must be one of ${options.join(', ')}.` } : { value }
  }

const parsers: { readonly [K in ShopSettingName]: (given: unknown) => ParsedSetting<ShopSettings[K]> } = {
  grid_layout: oneOf(1, 4),
  products_per_page: (input) => {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
    const isValid =
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= productsPerPageRange.min &&
      value <= productsPerPageRange.max
    return isValid
      ? { value }
      : { error: `must be a whole number from ${productsPerPageRange.min} to ${productsPerPageRange.max}.` }
  },
  store_notice: (input) => {
    if (typeof input !== 'string' || input.includes('\0')) return { error: 'must be text.' }
    const value = input.trim().replace(/\s+/g, ' ')
    return value.length > MAX_NOTICE_LENGTH ? { error: `must have at most ${MAX_NOTICE_LENGTH} letters.` } : { value }
  },
  review_rating_required: oneOf('yes', 'no'),
  reviews_wait: oneOf('all', 'first', 'none'),
  reviews_buyers_only: oneOf(true, false),
  cart_redirect_after_add: oneOf('yes', 'no'),
  checkout_phone_field: oneOf(...phoneFields),
}

const isShopSettingName = (name: string): name is ShopSettingName => Object.hasOwn(parsers, name)

/** Parses changes; omitted settings do not change. One error rejects all of them. */
export function parseShopSettings(fields: Readonly<Record<string, unknown>>): ParsedShopSettings {
  const changes: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, input] of Object.entries(fields)) {
    const parsed = isShopSettingName(name) ? parsers[name](input) : { error: 'is no setting of the shop.' }
    if ('error' in parsed) errors[name] = `${name} ${parsed.error}`
    else changes[name] = parsed.value
  }
  return Object.keys(errors).length === 0 ? { ok: true, changes } : { ok: false, errors }
}
