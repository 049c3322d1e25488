import { isSameName } from '../term-index.ts'
import { truncate } from './cell-text.ts'
import { type ImportRun, notVariable, type PreparedRow, type Rejected, saveBatch } from './import-run.ts'
import { rememberId, shippingClassOf, skipRow } from './product-batch.ts'
import type { ProductRow } from './product-row.ts'
import { detailsInput } from './row-details.ts'
import { productRefKey } from './row-identity.ts'
import { picturesOf } from './row-pictures.ts'
import {
  type AttributeOptions,
  type StoredProduct,
  storedAttributeOptions,
  storedById,
  storedBySku,
  storedDetails,
  variationsOf,
} from './stored-products.ts'

type Choices = Readonly<Record<string, string>>
type Parent = { readonly id: number; readonly attributeOptions: AttributeOptions; readonly taxClass: string }
type Accepted = Pick<PreparedRow, 'row' | 'stored'> & { readonly parent: Parent; readonly choices: Choices | undefined }

export async function importVariationRows(run: ImportRun, rows: readonly ProductRow[]): Promise<void> {
  const skus = rows.flatMap((row) => row.sku ?? [])
  const bySku = await storedBySku(run.db, skus)
  const ownOf = (row: ProductRow) => (row.sku === null ? undefined : bySku.get(row.sku))
  const parents = await parentsOf(run, rows, ownOf)
  const parentIds = parents.flatMap((parent) => ('id' in parent && parent.id > 0 ? [parent.id] : []))
  const siblings = await variationsOf(run.db, parentIds)
  const accepted: Accepted[] = []
  for (const [index, parent] of parents.entries()) {
    const row = rows[index]
    if (!row) continue
    const result = 'reason' in parent ? parent : acceptRow(run, row, parent, ownOf(row), siblings.get(parent.id) ?? [])
    if ('reason' in result) run.stats.reject(row, result.reason)
    else if (run.onlyExisting && !result.stored) skipRow(run, row)
    else accepted.push(result)
  }
  for (const { row, parent } of accepted) rememberId(run, row, parent.id, 'variation')
  const pictures = await picturesOf(run, accepted)
  const storedIds = accepted.flatMap(({ stored }) => stored?.id ?? [])
  const details = await storedDetails(run.db, storedIds)
  const prepared = accepted.map(({ row, stored, parent, choices }, index) => {
    const taxClass = row.taxClass === 'parent' ? parent.taxClass : row.taxClass
    const shippingClass = shippingClassOf(run, row)
    const ownInput = {
      ...detailsInput(row, details.get(stored?.id ?? 0)),
      id: stored?.id,
      parentId: parent.id,
      choices,
      taxClass,
      ...pictures[index],
      shippingClass: shippingClass && shippingClass.slug,
      status: isRepublished(run, row, stored, choices) ? (row.fields.status ?? 'publish') : row.fields.status,
    }
    return {
      row,
      stored,
      terms: shippingClass ? [shippingClass] : [],
      input: () => ({ ...row.fields, ...ownInput, type: 'variation' as const }),
    }
  })
  const ids = await saveBatch(run, prepared)
  for (const { row, stored, choices } of accepted)
    if (ids.has(row) && isRepublished(run, row, stored, choices)) run.withdrawn.delete(stored?.id ?? 0)
}

/**
 * Whether a variation that was withdrawn because its product lost an attribute is for sale again: its own row gives a
 * value for each new attribute, without which it would be sold as any value, or says itself that it is published.
 */
function isRepublished(run: ImportRun, { fields }: ProductRow, stored: StoredProduct | undefined, choices?: Choices) {
  if (!stored || !choices || !run.withdrawn.has(stored.id)) return false
  const given = Object.entries(choices)
  const givesValues =
    given.some(([, value]) => value) && given.every(([slug, value]) => value || stored.choices?.[slug] !== undefined)
  return givesValues || fields.status !== undefined
}

