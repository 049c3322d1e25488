import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, settingsCalls } from '../../../things/settings/settings-calls.ts'
import { taxSettings } from '../delete-class.ts'
import { addCanadianRates, importRates } from '../import-rates.ts'
import { readTaxCsv, taxCsv } from '../tax-csv.ts'
import * as store from '../taxes.store.ts'

const MAX_SHOWN_PROBLEMS = 10

const response = z.strictObject({
  added: z.int(),
  deleted: z.int(),
  kept: z.int().describe('Number of existing rates that were kept.'),
})
const common = { capability: shopSettingsWrite, action: 'edit', response } as const

/** `samovar/v1/tax-rates`: import, export and replacement of all rates. */
export const taxToolCalls = [
  defineCall({
    summary: "Exports all tax rates in WooCommerce's CSV format, with the first day of validity as the last column",
    method: 'GET',
    path: `${paths.restTaxRates}/csv`,
    capability: shopSettingsWrite,
    returnsFile: true,
    async handler({ db, now }: Pick<Platform, 'db' | 'now'>) {
      const body = new TextEncoder().encode(taxCsv(await store.allRates(db)))
      return {
        download: { name: `tax-rates-${shopDayOf(now())}.csv`, type: 'text/csv; charset=UTF-8', body },
      }
    },
  }),
  defineCall({
    ...common,
    summary: 'Imports the tax rates of a CSV file that do not exist yet',
    method: 'POST',
    path: `${paths.restTaxRates}/csv`,
    acceptsFile: true,
    query: z.object({
      replace: z.boolean().default(false).describe('Whether to delete rates that are not in the file.'),
    }),
    async handler({ db }: { readonly db: Db }, { file, query }) {
      if (!file) return invalidFields({ file: 'There is no file.' })
      const classes = await store.listClasses(db)
      const read = readTaxCsv(file.bytes, new Set(classes.map(({ slug }) => slug)))
      if (read.ok) return { json: await store.changeTaxes(db, (tx) => importRates(tx, read.rates, query.replace)) }
      const more = read.problems.length - MAX_SHOWN_PROBLEMS
      const shown = [...read.problems.slice(0, MAX_SHOWN_PROBLEMS), ...(more > 0 ? [`And ${more} more.`] : [])]
      return errorOf(400, 'samovar_rest_invalid_csv', `Nothing was imported. ${shown.join(' ')}`)
    },
  }),
  defineCall({
    ...common,
    summary: 'Adds the missing sales taxes of Canada',
    method: 'POST',
    path: `${paths.restTaxRates}/canada`,
    handler: async ({ db }: { readonly db: Db }) => ({ json: await store.changeTaxes(db, addCanadianRates) }),
  }),
]

export const taxSettingsCalls = settingsCalls({
  path: paths.restTaxSettings,
  capability: shopSettingsWrite,
  summaries: [
    'Retrieves the settings for calculating prices and taxes',
    'Updates the settings for calculating prices and taxes',
  ],
  defaults: defaultsOf(taxSettings),
  json: declaredJson(taxSettings),
  async check(db, { sent: { shipping_tax_class: slug } }) {
    if (typeof slug !== 'string' || slug === 'inherit' || (await store.classExists(db, slug))) return null
    return invalidFields({ shipping_tax_class: 'shipping_tax_class is not a tax class.' })
  },
})
