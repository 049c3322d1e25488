import { z } from 'zod'
import { isRate, priceCharms, priceRoundings } from '../../../platform/money/exchange.ts'
import { fractionDigits, shopCurrency } from '../../../platform/money/money.ts'
import { offeredCurrencies } from '../../../platform/money/offered-currencies.ts'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { MAX_CURRENCIES } from '../currency-limits.ts'
import { type CurrencySetting, type PricingSettings, pricingSettings } from '../settings.ts'

const rateProblem = 'A rate is a number above 0 with at most 6 digits and 10 decimals, such as 0.6712.'

const fields = {
  currency: z.enum(offeredCurrencies, 'This currency is not offered.').describe('ISO 4217 code.'),
  rate: z
    .string()
    .trim()
    .refine(isRate, rateProblem)
    .describe('Exchange rate: value of one unit of the shop currency in this currency, as decimal text.'),
  rounding: z.enum(priceRoundings).describe('Converted prices are rounded up to a multiple of this amount.'),
  charm: z.enum(priceCharms).describe('Amount added to rounded prices.'),
  is_charged: z
    .boolean()
    .describe('Whether orders are charged in this currency. Otherwise prices are only displayed in it.'),
}
const currencyShape = z.strictObject({
  ...fields,
  rate_changed_gmt: z.string().describe('Time of the last change of the rate, in GMT.'),
})
const newCurrency = z
  .object({ ...fields, rounding: fields.rounding.default('none'), charm: fields.charm.default('0.00') })
  .refine(
    ({ currency, is_charged }) => !is_charged || fractionDigits(currency) < 3,
    'Orders cannot be charged in a currency with three decimals.',
  )

const shape = z.strictObject({
  shop_currency: z.string(),
  currencies: z
    .array(currencyShape)
    .describe('Currencies besides the shop currency, in the order of the currency switcher.'),
})
export type CurrencySettingsJson = z.infer<typeof shape>
export type CurrencyJson = CurrencySettingsJson['currencies'][number]

const toJson = ({ currencies }: Pick<PricingSettings, 'currencies'>): CurrencySettingsJson => ({
  shop_currency: shopCurrency,
  currencies: currencies.map(({ currency, rate, rounding, charm, isCharged, rateChangedAt }) => ({
    currency,
    rate,
    rounding,
    charm,
    is_charged: isCharged,
    rate_changed_gmt: rateChangedAt.replace('Z', ''),
  })),
})

/** An unchanged rate keeps the time of its last change. */
function parse(sent: z.output<typeof newCurrency>, stored: readonly CurrencySetting[], now: Date): CurrencySetting {
  const { currency, rate, rounding, charm, is_charged: isCharged } = sent
  const previous = stored.find((one) => one.currency === currency)
  const rateChangedAt = previous?.rate === rate ? previous.rateChangedAt : `${now.toISOString().slice(0, 19)}Z`
  return { currency, rate, rounding, charm, isCharged, rateChangedAt }
}

const common = { path: paths.restCurrencies, capability: paymentSettingsWrite, response: shape } as const
const defaults = defaultsOf({ currencies: pricingSettings.currencies })

export const currencyCalls = [
  defineCall({
    ...common,
    summary: 'Lists the currencies',
    method: 'GET',
    handler: async ({ db }: Pick<Platform, 'db'>) => ({ json: toJson(await loadStored(db, defaults)) }),
  }),
  defineCall({
    ...common,
    summary: 'Replaces the currencies',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body: z.object({
      currencies: z
        .array(newCurrency)
        .max(MAX_CURRENCIES)
        .refine(
          (all) => new Set(all.map(({ currency }) => currency)).size === all.length,
          'Each currency can be there once.',
        ),
    }),
    async handler(shop: Pick<Platform, 'db' | 'now'>, { body }) {
      const saved = await updateSettings<typeof defaults>(shop.db, defaults, (stored) => ({
        currencies: body.currencies.map((sent) => parse(sent, stored.currencies, shop.now())),
      }))
      return { json: toJson(saved) }
    },
  }),
]