function acceptRow(
  run: ImportRun,
  row: ProductRow,
  parent: Parent,
  bySku: StoredProduct | undefined,
  siblings: readonly StoredProduct[],
): Accepted | Rejected {
  if (bySku && bySku.type !== 'variation') return { reason: `its SKU belongs to a ${bySku.type} product here` }
  if (bySku && bySku.parentId !== parent.id) return { reason: 'it is a variation of another product here' }
  const choices = row.attributes && resolveChoices(row.attributes, parent)
  if (!choices && !bySku) return { reason: 'the file has no attribute columns to tell variations apart' }
  if (typeof choices === 'string') return { reason: choices }

  const key = choices && choicesKey(choices)
  const seenKey = `${parent.id} ${key}`
  const earlierLine =
    (key === undefined ? undefined : run.seenChoices.get(seenKey)) ?? (bySku && run.seenIds.get(bySku.id))
  if (earlierLine !== undefined) return { reason: `line ${earlierLine} is the same variation of its product` }
  const twin =
    key === undefined
      ? undefined
      : siblings.find((one) => !run.seenIds.has(one.id) && choicesKey(one.choices ?? {}) === key)
  // A row without SKU, or a variation without one, is matched by its choices.
  if (twin && twin.id !== bySku?.id && (bySku || (twin.sku !== null && row.sku !== null))) {
    return { reason: `its product has this variation already${twin.sku === null ? '' : `, with the SKU ${twin.sku}`}` }
  }
  const stored = bySku ?? twin
  const doneBefore = siblings.find((one) => run.doneIds.has(one.id) && choicesKey(one.choices ?? {}) === key)
  if (doneBefore && doneBefore.id !== bySku?.id)
    return { reason: `line ${run.doneIds.get(doneBefore.id)} is the same variation of its product` }
  if (key !== undefined) run.seenChoices.set(seenKey, row.line)
  if (stored) run.seenIds.set(stored.id, row.line)
  return { row, stored, parent, choices }
}

const choicesKey = (choices: Choices): string =>
  Object.entries(choices)
    .map(([attribute, value]) => `${attribute}=${value}`)
    .sort()
    .join('&')

/** A value for each variation attribute, of which an empty one means any; or the reason why there is none. */
function resolveChoices(attributes: NonNullable<ProductRow['attributes']>, { attributeOptions }: Parent) {
  if (attributeOptions.size === 0) return 'its product has no attribute to choose by'
  const choices = Object.fromEntries([...attributeOptions.keys()].map((slug) => [slug, '']))
  for (const { label, values } of attributes) {
    const offer = [...attributeOptions].find(([, { label: own }]) => isSameName(own, label))
    if (!offer) return `its product is not chosen by '${truncate(label)}'`
    const [value] = values
    if (value === undefined) continue
    const found = offer[1].values.find(value)
    if (!found) return `its product has no '${truncate(value)}' among the values of '${truncate(label)}'`
    choices[offer[0]] = found.slug
  }
  return choices
}

async function parentsOf(
  run: ImportRun,
  rows: readonly ProductRow[],
  ownOf: (row: ProductRow) => StoredProduct | undefined,
): Promise<(Parent | Rejected)[]> {
  const inFile = ({ parent }: ProductRow) => (parent ? run.parents.get(productRefKey(parent)) : undefined)
  const skus = rows.flatMap(({ parent }) => (parent && 'sku' in parent ? [parent.sku] : []))
  const bySku = await storedBySku(run.db, skus)
  const idOf = (row: ProductRow): number | null | undefined => {
    const parentInFile = inFile(row)
    if (parentInFile) return 'id' in parentInFile ? parentInFile.id : null
    if (!row.parent) return ownOf(row)?.parentId
    return 'sku' in row.parent ? bySku.get(row.parent.sku)?.id : row.parent.originalId
  }
  const ids = rows.flatMap((row) => idOf(row) ?? [])
  const byId = await storedById(run.db, ids)
  const attributeOptions = await storedAttributeOptions(run.db, ids)

  return rows.map((row) => {
    const parentInFile = inFile(row)
    if (parentInFile && 'reason' in parentInFile) return parentInFile
    const id = idOf(row) ?? 0
    const product = byId.get(id)
    if (!parentInFile) {
      // Exports name a product by its id only if it has no SKU.
      if (row.parent && 'originalId' in row.parent && (!product || product.sku !== null))
        return { reason: `its product, ID ${row.parent.originalId}, is not in this file` }
      if (!row.parent && !id) return { reason: 'it names no product it belongs to (column Parent)' }
      if (!product)
        return {
          reason: `its product '${truncate(row.parent && 'sku' in row.parent ? row.parent.sku : '')}' is neither in this file nor in the shop`,
        }
      if (product.type !== 'variable') return notVariable
    }
    return {
      id,
      attributeOptions: parentInFile?.attributeOptions ?? attributeOptions.get(id) ?? new Map(),
      taxClass: parentInFile?.taxClass ?? product?.taxClass ?? 'standard',
    }
  })
}
