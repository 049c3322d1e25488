import type { AttributeInput, ProductInput } from '../product-record.ts'
import type { AttributeRef, TermRef } from '../term-book.ts'
import { short } from './cells.ts'
import { type ImportRun, type KnownParent, type ReadyRow, saveBatch } from './import-run.ts'
import type { ProductRow } from './product-row.ts'
import { picturesOf } from './row-pictures.ts'
import { type Offers, type Stored, storedBySku, storedOffers } from './stored.ts'
import { keysOf } from './survey.ts'

type Attribute = {
  readonly ref: AttributeRef
  readonly values: readonly TermRef[]
  readonly isVisible: boolean | undefined
  readonly isForVariations: boolean | undefined
  readonly defaultSlug: string | null | undefined
}

type Accepted = { readonly row: ProductRow; readonly stored: Stored | undefined }

/** Takes in all rows but variations, and notes the variable ones for the variations that come after them. */
export async function importProductRows(run: ImportRun, rows: readonly ProductRow[]): Promise<void> {
  const bySku = await storedBySku(
    run.db,
    rows.flatMap((row) => row.sku ?? []),
  )
  const accepted: Accepted[] = []
  for (const row of rows) {
    const stored = row.sku === null ? storedByName(run, row) : bySku.get(row.sku)
    const refusal = stored === 'several' ? 'several products without SKU have this name' : refusalOf(run, row, stored)
    if (refusal === null && stored !== 'several') accepted.push({ row, stored })
    else {
      run.tally.reject(row, refusal ?? '')
      noteParent(run, row, { ok: false, reason: rejectedParent(row.line) })
    }
  }
  const pictures = await picturesOf(run, accepted)
  const offers = await storedOffers(
    run.db,
    accepted.flatMap(({ stored }) => (stored?.type === 'variable' ? [stored.id] : [])),
  )
  const ready = accepted.map(({ row, stored }, index) => {
    const attributes = row.attributes?.map((one) => resolved(run, row, one, offers.get(stored?.id ?? 0)))
    return { attributes, ready: readyRow(run, row, stored, attributes, pictures[index]) }
  })

  const results = await saveBatch(
    run,
    ready.map((one) => one.ready),
  )
  const idOf = new Map(results.map(({ row, id }) => [row.identity.line, id]))
  for (const [index, { row, stored }] of accepted.entries()) {
    const id = idOf.get(row.line)
    if (id !== undefined) noteLinks(run, row, id, typeOf(row, stored))
    const attributes = ready[index]?.attributes
    if (id === undefined) noteParent(run, row, { ok: false, reason: rejectedParent(row.line) })
    else if (typeOf(row, stored) !== 'variable') noteParent(run, row, { ok: false, reason: notVariable })
    else {
      const taxClass = row.taxClass === 'parent' ? undefined : row.taxClass
      noteParent(run, row, { ok: true, id, offers: attributes && offersOf(attributes), taxClass })
    }
  }
}

function noteLinks(run: ImportRun, row: ProductRow, id: number, type: ProductInput['type']): void {
  for (const key of keysOf(row)) run.ids.set(key, { id, isGroup: type === 'grouped' })
  const { parts, upSells, crossSells } = row
  // What is named nowhere is cleared with the row itself, see `readyRow`.
  if ([parts, upSells, crossSells].some((names) => names && names.length > 0))
    run.links.push({ id, type, parts, upSells, crossSells })
}

export const rejectedParent = (line: number): string => `its product in line ${line} was rejected`
export const notVariable = 'its product is not a variable product'

function noteParent(run: ImportRun, row: ProductRow, parent: KnownParent): void {
  for (const key of keysOf(row)) run.parents.set(key, parent)
}

/** A file without types means what is stored. A variation may then be named by its SKU, with its own fields only. */
function typeOf(row: ProductRow, stored: Stored | undefined): ProductInput['type'] {
  if (row.type !== null) return row.type
  return stored?.type ?? 'simple'
}

