import { z } from 'zod'
import { type Call, defineCall } from '../../../platform/rest/call.ts'
import { pageFields, search, windowOf } from '../../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { errorJson, errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { InventorySettings } from '../../inventory/settings.ts'
import { productsWrite } from '../capabilities.ts'
import { type CountOutcome, countStock } from './count-stock.ts'
import { MAX_COUNT } from './counts.ts'
import { listStock } from './stock-list.store.ts'

const MAX_COUNTS = 500

const id = z.int().min(0).max(MAX_ID)
const quantity = z.int().min(0).max(MAX_COUNT)

const rowShape = z.strictObject({
  id: z.int(),
  name: z.string().describe('Name of the product. For a variation, the name of its parent product.'),
  choices: z.string().describe('Attribute values of a variation.'),
  sku: z.string(),
  gtin: z.string(),
  on_hand: z.int(),
  is_low: z.boolean(),
  since: z.int().describe('Number of the last change of the quantity on hand. Counts must send it back.'),
})

export type StockJson = z.infer<typeof rowShape>

const listCall = defineCall({
  summary: 'Lists products and variations whose stock is tracked',
  method: 'GET',
  path: paths.restStock,
  capability: productsWrite,
  query: z.object({
    ...pageFields,
    search,
    level: z.enum(['', 'low', 'out']).default(''),
    category: id.default(0),
    orderby: z.enum(['name']).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  response: rowShape,
  async handler({ db, settings }: Pick<Platform, 'db'> & WithSettings<InventorySettings>, { query }) {
    const { page, per_page } = query
    const { items, total } = await listStock(db, { ...query, ...windowOf(query) }, settings().lowStockThreshold)
    return { items, page, per_page, total }
  },
})

const count = z.union([
  z.object({ id, since: id, counted: quantity, expected: z.int().min(0).max(MAX_ID) }),
  z.object({ id, since: id, received: z.int().min(-MAX_COUNT).max(MAX_COUNT) }),
])

function refusalOf(outcome: Exclude<CountOutcome, { kind: 'saved' }>): RestError {
  if (outcome.kind === 'not-counted')
    return errorOf(404, 'samovar_rest_stock_not_counted', 'The stock of this product is not counted.')
  const { onHand, since } = outcome
  const error =
    outcome.kind === 'out-of-range'
      ? errorOf(
          400,
          'samovar_rest_stock_out_of_range',
          `Only ${onHand} are on hand now, after what was sold meanwhile. Count it once more.`,
        )
      : errorOf(
          409,
          'samovar_rest_stock_changed',
          `Somebody has changed it since: ${onHand} are on hand now. If your number is still right, save it again.`,
        )
  return { ...error, data: { on_hand: onHand, since } }
}

const errorShape = z.object({ code: z.string(), message: z.string(), data: z.looseObject({ status: z.int() }) })

export type CountJson = z.infer<typeof countShape>
const countShape = z.union([
  z.strictObject({ id: z.int(), before: z.int(), after: z.int() }),
  z.strictObject({ id: z.int(), error: errorShape }),
])

const countCall = defineCall({
  summary: 'Updates the quantities on hand with the results of a stock count',
  method: 'POST',
  path: paths.restStock,
  capability: productsWrite,
  action: 'edit',
  body: z.object({ counts: z.array(count).min(1).max(MAX_COUNTS) }),
  response: z.array(countShape),
  async handler(shop: Parameters<typeof countStock>[0], { body: { counts } }) {
    if (new Set(counts.map((one) => one.id)).size < counts.length)
      return invalidFields({ counts: 'counts has a product twice.' })
    const outcomes = await countStock(shop, counts)
    return {
      json: outcomes.map((outcome) =>
        outcome.kind === 'saved'
          ? { id: outcome.id, before: outcome.before, after: outcome.after }
          : { id: outcome.id, error: errorJson(refusalOf(outcome)) },
      ),
    }
  },
})

export const stockCalls: readonly Call<Parameters<typeof countStock>[0]>[] = [listCall, countCall]
