import { sql } from 'drizzle-orm'
import { retryingConflicts } from '../../../../platform/database/retry-conflict.ts'
import { parseBodyFields } from '../../../../platform/rest/input.ts'
import type { Fields } from '../../../../platform/rest/request.ts'
import { cutText } from '../../../../platform/storable-text.ts'
import { copyDocument } from '../../product-record.store.ts'
import { copyVariations } from '../variations/copy-variations.ts'
import { type ChangeShop, changeIn } from './change-product.ts'
import { freeSku, problemError } from './product-errors.ts'
import { MAX_NAME_LENGTH, productFields } from './product-fields.ts'
import { type JsonShop, productJson } from './product-json.ts'
import type { ProductItem } from './products.store.ts'

const ending = ' (Copy)'

/**
 * Creates a draft copy with its variations and the blocks of its description, with free SKUs, and without GTINs, slug
 * and date; fields of the request override the copy. With another type or other attributes it has no variations.
 */
export const duplicateProduct = retryingConflicts(tryDuplicate)

async function tryDuplicate(shop: ChangeShop & JsonShop, item: ProductItem, sent: Fields, author: number) {
  const { samovar, sku, ...json } = productJson(item, shop, 'edit')
  const overrides = {
    name: `${cutText(json.name, MAX_NAME_LENGTH - ending.length)}${ending}`,
    slug: '',
    status: 'draft',
    global_unique_id: '',
    date_created: null,
    date_created_gmt: null,
    samovar: { ...samovar, version: undefined },
  }
  const body = parseBodyFields(productFields, { ...json, ...overrides, ...sent })
  if (!body.ok) return body
  return shop.db.transaction(async (tx) => {
    // Copies made at the same moment would choose the same SKUs.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`samovar.copy ${item.id}`}))`)
    const ownSku = sku && sent.sku === undefined ? { sku: await freeSku(tx, sku) } : {}
    const copied = await changeIn(shop, tx, { id: null, body: { ...body.value, ...ownSku }, author })
    if (!copied.ok) return copied
    await copyDocument(tx, item.id, copied.id)
    if (item.record.type !== 'variable' || sent.type !== undefined || sent.attributes !== undefined) return copied
    const options = { now: shop.now(), shop }
    const problem = await copyVariations(tx, { original: item, copyId: copied.id }, options)
    return problem ? ({ ok: false, error: await problemError(tx, problem, {}) } as const) : copied
  })
}
