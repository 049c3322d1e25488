import type { TaxClass } from '../catalog.table.ts'
import { truncate } from './cells.ts'
import { type ImportRun, type KnownParent, type PreparedRow, saveBatch } from './import-run.ts'
import { notVariableText } from './product-batch.ts'
import type { ProductRow } from './product-row.ts'
import { pictureIdsOf } from './row-pictures.ts'
import { productRefKey, refKeys } from './scan-file.ts'
import {
  type AttributeOptions,
  type StoredProduct,
  storedAttributeOptions,
  storedById,
  storedBySku,
  variationsOf,
} from './stored-products.ts'

type Parent = { readonly id: number; readonly attributeOptions: AttributeOptions; readonly taxClass: TaxClass }
type Rejected = { readonly reason: string }
type Accepted = {
  readonly row: ProductRow
  readonly stored: StoredProduct | undefined
  readonly parent: Parent
  readonly choices: Readonly<Record<string, string>> | undefined
}

/** Imports variations. Runs after all products of the file. */
export async function importVariationRows(run: ImportRun, rows: readonly ProductRow[]): Promise<void> {
  const bySku = await storedBySku(
    run.db,
    rows.flatMap((row) => row.sku ?? []),
  )
  const parents = await parentsOf(run, rows, bySku)
  const siblings = await variationsOf(
    run.db,
    [...parents.values()].flatMap((parent) => ('id' in parent && parent.id > 0 ? [parent.id] : [])),
  )
  const accepted: Accepted[] = []
  for (const row of rows) {
    const parent = parents.get(row.line) ?? { reason: 'it names no product it belongs to (column Parent)' }
    const result = 'reason' in parent ? parent : acceptRow(run, row, parent, bySku, siblings.get(parent.id) ?? [])
    if ('reason' in result) run.stats.reject(row, result.reason)
    else accepted.push(result)
  }
  for (const { row, parent } of accepted)
    for (const key of refKeys(row)) run.ids.set(key, { id: parent.id, isGroup: false })
  const pictures = await pictureIdsOf(run, accepted)
  await saveBatch(
    run,
    accepted.map(({ row, stored, parent, choices }, index): PreparedRow => {
      const taxClass = row.taxClass === 'parent' ? parent.taxClass : row.taxClass
      const input = () => ({
        ...row.fields,
        ...{ type: 'variation' as const, id: stored?.id, parentId: parent.id, choices, taxClass },
        pictureIds: pictures[index],
      })
      return { identity: row, stored, input }
    }),
  )
}

function acceptRow(
  run: ImportRun,
  row: ProductRow,
  parent: Parent,
  bySku: ReadonlyMap<string, StoredProduct>,
  siblings: readonly StoredProduct[],
): Accepted | Rejected {
  const bySkuMatch = row.sku === null ? undefined : bySku.get(row.sku)
  if (bySkuMatch && bySkuMatch.type !== 'variation')
    return { reason: `its SKU belongs to a ${bySkuMatch.type} product here` }
  if (bySkuMatch && bySkuMatch.parentId !== parent.id) return { reason: 'it is a variation of another product here' }
  const resolved = resolveChoices(row, parent, bySkuMatch)
  if ('reason' in resolved) return resolved
  const { choices } = resolved

  const key = choices === undefined ? null : `${parent.id} ${choicesKey(choices)}`
  const duplicateLine = key === null ? undefined : run.seenChoices.get(key)
  if (duplicateLine !== undefined) return { reason: `line ${duplicateLine} is the same variation of its product` }
  const earlierLine = bySkuMatch && run.seenIds.get(bySkuMatch.id)
  if (earlierLine !== undefined) return { reason: `line ${earlierLine} is the same variation of its product` }
  const sameVariation =
    choices && siblings.find((one) => !run.seenIds.has(one.id) && choicesKey(one.choices ?? {}) === choicesKey(choices))
  if (sameVariation && !bySkuMatch && sameVariation.sku !== null && row.sku !== null) {
    return { reason: `its product has this variation already, with the SKU ${sameVariation.sku}` }
  }
  if (sameVariation && bySkuMatch && sameVariation.id !== bySkuMatch.id) {
    return {
      reason: `its product has this variation already${sameVariation.sku === null ? '' : `, with the SKU ${sameVariation.sku}`}`,
    }
  }
  const stored = bySkuMatch ?? sameVariation
  if (key !== null) run.seenChoices.set(key, row.line)
  if (stored) run.seenIds.set(stored.id, row.line)
  return { row, stored, parent, choices }
}

