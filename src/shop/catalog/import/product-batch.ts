import type { AttributeInput, ProductInput } from '../product-record.ts'
import type { AttributeRef, TermRef } from '../term-registry.ts'
import { truncate } from './cells.ts'
import { type ImportRun, type KnownParent, type PreparedRow, saveBatch } from './import-run.ts'
import type { ProductRow } from './product-row.ts'
import { pictureIdsOf } from './row-pictures.ts'
import { refKeys } from './scan-file.ts'
import { type AttributeOptions, type StoredProduct, storedAttributeOptions, storedBySku } from './stored-products.ts'

type Attribute = {
  readonly ref: AttributeRef
  readonly values: readonly TermRef[]
  readonly isVisible: boolean | undefined
  readonly isForVariations: boolean | undefined
  readonly defaultSlug: string | null | undefined
}

type Accepted = { readonly row: ProductRow; readonly stored: StoredProduct | undefined }

/** Imports all rows except variations, and records variable products for the variations that follow. */
export async function importProductRows(run: ImportRun, rows: readonly ProductRow[]): Promise<void> {
  const bySku = await storedBySku(
    run.db,
    rows.flatMap((row) => row.sku ?? []),
  )
  const accepted: Accepted[] = []
  for (const row of rows) {
    const stored = row.sku === null ? storedByName(run, row) : bySku.get(row.sku)
    const reason =
      stored === 'several' ? 'several products without SKU have this name' : rejectionReason(run, row, stored)
    if (reason === null && stored !== 'several') accepted.push({ row, stored })
    else {
      run.stats.reject(row, reason ?? '')
      rememberParent(run, row, { ok: false, reason: parentRejectedText(row.line) })
    }
  }
  const pictures = await pictureIdsOf(run, accepted)
  const attributeOptions = await storedAttributeOptions(
    run.db,
    accepted.flatMap(({ stored }) => (stored?.type === 'variable' ? [stored.id] : [])),
  )
  const prepared = accepted.map(({ row, stored }, index) => {
    const attributes = row.attributes?.map((one) =>
      resolveAttribute(run, row, one, attributeOptions.get(stored?.id ?? 0)),
    )
    return { attributes, prepared: prepareRow(run, row, stored, attributes, pictures[index]) }
  })

  const results = await saveBatch(
    run,
    prepared.map((one) => one.prepared),
  )
  const idOf = new Map(results.map(({ row, id }) => [row.identity.line, id]))
  for (const [index, { row, stored }] of accepted.entries()) {
    const id = idOf.get(row.line)
    if (id !== undefined) rememberLinks(run, row, id, typeOf(row, stored))
    const attributes = prepared[index]?.attributes
    if (id === undefined) rememberParent(run, row, { ok: false, reason: parentRejectedText(row.line) })
    else if (typeOf(row, stored) !== 'variable') rememberParent(run, row, { ok: false, reason: notVariableText })
    else {
      const taxClass = row.taxClass === 'parent' ? undefined : row.taxClass
      rememberParent(run, row, {
        ok: true,
        id,
        attributeOptions: attributes && attributeOptionsOf(attributes),
        taxClass,
      })
    }
  }
}

function rememberLinks(run: ImportRun, row: ProductRow, id: number, type: ProductInput['type']): void {
  for (const key of refKeys(row)) run.ids.set(key, { id, isGroup: type === 'grouped' })
  const { groupItems, upSells, crossSells } = row
  // Empty link cells are cleared with the row itself, see `prepareRow`.
  if ([groupItems, upSells, crossSells].some((names) => names && names.length > 0))
    run.links.push({ id, type, groupItems, upSells, crossSells })
}

export const parentRejectedText = (line: number): string => `its product in line ${line} was rejected`
export const notVariableText = 'its product is not a variable product'

function rememberParent(run: ImportRun, row: ProductRow, parent: KnownParent): void {
  for (const key of refKeys(row)) run.parents.set(key, parent)
}

/** Without a type column the stored type applies. Such a file may address a variation by SKU, with its own fields only. */
function typeOf(row: ProductRow, stored: StoredProduct | undefined): ProductInput['type'] {
  if (row.type !== null) return row.type
  return stored?.type ?? 'simple'
}

