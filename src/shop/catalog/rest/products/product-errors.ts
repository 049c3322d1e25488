import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/connect.ts'
import { escapeLike } from '../../../../platform/database/list-query.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import type { RestError } from '../../../../platform/rest/response.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { outdatedError } from '../../../../things/entries/outdated-error.ts'
import { products } from '../../catalog.table.ts'
import type { SaveProblem } from '../../save-product.ts'

const error = (status: RestError['status'], code: string, message: string): RestError => ({ status, code, message })

export const notFound = error(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
export const notFoundToChange: RestError = { ...notFound, status: 400 }
export const alreadyTrashed = error(410, 'woocommerce_rest_already_trashed', 'The product has already been deleted.')
export const existsAlready = error(400, 'woocommerce_rest_product_exists', 'Cannot create existing product.')
export const onlyTexts = error(
  403,
  'woocommerce_rest_cannot_edit',
  'Sorry, you may change the texts of a product alone.',
)

/** A SKU, with the first number that makes it free. */
async function freeSku(db: Tx, sku: string): Promise<string> {
  const like = `${escapeLike(sku)}-%`
  const rows = await db.select({ sku: products.sku }).from(products).where(sql`${products.sku} like ${like}`)
  const taken = new Set(rows.map((row) => row.sku))
  let number = 1
  while (taken.has(`${sku}-${number}`)) number += 1
  return `${sku}-${number}`
}

/** What is answered to a save that was refused. */
export async function problemError(db: Tx, problem: SaveProblem, saved: { id?: number; sku?: string | null }) {
  const { kind } = problem
  if (kind === 'sku-in-use') {
    const data = { resource_id: problem.by, unique_sku: await freeSku(db, saved.sku ?? '') }
    return { ...error(400, 'product_invalid_sku', 'Invalid or duplicated SKU.'), data }
  }
  if (kind === 'gtin-in-use') {
    const message = 'Invalid or duplicated GTIN, UPC, EAN or ISBN.'
    return { ...error(400, 'product_invalid_global_unique_id', message), data: { resource_id: problem.by } }
  }
  if (kind === 'outdated') {
    const [row] = await db
      .select({ at: entries.updatedAt })
      .from(entries)
      .where(eq(entries.id, saved.id ?? 0))
    return outdatedError({ ...problem, savedAt: row?.at ?? new Date(0) })
  }
  if (kind === 'no-such-product') return notFoundToChange
  if (kind === 'no-such-link') return invalidFields({ linked: `#${problem.id} is no product that can be linked.` })
  return invalidFields(fieldMessages[kind])
}

const fieldMessages: Record<
  Exclude<SaveProblem['kind'], 'sku-in-use' | 'gtin-in-use' | 'outdated' | 'no-such-product' | 'no-such-link'>,
  Record<string, string>
> = {
  'sale-price-not-lower': { sale_price: 'The sale price must be lower than the regular price.' },
  'sale-ends-before-start': { date_on_sale_to: 'The sale must end after it starts.' },
  'stock-below-zero': { stock_quantity: 'There would be less than nothing on hand.' },
  'no-variable-parent': { parent_id: 'The product has no variations.' },
  'parent-mismatch': { parent_id: 'A variation stays with its product.' },
  'type-mismatch': { type: 'A product with variations stays a variable one.' },
  'no-external-url': { external_url: 'An external product needs an address that begins with https:// or http://.' },
}
