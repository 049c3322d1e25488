import { z } from 'zod'
import type { Tx } from '../../../platform/database/connect.ts'
import { search } from '../../../platform/rest/fields.ts'
import { defaultTo, editOnly, fixed, itemShape } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { invalidFields, invalidParams, notInEnum } from '../../../platform/rest/params.ts'
import { defineResource } from '../../../platform/rest/resource.ts'
import { errorOf } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import type { TaxRate } from '../../pricing/tax.ts'
import * as store from '../taxes.store.ts'
import { columnsOf, newRate, rateChange, rateText, startsOn, stateProblem } from './tax-fields.ts'

export type TaxShop = Pick<Platform, 'db' | 'url'>

const notFound = errorOf(404, 'woocommerce_rest_invalid_id', 'Invalid resource ID.')

export const noTrash = errorOf(501, 'woocommerce_rest_trash_not_supported', 'Taxes do not support trashing.')

async function problemOf(tx: Tx, change: Partial<store.TaxRateFields>, before = store.emptyRate) {
  const isMoved = (change.country ?? change.state) !== undefined
  const problem = isMoved ? stateProblem({ ...before, ...change }) : null
  if (problem !== null) return invalidFields({ state: problem })
  const { taxClass } = change
  if (taxClass === undefined || (await store.classExists(tx, taxClass))) return null
  const slugs = (await store.listClasses(tx)).map(({ slug }) => slug)
  return invalidParams({ class: notInEnum('class', slugs).error })
}

const rateJson = (rate: TaxRate, { url }: TaxShop, context: 'view' | 'edit') => ({
  id: rate.id,
  country: rate.country,
  state: rate.state,
  postcode: rate.postcodes.at(-1) ?? '',
  city: rate.cities.at(-1) ?? '',
  rate: rateText(rate.ratePer100k),
  name: rate.label,
  priority: rate.priority,
  compound: rate.isCompound,
  shipping: rate.taxesShipping,
  order: rate.order,
  class: rate.taxClass,
  postcodes: rate.postcodes,
  cities: rate.cities,
  ...(context === 'edit' && { samovar: { from: rate.from } }),
  _links: itemLinks(url + paths.restTaxes, rate.id),
})
export type TaxRateJson = ReturnType<typeof rateJson> & { readonly samovar: { readonly from: string } }

/** `wc/v3/taxes`, as in WooCommerce, plus the day from which a rate applies. */
export const taxCalls = defineResource({
  name: 'tax rate',
  path: paths.restTaxes,
  capability: shopSettingsWrite,
  notFound,
  notFoundToDelete: { ...notFound, status: 400 },
  json: rateJson,
  response: itemShape('tax', {
    id: fixed(z.int()),
    country: z.string().describe('ISO 3166-1 alpha-2 code of the country. Empty for all countries.'),
    state: z.string(),
    postcode: z.string(),
    city: z.string(),
    rate: z.string().describe('Tax rate in percent.'),
    name: z.string(),
    priority: defaultTo(z.int(), 1),
    compound: defaultTo(z.boolean(), false),
    shipping: defaultTo(z.boolean(), true),
    order: z.int(),
    class: defaultTo(z.string(), 'standard'),
    postcodes: z.array(z.string()),
    cities: z.array(z.string()),
    samovar: editOnly(z.strictObject({ from: startsOn })),
  }),
  query: {
    search,
    class: z.string().max(200).optional(),
    order: z.enum(['asc', 'desc']).default('asc'),
    orderby: z.enum(['id', 'order', 'priority']).default('order'),
  },
  list: ({ db }: TaxShop, query) => store.listRates(db, query),
  get: ({ db }, id) => store.findRate(db, id),
  fields: { create: newRate, update: rateChange },
  create: ({ db }, sent) =>
    store.changeTaxes(db, async (tx) => {
      const columns = columnsOf(sent)
      return (await problemOf(tx, columns)) ?? (await store.insertRates(tx, [columns]))[0] ?? notFound
    }),
  update: ({ db }, before, sent) =>
    store.changeTaxes(db, async (tx) => {
      const columns = columnsOf(sent)
      return (await problemOf(tx, columns, before)) ?? (await store.updateRate(tx, before.id, columns)) ?? notFound
    }),
  delete: ({ db }, { id }) => store.changeTaxes(db, (tx) => store.deleteRate(tx, id)),
  noTrash,
})
