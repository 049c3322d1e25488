import type { Capability } from '../accounts/permissions.ts'
import { type PhoneField, phoneFields } from '../orders/address-rules.ts'
import type { Settings } from './settings.ts'

/** What the screen “Shop” shows and changes, under the names that its JSON has. */
export type ShopChoices = {
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
export type ShopChoice = keyof ShopChoices

/** Fewest and most products on one page: what still fills a row, and what a phone still draws at once. */
export const perPage = { least: 4, most: 96 } as const
export const LONGEST_NOTICE = 200

/** Who may change what: an editor how the shop looks and what it says, the owner also how it does business. */
export const neededFor: Readonly<Record<ShopChoice, Capability>> = {
  grid_layout: 'shop.looks',
  products_per_page: 'shop.looks',
  store_notice: 'shop.looks',
  review_rating_required: 'shop.settings',
  reviews_wait: 'shop.settings',
  reviews_buyers_only: 'shop.settings',
  cart_redirect_after_add: 'shop.settings',
  checkout_phone_field: 'shop.settings',
}

export const shopChoicesOf = (settings: Settings): ShopChoices => ({
  grid_layout: settings.gridLayout,
  products_per_page: settings.productsPerPage,
  store_notice: settings.storeNotice?.text ?? '',
  review_rating_required: settings.reviews.ratingRequired,
  reviews_wait: settings.reviews.wait,
  reviews_buyers_only: settings.reviews.buyersOnly,
  cart_redirect_after_add: settings.cartRedirectAfterAdd,
  checkout_phone_field: settings.checkoutPhoneField,
})

export type ReadChoices =
  | { readonly ok: true; readonly changes: Partial<ShopChoices> }
  /** What is wrong, by name, in words for the person. */
  | { readonly ok: false; readonly wrongs: Readonly<Record<string, string>> }

type Reading<T> = { readonly value: T } | { readonly wrong: string }

const oneOf =
  <const T>(...options: readonly T[]) =>
  (given: unknown): Reading<T> => {
    const value = options.find((option) => option === given || String(option) === given)
    return value === undefined ? { wrong: `must be one of ${options.join(', ')}.` } : { value }
  }

const readers: { readonly [K in ShopChoice]: (given: unknown) => Reading<ShopChoices[K]> } = {
  grid_layout: oneOf(1, 4),
  products_per_page: (given) => {
    const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    const isRight =
      typeof value === 'number' && Number.isInteger(value) && value >= perPage.least && value <= perPage.most
    return isRight ? { value } : { wrong: `must be a whole number from ${perPage.least} to ${perPage.most}.` }
  },
  store_notice: (given) => {
    if (typeof given !== 'string' || given.includes('\0')) return { wrong: 'must be text.' }
    const value = given.trim().replace(/\s+/g, ' ')
    return value.length > LONGEST_NOTICE ? { wrong: `must have at most ${LONGEST_NOTICE} letters.` } : { value }
  },
  review_rating_required: oneOf('yes', 'no'),
  reviews_wait: oneOf('all', 'first', 'none'),
  reviews_buyers_only: oneOf(true, false),
  cart_redirect_after_add: oneOf('yes', 'no'),
  checkout_phone_field: oneOf(...phoneFields),
}

const isChoice = (name: string): name is ShopChoice => Object.hasOwn(readers, name)

/** Reads what somebody wants changed; what is not named stays. One mistake, and nothing of it counts. */
export function readShopChoices(fields: Readonly<Record<string, unknown>>): ReadChoices {
  const changes: Record<string, unknown> = {}
  const wrongs: Record<string, string> = {}
  for (const [name, given] of Object.entries(fields)) {
    const read = isChoice(name) ? readers[name](given) : { wrong: 'is no setting of the shop.' }
    if ('wrong' in read) wrongs[name] = `${name} ${read.wrong}`
    else changes[name] = read.value
  }
  return Object.keys(wrongs).length === 0 ? { ok: true, changes } : { ok: false, wrongs }
}