/** Without an SKU a product is known by its name, and by the number it has here if several share the name. */
function storedByName(run: ImportRun, row: ProductRow): Stored | undefined | 'several' {
  const found = run.withoutSku.get(row.name) ?? []
  if (found.length <= 1) return found[0]
  return found.find((product) => product.id === row.originalId) ?? 'several'
}

function refusalOf(run: ImportRun, row: ProductRow, stored: Stored | undefined): string | null {
  if (!stored && row.name === '') return 'it is new and has no name'
  if (row.type === 'external' && !stored && !row.plain.externalUrl)
    return 'it is sold elsewhere and has no External URL'
  if (stored?.type === 'variation' && row.type !== null)
    return `its SKU belongs to a variation here, not to a ${row.type} product`
  const refs = new Set<AttributeRef>()
  for (const { label, values, default: preset } of row.attributes ?? []) {
    const ref = run.book.findAttribute(label)
    if (ref && refs.has(ref)) return `the attribute '${short(ref.label)}' stands there twice`
    if (ref) refs.add(ref)
    if (typeof preset === 'string' && !values.some((value) => value.toLowerCase() === preset.toLowerCase())) {
      return `the default '${short(preset)}' is not among the values of '${short(label)}'`
    }
  }
  return null
}

function resolved(
  run: ImportRun,
  row: ProductRow,
  { label, values, isVisible, default: preset }: NonNullable<ProductRow['attributes']>[number],
  offers: Offers | undefined,
): Attribute {
  const ref = run.book.attribute(label)
  const terms = values.map((value) => run.book.value(ref, value))
  const isChosenBy = keysOf(row).some((key) => run.survey.chosenBy.get(key)?.has(label.toLowerCase()))
  const chosen = typeof preset === 'string' ? run.book.findValue(ref, preset) : undefined
  return {
    ref,
    values: [...new Set(terms)],
    isVisible,
    isForVariations: row.type === 'variable' && (isChosenBy || chosen || offers?.has(ref.slug)) ? true : undefined,
    defaultSlug: preset === undefined ? undefined : (chosen?.slug ?? null),
  }
}

const offersOf = (attributes: readonly Attribute[]): Offers =>
  new Map(
    attributes
      .filter((attribute) => attribute.isForVariations)
      .map(({ ref, values }) => [
        ref.slug,
        { label: ref.label, values: new Map(values.map((value) => [value.name.toLowerCase(), value.slug])) },
      ]),
  )

function readyRow(
  run: ImportRun,
  row: ProductRow,
  stored: Stored | undefined,
  attributes: readonly Attribute[] | undefined,
  pictureIds: readonly number[] | undefined,
): ReadyRow {
  const type = typeOf(row, stored)
  const isVariation = type === 'variation'
  const categories = isVariation ? undefined : row.categories?.map((path) => run.book.category(path))
  const tags = isVariation ? undefined : row.tags?.map((name) => run.book.tag(name))
  const input = (): ProductInput => ({
    ...row.plain,
    type,
    id: stored?.id,
    taxClass: row.taxClass === 'parent' ? undefined : row.taxClass,
    categoryIds: categories?.map((term) => term.id),
    tagIds: tags?.map((term) => term.id),
    attributes: isVariation ? undefined : attributes?.map(attributeInput),
    pictureIds,
    partIds: cleared(row.parts),
    upSellIds: cleared(row.upSells),
    crossSellIds: cleared(row.crossSells),
  })
  return { identity: row, stored, input }
}

/** An empty cell takes links away; names in it are followed when all products are there. */
const cleared = (names: readonly unknown[] | undefined): [] | undefined => (names?.length === 0 ? [] : undefined)

const attributeInput = ({ ref, values, isVisible, isForVariations, defaultSlug }: Attribute): AttributeInput => ({
  attributeId: ref.id,
  termIds: values.map((value) => value.id),
  ...(isVisible === undefined ? {} : { isVisible }),
  ...(isForVariations === undefined ? {} : { isForVariations }),
  ...(defaultSlug === undefined ? {} : { defaultSlug }),
})
