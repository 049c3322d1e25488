import { createHash } from 'node:crypto'
import { z } from 'zod'
import { countryCodes } from '../../../people/addresses/countries.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { isTimeZone } from '../../../platform/time/shop-time.ts'
import { linkPattern } from '../../../platform/web/link-pattern.ts'
import { paths } from '../../../platform/web/routes.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, lineSchema, settingsCalls } from '../../../things/settings/settings-calls.ts'
import { MAX_HIGHLIGHTS } from '../storefront-settings.ts'
import { type ShopSettings, shopSettings } from './shop-settings.ts'

const highlight = z.object({
  title: lineSchema({ isRequired: true, max: 60 }),
  text: lineSchema({ max: 160 }),
  href: lineSchema({
    isRequired: true,
    max: 500,
    pattern: linkPattern,
    error: 'is a path such as /shop/ or an address that begins with https://.',
  }),
})

export const highlightsSchema = z.array(highlight).max(MAX_HIGHLIGHTS)

const schemas = {
  grid_layout: z.literal([1, 4]),
  store_country: z.enum(countryCodes),
  timezone: z.string().refine(isTimeZone, '{name} must be a time zone such as America/Toronto.'),
  footer_highlights: highlightsSchema,
}

/** `samovar/v1/settings`: settings of the shop. */
export const shopSettingsCalls = settingsCalls({
  path: paths.restSettings,
  capability: themeEdit,
  summaries: ['Retrieves the settings of the shop', 'Updates the settings of the shop'],
  defaults: defaultsOf(shopSettings),
  json: declaredJson(shopSettings, schemas, { store_notice: noticeOf }),
  async check(_db, { sent, stored }) {
    const isAddressChanged = Object.keys(sent).some((name) => name.startsWith('store_') && name !== 'store_notice')
    const errors = isAddressChanged ? addressErrors({ ...stored, ...sent } as ShopSettings) : {}
    return Object.keys(errors).length > 0 ? invalidFields(errors) : null
  },
})

/** A changed text gets a new id, so that visitors who dismissed the old notice see it (SITE-01). */
export function noticeOf(text: string) {
  return text === '' ? null : { id: createHash('sha256').update(text).digest('hex').slice(0, 8), text }
}

/** Errors of an address as a whole: province and postal code must belong to its country. */
function addressErrors(address: ShopSettings): Readonly<Record<string, string>> {
  const { provinces, isPostcode } = addressRules(address.store_country)
  const errors: Record<string, string> = {}
  if (provinces && !provinces.some(({ code }) => code === address.store_state))
    errors.store_state = 'store_state must be a province of the country.'
  if (address.store_postcode !== '' && !isPostcode(address.store_postcode))
    errors.store_postcode = 'store_postcode is not a postal code of the country.'
  return errors
}
