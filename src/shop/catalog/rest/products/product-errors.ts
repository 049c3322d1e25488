import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../../platform/database/connect.ts'
import { escapeLike } from '../../../../platform/database/list-query.ts'
import { invalidFields } from '../../../../platform/rest/params.ts'
import { errorOf, type RestError } from '../../../../platform/rest/response.ts'
import { cutText } from '../../../../platform/storable-text.ts'
import { entries } from '../../../../things/entries/entries.table.ts'
import { outdatedError } from '../../../../things/entries/outdated-error.ts'
import { products } from '../../catalog.table.ts'
import type { ProductInput } from '../../product-record.ts'
import type { SaveProblem } from '../../save-product.ts'
import { MAX_SKU_LENGTH, skuKey } from '../../sku/sku.ts'

export const notFound = errorOf(404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
export const notFoundToChange: RestError = { ...notFound, status: 400 }
export const noOriginal: RestError = { ...notFound, message: 'Invalid product ID.' }
export const alreadyTrashed = errorOf(410, 'woocommerce_rest_already_trashed', 'The product has already been deleted.')
export const existsAlready = errorOf(400, 'woocommerce_rest_product_exists', 'Cannot create existing product.')
export const onlyTexts = errorOf(
  403,
  'woocommerce_rest_cannot_edit',
  'Sorry, you may change the texts of a product alone.',
)

/** A hyphen and a number below ten million. */
const MAX_ENDING_LENGTH = 8

/** The SKU, shortened if it is too long, with the first number appended that no product has, nor `others`. */
export async function freeSku(db: Db | Tx, sku: string, others: readonly string[] = []): Promise<string> {
  const base = cutText(sku, MAX_SKU_LENGTH - MAX_ENDING_LENGTH)
  const like = `${escapeLike(base)}-%`
  const rows = await db.select({ sku: products.sku }).from(products).where(sql`${products.sku} ilike ${like}`)
  const taken = new Set([...rows.flatMap((row) => row.sku ?? []), ...others].map(skuKey))
  let number = 1
  while (taken.has(skuKey(`${base}-${number}`))) number += 1
  return `${base}-${number}`
}

/** Names the product that has a code if it is in the trash, where lists and searches do not show it. */
async function trashHint(db: Db | Tx, ownerId: number): Promise<string> {
  const [row] = await db
    .select({ name: entries.title })
    .from(products)
    .innerJoin(entries, sql`${entries.id} in (${products.id}, ${products.parentId}) and ${entries.status} = 'trash'`)
    .where(eq(products.id, ownerId))
    .limit(1)
  return row ? ` “${row.name}” in the trash has it: delete that permanently, or restore it and change it there.` : ''
}

/** The response to a save that was refused. */
export async function problemError(
  db: Db | Tx,
  problem: SaveProblem,
  saved: Partial<ProductInput>,
): Promise<RestError> {
  if (problem.kind === 'sku-in-use') {
    const data = { resource_id: problem.by, unique_sku: await freeSku(db, saved.sku ?? '') }
    const message = `Invalid or duplicated SKU.${await trashHint(db, problem.by)}`
    return { ...errorOf(400, 'product_invalid_sku', message), data }
  }
  if (problem.kind === 'gtin-in-use') {
    const message = `Invalid or duplicated GTIN, UPC, EAN or ISBN.${await trashHint(db, problem.by)}`
    return { ...errorOf(400, 'product_invalid_global_unique_id', message), data: { resource_id: problem.by } }
  }
  if (problem.kind === 'outdated') {
    const [row] = await db
      .select({ savedAt: entries.updatedAt })
      .from(entries)
      .where(eq(entries.id, saved.id ?? 0))
    return outdatedError({ savedAt: new Date(0), ...row, ...problem })
  }
  if (problem.kind === 'no-such-product') return notFoundToChange
  if (problem.kind === 'no-such-link') {
    const links = { grouped_products: saved.groupItemIds, upsell_ids: saved.upSellIds }
    const [field = 'cross_sell_ids'] = Object.entries(links).find(([, ids]) => ids?.includes(problem.id)) ?? []
    return invalidFields({ [field]: `#${problem.id} is not a product that can be linked.` })
  }
  const [field, message] = fieldMessages[problem.kind]
  return invalidFields({ [field]: message })
}

type OtherProblem = 'sku-in-use' | 'gtin-in-use' | 'outdated' | 'no-such-product' | 'no-such-link'
type FieldProblem = Exclude<SaveProblem['kind'], OtherProblem>
const fieldMessages: Readonly<Record<FieldProblem, readonly [field: string, message: string]>> = {
  'sale-price-not-lower': ['sale_price', 'The sale price must be lower than the regular price.'],
  'sale-ends-before-start': ['date_on_sale_to', 'The sale must end after it starts.'],
  'stock-below-zero': ['stock_quantity', 'There would be less than nothing on hand.'],
  'no-variable-parent': ['parent_id', 'The product has no variations.'],
  'parent-mismatch': ['parent_id', 'A variation stays with its product.'],
  'type-mismatch': ['type', 'A product with variations stays a variable one.'],
  'no-external-url': ['external_url', 'An external product needs an address that begins with https:// or http://.'],
}
