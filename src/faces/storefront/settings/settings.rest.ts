import { createHash } from 'node:crypto'
import { z } from 'zod'
import { phoneFields } from '../../../people/addresses/address-rules.ts'
import { countryCodes } from '../../../people/addresses/countries.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { isEmail } from '../../../platform/email-address.ts'
import { defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { addError } from '../../../platform/rest/fields.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { isTimeZone } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_REVISIONS } from '../../../things/entries/settings.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { weightUnits } from '../../../things/settings/site-settings.ts'
import { linkPattern, MAX_HIGHLIGHTS } from '../storefront-settings.ts'
import { type Facts, factsOf, MAX_RETURN_DAYS } from './shop-facts.ts'
import {
  MAX_NOTICE_LENGTH,
  productsPerPageRange,
  requiredCapability,
  type ShopSettingName,
  type ShopSettings,
  shopScreenDefaults,
  shopSettingsOf,
} from './shop-settings.ts'

type LineRule = {
  readonly max?: number
  readonly isRequired?: boolean
  readonly pattern?: Pick<RegExp, 'test'>
  readonly error?: string
}

/** One line of text, without spaces around it. */
const line = ({ max = 100, isRequired = false, pattern = /^/, error = '' }: LineRule = {}) =>
  z
    .string()
    .meta({ maxLength: max })
    .transform((input, context) => {
      const value = input.trim().replace(/\s+/g, ' ')
      if (value === '' && isRequired) addError(context, '{name} must not be empty.')
      else if (value.length > max) addError(context, `{name} must have at most ${max} letters.`)
      else if (value !== '' && !pattern.test(value)) addError(context, `{name} ${error}`)
      return value
    })

const emailRule = { pattern: { test: isEmail }, error: 'is no email address.' }

const linkRule = {
  ...{ isRequired: true, max: 500, pattern: linkPattern },
  error: 'is a path such as /shop/ or an address that begins with https://.',
}

const fields = z.strictObject({
  grid_layout: z.literal([1, 4]),
  products_per_page: z.int().min(productsPerPageRange.min).max(productsPerPageRange.max),
  store_notice: line({ max: MAX_NOTICE_LENGTH }),
  review_rating_required: z.enum(['yes', 'no']),
  reviews_wait: z.enum(['all', 'first', 'none']),
  reviews_buyers_only: z.boolean(),
  cart_redirect_after_add: z.enum(['yes', 'no']),
  checkout_phone_field: z.enum(phoneFields),
  notify_low_stock_amount: z.int().min(0).max(1_000_000),
  revisions_to_keep: z.int().min(0).max(MAX_REVISIONS),
  title: line({ isRequired: true, max: 60 }),
  tagline: line({ max: 160 }),
  owner_email: line({ isRequired: true, ...emailRule }),
  contact_email: line(emailRule),
  contact_phone: line({ max: 40, pattern: /^[+\d][\d\s().-]{4,}$/, error: 'is no phone number.' }),
  store_company: line(),
  store_address: line(),
  store_address_2: line(),
  store_city: line(),
  store_postcode: line({ max: 20 }),
  store_country: z.enum(countryCodes),
  store_state: line({ max: 40 }),
  tax_number: line({
    max: 30,
    pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{4,}$/,
    error: 'has letters and digits, such as 123456789 RT0001.',
  }),
  weight_unit: z.enum(weightUnits),
  timezone: z.string().refine(isTimeZone, '{name} must be a time zone such as America/Toronto.'),
  return_days: z.int().min(0).max(MAX_RETURN_DAYS),
  returns_text: line({ max: 200 }),
  in_stock_text: line({ max: 200 }),
  made_to_order_text: line({ max: 200, isRequired: true }),
  on_shelf_text: line({ max: 200, isRequired: true }),
  dispatch_time: line({ max: 60 }),
  delivery_time: line({ max: 60 }),
  untaxed_text: line({ max: 200 }),
  footer_highlights: z
    .array(z.object({ title: line({ isRequired: true, max: 60 }), text: line({ max: 160 }), href: line(linkRule) }))
    .max(MAX_HIGHLIGHTS),
} satisfies Record<ShopSettingName, z.ZodType>)

type SettingsShop = Pick<Platform, 'db'>
const common = { path: paths.restSettings, capability: 'theme.edit', response: fields } as const

/** `samovar/v1/settings`: shop settings. Omitted ones do not change. */
export const settingsCalls = [
  defineCall({
    ...{ ...common, summary: 'Settings of the shop', method: 'GET' },
    // Read from the database, because this process's copy may be slightly outdated.
    handler: async ({ db }: SettingsShop) => ({ json: shopSettingsOf(await loadStored(db, shopScreenDefaults)) }),
  }),
  defineCall({
    ...{ ...common, summary: 'Changes settings of the shop', method: ['POST', 'PUT', 'PATCH'], action: 'edit' },
    body: fields.partial(),
    async handler({ db }: SettingsShop, { body: changes, user }): Promise<RestResult> {
      const names = Object.keys(changes) as ShopSettingName[]
      const forbidden = names.filter((name) => !can(user, requiredCapability(name)))
      if (forbidden.length > 0) {
        return {
          status: 403,
          code: 'samovar_rest_cannot_edit',
          message: `Only an administrator may change ${forbidden.join(', ')}.`,
          data: { params: forbidden },
        }
      }
      const stored = shopSettingsOf(await loadStored(db, shopScreenDefaults))
      const isAddressChanged = names.some((name) => name.startsWith('store_') && name !== 'store_notice')
      const errors = isAddressChanged ? addressErrors({ ...stored, ...changes }) : {}
      if (Object.keys(errors).length > 0) return invalidFields(errors)
      return { json: await saveShopSettings(db, changes) }
    },
  }),
]

/** Saves changed settings. Returns all settings. */
async function saveShopSettings(db: Db, changes: Partial<ShopSettings>): Promise<ShopSettings> {
  const saved = await updateSettings(db, shopScreenDefaults, (stored) => {
    const before = shopSettingsOf(stored)
    const updated = { ...before, ...changes }
    return {
      gridLayout: updated.grid_layout,
      productsPerPage: updated.products_per_page,
      revisionsToKeep: updated.revisions_to_keep,
      storeNotice: updated.store_notice === before.store_notice ? stored.storeNotice : noticeOf(updated.store_notice),
      cartRedirectAfterAdd: updated.cart_redirect_after_add,
      checkoutPhoneField: updated.checkout_phone_field,
      lowStockThreshold: updated.notify_low_stock_amount,
      reviews: {
        ratingRequired: updated.review_rating_required,
        moderation: updated.reviews_wait,
        verifiedOwnersOnly: updated.reviews_buyers_only,
      },
      ...factsOf(updated),
    }
  })
  return shopSettingsOf(saved)
}

/** A changed text gets a new id, so that visitors who dismissed the old notice see it (SITE-01). */
const noticeOf = (text: string) =>
  text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }

/** Errors of an address as a whole: its province and postal code must be of its country. */
function addressErrors(facts: Facts): Readonly<Record<string, string>> {
  const rules = addressRules(facts.store_country)
  const { provinces } = rules
  const isProvince = provinces ? provinces.some(({ code }) => code === facts.store_state) : true
  const postcode = facts.store_postcode
  return {
    ...(isProvince ? {} : { store_state: 'store_state must be a province of the country.' }),
    ...(postcode === '' || rules.isPostcode(postcode)
      ? {}
      : { store_postcode: 'store_postcode is no postal code of the country.' }),
  }
}
