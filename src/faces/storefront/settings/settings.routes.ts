import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import { can } from '../../../platform/access/permissions.ts'
import type { Db } from '../../../platform/database/connect.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { type Facts, factsOf } from './shop-facts.ts'
import {
  parseShopSettings,
  requiredCapability,
  type ShopSettingName,
  type ShopSettings,
  shopScreenDefaults,
  shopSettingsOf,
} from './shop-settings.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings`: shop settings. Omitted ones do not change. */
export function settingsRoutes(shop: Pick<Platform, 'db' | 'secret' | 'url'>): Hono {
  const { app, on } = restEndpoints(shop)

  on(['GET'], paths.restSettings, { capability: 'theme.edit', action: 'view', allow }, async () =>
    // Read from the database, because this process's copy may be slightly outdated.
    ({ json: shopSettingsOf(await loadStored(shop.db, shopScreenDefaults)) }),
  )

  const edit = { capability: 'theme.edit', action: 'edit', allow } as const
  on(['PUT', 'POST', 'PATCH'], paths.restSettings, edit, async ({ fields, user }) => {
    const { changes, errors } = parseShopSettings(fields)
    if (errors) return invalidFields(errors)
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
    const stored = shopSettingsOf(await loadStored(shop.db, shopScreenDefaults))
    const isAddressChanged = names.some((name) => name.startsWith('store_') && name !== 'store_notice')
    const wrongs = isAddressChanged ? addressErrors({ ...stored, ...changes }) : {}
    if (Object.keys(wrongs).length > 0) return invalidFields(wrongs)
    return { json: await saveShopSettings(shop.db, changes) }
  })

  return app
}

/** Saves changed settings. Returns all settings. */
async function saveShopSettings(db: Db, changes: Partial<ShopSettings>): Promise<ShopSettings> {
  const saved = await updateSettings(db, shopScreenDefaults, (stored) => {
    const before = shopSettingsOf(stored)
    const updated = { ...before, ...changes }
    return {
      gridLayout: updated.grid_layout,
      productsPerPage: updated.products_per_page,
      storeNotice: updated.store_notice === before.store_notice ? stored.storeNotice : noticeOf(updated.store_notice),
      cartRedirectAfterAdd: updated.cart_redirect_after_add,
      checkoutPhoneField: updated.checkout_phone_field,
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