const choicesKey = (choices: Readonly<Record<string, string>>): string =>
  Object.entries(choices)
    .map(([attribute, value]) => `${attribute}=${value}`)
    .sort()
    .join('&')

/** A value for each variation attribute; an empty one means any. */
function resolveChoices(
  row: ProductRow,
  parent: Parent,
  stored: StoredProduct | undefined,
): { readonly choices: Readonly<Record<string, string>> | undefined } | Rejected {
  if (row.attributes === undefined) {
    return stored ? { choices: undefined } : { reason: 'the file has no attribute columns to tell variations apart' }
  }
  if (parent.attributeOptions.size === 0) return { reason: 'its product has no attribute to choose by' }
  const choices = Object.fromEntries([...parent.attributeOptions.keys()].map((slug) => [slug, '']))
  for (const { label, values } of row.attributes) {
    const offer = [...parent.attributeOptions].find(([, { label: own }]) => own.toLowerCase() === label.toLowerCase())
    if (!offer) return { reason: `its product is not chosen by '${truncate(label)}'` }
    const [value] = values
    if (value === undefined) continue
    const slug = offer[1].values.get(value.toLowerCase())
    if (slug === undefined)
      return { reason: `its product has no '${truncate(value)}' among the values of '${truncate(label)}'` }
    choices[offer[0]] = slug
  }
  return { choices }
}

/** The parent of each row, by line: from the file, else from the database. */
async function parentsOf(
  run: ImportRun,
  rows: readonly ProductRow[],
  bySku: ReadonlyMap<string, StoredProduct>,
): Promise<Map<number, Parent | Rejected>> {
  const inFile = new Map<number, KnownParent>()
  const notInFile = new Map<number, { readonly sku: string } | { readonly id: number }>()
  const rejected = new Map<number, Rejected>()
  for (const row of rows) {
    const known = row.parent && run.parents.get(productRefKey(row.parent))
    const own = row.sku === null ? undefined : bySku.get(row.sku)
    if (known) inFile.set(row.line, known)
    else if (row.parent && 'sku' in row.parent) notInFile.set(row.line, row.parent)
    else if (row.parent)
      rejected.set(row.line, { reason: `its product, ID ${row.parent.originalId}, is not in this file` })
    else if (own && own.parentId !== null) notInFile.set(row.line, { id: own.parentId })
  }
  const storedParents = await storedBySku(
    run.db,
    [...notInFile.values()].flatMap((name) => ('sku' in name ? [name.sku] : [])),
  )
  const parentIds = [
    ...[...notInFile.values()].flatMap((name) => ('id' in name ? [name.id] : (storedParents.get(name.sku)?.id ?? []))),
    ...[...inFile.values()].flatMap((known) => (known.ok && known.id > 0 ? [known.id] : [])),
  ]
  const byId = await storedById(run.db, parentIds)
  const attributeOptions = await storedAttributeOptions(run.db, parentIds)

  const result = new Map<number, Parent | Rejected>(rejected)
  for (const [line, known] of inFile) {
    if (!known.ok) {
      result.set(line, { reason: known.reason })
      continue
    }
    result.set(line, {
      id: known.id,
      attributeOptions: known.attributeOptions ?? attributeOptions.get(known.id) ?? new Map(),
      taxClass: known.taxClass ?? byId.get(known.id)?.taxClass ?? 'standard',
    })
  }
  for (const [line, name] of notInFile) {
    const product = 'id' in name ? byId.get(name.id) : storedParents.get(name.sku)
    if (!product) {
      result.set(line, {
        reason: `its product '${truncate('sku' in name ? name.sku : String(name.id))}' is neither in this file nor in the shop`,
      })
    } else if (product.type !== 'variable') result.set(line, { reason: notVariableText })
    else
      result.set(line, {
        id: product.id,
        attributeOptions: attributeOptions.get(product.id) ?? new Map(),
        taxClass: product.taxClass,
      })
  }
  return result
}