/** A product without SKU is matched by name, and by its id if several share the name. */
function storedByName(run: ImportRun, row: ProductRow): StoredProduct | undefined | 'several' {
  const matches = run.withoutSku.get(row.name) ?? []
  if (matches.length <= 1) return matches[0]
  return matches.find((product) => product.id === row.originalId) ?? 'several'
}

function rejectionReason(run: ImportRun, row: ProductRow, stored: StoredProduct | undefined): string | null {
  if (!stored && row.name === '') return 'it is new and has no name'
  if (row.type === 'external' && !stored && !row.fields.externalUrl)
    return 'it is sold elsewhere and has no External URL'
  if (stored?.type === 'variation' && row.type !== null)
    return `its SKU belongs to a variation here, not to a ${row.type} product`
  const refs = new Set<AttributeRef>()
  for (const { label, values, default: defaultValue } of row.attributes ?? []) {
    const ref = run.terms.findAttribute(label)
    if (ref && refs.has(ref)) return `the attribute '${truncate(ref.label)}' stands there twice`
    if (ref) refs.add(ref)
    if (
      typeof defaultValue === 'string' &&
      !values.some((value) => value.toLowerCase() === defaultValue.toLowerCase())
    ) {
      return `the default '${truncate(defaultValue)}' is not among the values of '${truncate(label)}'`
    }
  }
  return null
}

function resolveAttribute(
  run: ImportRun,
  row: ProductRow,
  { label, values, isVisible, default: defaultValue }: NonNullable<ProductRow['attributes']>[number],
  attributeOptions: AttributeOptions | undefined,
): Attribute {
  const ref = run.terms.attribute(label)
  const terms = values.map((value) => run.terms.value(ref, value))
  const isChosenBy = refKeys(row).some((key) => run.scan.variationAttributes.get(key)?.has(label.toLowerCase()))
  const chosen = typeof defaultValue === 'string' ? run.terms.findValue(ref, defaultValue) : undefined
  return {
    ref,
    values: [...new Set(terms)],
    isVisible,
    isForVariations:
      row.type === 'variable' && (isChosenBy || chosen || attributeOptions?.has(ref.slug)) ? true : undefined,
    defaultSlug: defaultValue === undefined ? undefined : (chosen?.slug ?? null),
  }
}

const attributeOptionsOf = (attributes: readonly Attribute[]): AttributeOptions =>
  new Map(
    attributes
      .filter((attribute) => attribute.isForVariations)
      .map(({ ref, values }) => [
        ref.slug,
        { label: ref.label, values: new Map(values.map((value) => [value.name.toLowerCase(), value.slug])) },
      ]),
  )

function prepareRow(
  run: ImportRun,
  row: ProductRow,
  stored: StoredProduct | undefined,
  attributes: readonly Attribute[] | undefined,
  pictureIds: readonly number[] | undefined,
): PreparedRow {
  const type = typeOf(row, stored)
  const isVariation = type === 'variation'
  const categories = isVariation ? undefined : row.categories?.map((path) => run.terms.category(path))
  const tags = isVariation ? undefined : row.tags?.map((name) => run.terms.tag(name))
  const input = (): ProductInput => ({
    ...row.fields,
    type,
    id: stored?.id,
    taxClass: row.taxClass === 'parent' ? undefined : row.taxClass,
    categoryIds: categories?.map((term) => term.id),
    tagIds: tags?.map((term) => term.id),
    attributes: isVariation ? undefined : attributes?.map(attributeInput),
    pictureIds,
    groupItemIds: clearedIds(row.groupItems),
    upSellIds: clearedIds(row.upSells),
    crossSellIds: clearedIds(row.crossSells),
  })
  return { identity: row, stored, input }
}

/** An empty cell removes links; references in it are resolved once all products exist. */
const clearedIds = (names: readonly unknown[] | undefined): [] | undefined => (names?.length === 0 ? [] : undefined)

const attributeInput = ({ ref, values, isVisible, isForVariations, defaultSlug }: Attribute): AttributeInput => ({
  attributeId: ref.id,
  termIds: values.map((value) => value.id),
  ...(isVisible === undefined ? {} : { isVisible }),
  ...(isForVariations === undefined ? {} : { isForVariations }),
  ...(defaultSlug === undefined ? {} : { defaultSlug }),
})
