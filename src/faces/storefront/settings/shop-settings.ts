import { phoneFields } from '../../../people/addresses/address-rules.ts'
import type { Capability } from '../../../platform/access/permissions.ts'
import { cartDefaults } from '../../../shop/cart/settings.ts'
import { checkoutDefaults } from '../../../shop/checkout/settings.ts'
import { listingDefaults } from '../../../shop/listing/settings.ts'
import { reviewDefaults } from '../../../site/comments/settings.ts'
import { siteDefaults } from '../../../things/settings/site-settings.ts'
import { storefrontDefaults } from '../storefront-settings.ts'
import { type ParsedSetting, parseOption, parseWholeNumber } from './parse-setting.ts'
import { factParsers, factsJson } from './shop-facts.ts'

/** Products per page: the minimum fills a row, the maximum renders quickly on a phone. */
export const productsPerPageRange = { min: 4, max: 96 } as const
export const MAX_NOTICE_LENGTH = 200

/** Editors may change appearance and texts, the owner also business rules. */
export const requiredCapability = (name: ShopSettingName): Capability =>
  ['grid_layout', 'products_per_page', 'store_notice'].includes(name) ? 'theme.edit' : 'shop.settings'

export const shopScreenDefaults = {
  ...cartDefaults,
  ...checkoutDefaults,
  ...listingDefaults,
  ...reviewDefaults,
  ...storefrontDefaults,
  ...siteDefaults,
}

/** Settings of the screen “Shop” by their JSON names. No notice is an empty text. */
export const shopSettingsOf = (settings: typeof shopScreenDefaults) => ({
  grid_layout: settings.gridLayout,
  products_per_page: settings.productsPerPage,
  store_notice: settings.storeNotice?.text ?? '',
  review_rating_required: settings.reviews.ratingRequired,
  reviews_wait: settings.reviews.moderation,
  reviews_buyers_only: settings.reviews.verifiedOwnersOnly,
  cart_redirect_after_add: settings.cartRedirectAfterAdd,
  checkout_phone_field: settings.checkoutPhoneField,
  ...factsJson(settings),
})

export type ShopSettings = ReturnType<typeof shopSettingsOf>
export type ShopSettingName = keyof ShopSettings

const parsers: { readonly [K in ShopSettingName]: (given: unknown) => ParsedSetting<ShopSettings[K]> } = {
  grid_layout: parseOption(1, 4),
  products_per_page: parseWholeNumber(productsPerPageRange),
  store_notice: (input) => {
    if (typeof input !== 'string' || input.includes('\0')) return { error: 'must be text.' }
    const value = input.trim().replace(/\s+/g, ' ')
    return value.length > MAX_NOTICE_LENGTH ? { error: `must have at most ${MAX_NOTICE_LENGTH} letters.` } : { value }
  },
  review_rating_required: parseOption('yes', 'no'),
  reviews_wait: parseOption('all', 'first', 'none'),
  reviews_buyers_only: parseOption(true, false),
  cart_redirect_after_add: parseOption('yes', 'no'),
  checkout_phone_field: parseOption(...phoneFields),
  ...factParsers,
}

const isShopSettingName = (name: string): name is ShopSettingName => Object.hasOwn(parsers, name)

/** Parses changes; omitted settings do not change. One error, by setting name, rejects all of them. */
export function parseShopSettings(fields: Readonly<Record<string, unknown>>) {
  const changes: Record<string, unknown> = {}
  const errors: Record<string, string> = {}
  for (const [name, input] of Object.entries(fields)) {
    const parsed = isShopSettingName(name) ? parsers[name](input) : { error: 'is no setting of the shop.' }
    if ('error' in parsed) errors[name] = `${name} ${parsed.error}`
    else changes[name] = parsed.value
  }
  return { changes: changes as Partial<ShopSettings>, errors: Object.keys(errors).length > 0 ? errors : null }
}
