import { slugify } from '../../../things/entries/slug.ts'
import type { AttributeInput, ProductInput } from '../product-record.ts'
import { TermIndex } from '../term-index.ts'
import { type AttributeRef, type TermRef, TermRegistry } from '../term-registry.ts'
import { truncate } from './cell-text.ts'
import { plainText } from './clean-html.ts'
import { type ImportRun, notVariable, type PreparedRow, rejectedParent, saveBatch } from './import-run.ts'
import { lostAttributes, withdrawnVariations } from './lost-attributes.ts'
import type { ProductRow } from './product-row.ts'
import { detailsInput } from './row-details.ts'
import { type RowIdentity, refKeys } from './row-identity.ts'
import { picturesOf } from './row-pictures.ts'
import {
  type AttributeOptions,
  type StoredProduct,
  storedAttributeOptions,
  storedBySku,
  storedDetails,
} from './stored-products.ts'

type Attribute = Omit<AttributeInput, 'attributeId' | 'termIds'> & {
  readonly ref: AttributeRef
  readonly values: readonly TermRef[]
}
/** A row, its stored product, and its texts and other details that differ from it. */
type FoundRow = {
  readonly row: ProductRow
  readonly stored: StoredProduct | undefined | 'several'
  readonly details: Partial<ProductInput>
}
type Accepted = FoundRow & Pick<PreparedRow, 'stored'>

export async function* lookUpProducts(
  run: ImportRun,
  batches: AsyncIterable<readonly ProductRow[]>,
): AsyncGenerator<FoundRow[]> {
  for await (const rows of batches) {
    const bySku = await storedBySku(
      run.db,
      rows.flatMap((row) => row.sku ?? []),
    )
    const storedOf = (row: ProductRow) => (row.sku === null ? storedByName(run, row) : bySku.get(row.sku))
    const foundRows = rows.map((row) => ({ row, stored: storedOf(row) }))
    const stored = await storedDetails(
      run.db,
      foundRows.flatMap((one) => (typeof one.stored === 'object' ? one.stored.id : [])),
    )
    yield foundRows.map((one) => {
      const id = typeof one.stored === 'object' ? one.stored.id : 0
      return { ...one, details: detailsInput(one.row, stored.get(id)) }
    })
  }
}

export async function importProductRows(run: ImportRun, foundRows: readonly FoundRow[]): Promise<void> {
  const accepted: Accepted[] = []
  for (const one of foundRows) {
    const { row, stored } = one
    const reason = rejectionReason(run, row, stored)
    if (run.onlyExisting && !stored && reason === null) skipRow(run, row)
    else if (reason === null && stored !== 'several') {
      accepted.push({ ...one, stored })
      if (stored?.status === 'trash' && row.fields.status === undefined)
        run.stats.note(row.line, 'its product is in the trash, and stays there')
    } else {
      run.stats.reject(row, reason ?? '')
      rememberParent(run, row, rejectedParent(row.line))
    }
  }
  const pictures = await picturesOf(run, accepted)
  const variable = accepted.flatMap(({ stored }) => (stored?.type === 'variable' ? [stored.id] : []))
  const attributeOptions = await storedAttributeOptions(run.db, variable)
  const storedIds = accepted.flatMap(({ stored }) => stored?.id ?? [])
  const local = await TermRegistry.openLocal(run.db, run.scan.columns.attributes.length > 0 ? storedIds : [])
  const prepared = accepted.map(({ row, stored, details }, index) => {
    const options = attributeOptions.get(stored?.id ?? 0)
    const attributes = row.attributes?.map((attribute) => {
      const scope = attribute.isLocal ? `${stored?.id ?? `line ${row.line}`}` : ''
      return resolveAttribute(run, row, attribute, options, { terms: attribute.isLocal ? local : run.terms, scope })
    })
    const otherInput = { ...details, ...pictures[index] }
    const lost = attributes ? lostAttributes(options, attributes) : []
    return { ...prepareRow(run, row, stored, otherInput, attributes), attributes, lost }
  })
  const withdrawn = await withdrawnVariations(run, prepared)

  const ids = await saveBatch(run, prepared, [run.terms, local])
  for (const { row, stored, attributes } of prepared) {
    const id = ids.get(row)
    const type = typeOf(row, stored)
    if (id === undefined) rememberParent(run, row, rejectedParent(row.line))
    else {
      rememberId(run, row, id, type)
      // Empty link cells are cleared with the row itself, see `prepareRow`.
      rememberLinks(run, row, id, type)
      const parent = { id, attributeOptions: attributes && attributeOptionsOf(attributes), taxClass: ownTaxClass(row) }
      rememberParent(run, row, type === 'variable' ? parent : notVariable)
      for (const variation of withdrawn.get(id) ?? []) run.withdrawn.add(variation)
    }
  }
}

/** Remembers what later rows need to know about a row that an earlier run of this import has saved. */
export function rememberRow(run: ImportRun, row: ProductRow, id: number): void {
  const type = row.type ?? 'simple'
  rememberId(run, row, id, type)
  rememberLinks(run, row, id, type)
  if (row.type)
    rememberParent(
      run,
      row,
      type === 'variable' ? { id, attributeOptions: undefined, taxClass: undefined } : notVariable,
    )
}

/** Only products that other rows link to are remembered. */
export function rememberId(run: ImportRun, row: ProductRow, id: number, type: ProductInput['type']): void {
  for (const key of refKeys(row)) if (run.scan.linked.has(key)) run.ids.set(key, { id, isGroup: type === 'grouped' })
}

function rememberLinks(run: ImportRun, row: ProductRow, id: number, type: ProductInput['type']): void {
  const { groupItems, upSells, crossSells } = row
  if ([groupItems, upSells, crossSells].some((refs) => refs?.length))
    run.links.push({ id, type, groupItems, upSells, crossSells })
}

export function skipRow(run: ImportRun, row: ProductRow): void {
  run.stats.record(row, 'skipped', 'it is not in the shop')
  rememberParent(run, row, { reason: 'its product is not in the shop' })
}

/** Only products with variations in the file are remembered. */
export function rememberParent(
  { parents, scan }: ImportRun,
  identity: RowIdentity,
  parent: Parameters<ImportRun['parents']['set']>[1],
): void {
  for (const key of refKeys(identity)) if (scan.variationAttributes.has(key)) parents.set(key, parent)
}

/** Without a type column the stored type applies. Such a file may address a variation by SKU, with its own fields only. */
const typeOf = (row: ProductRow, stored: StoredProduct | undefined): ProductInput['type'] =>
  row.type ?? stored?.type ?? 'simple'

const ownTaxClass = ({ taxClass }: ProductRow) => (taxClass === 'parent' ? undefined : taxClass)

/** A product without SKU is matched by name, and by its id if several share the name. */
function storedByName(run: ImportRun, row: ProductRow): StoredProduct | undefined | 'several' {
  const matches = run.withoutSku.get(row.name) ?? []
  if (matches.length <= 1) return matches[0]
  return matches.find((product) => product.id === row.originalId) ?? 'several'
}

function rejectionReason(run: ImportRun, row: ProductRow, stored: StoredProduct | undefined | 'several') {
  if (stored === 'several') return 'several products without SKU have this name'
  if (!stored && row.name === '') return 'it is new and has no name'
  if (row.type === 'external' && !stored && !row.fields.externalUrl)
    return 'it is sold elsewhere and has no External URL'
  if (stored?.type === 'variation' && row.type !== null)
    return `its SKU belongs to a variation here, not to a ${row.type} product`
  const refs = new Set<AttributeRef>()
  for (const { label, isLocal, values, default: defaultValue } of row.attributes ?? []) {
    const ref = isLocal ? undefined : run.terms.findAttribute(label)
    if (ref && refs.has(ref)) return `the attribute '${truncate(ref.label)}' stands there twice`
    if (ref) refs.add(ref)
    const offered = values.map((name) => (ref && run.terms.findValue(ref, name)) ?? { name, slug: slugify(name) })
    if (defaultValue && !findDefault(offered, defaultValue))
      return `the default '${truncate(defaultValue)}' is not among the values of '${truncate(label)}'`
  }
  return null
}

/** Values may be given as slugs while the default is a name, or the reverse. */
function findDefault<T extends { readonly name: string; readonly slug: string }>(offered: Iterable<T>, text: string) {
  const index = new TermIndex(offered)
  return index.find(text) ?? index.find(slugify(text))
}

function resolveAttribute(
  run: ImportRun,
  row: ProductRow,
  { label, values, isVisible, default: defaultValue }: NonNullable<ProductRow['attributes']>[number],
  attributeOptions: AttributeOptions | undefined,
  { terms, scope }: { readonly terms: TermRegistry; readonly scope: string },
): Attribute {
  const ref = terms.attribute(label, scope)
  const chosenValues = new Set(values.map((value) => terms.value(ref, value)))
  const isChosenBy = refKeys(row).some((key) => run.scan.variationAttributes.get(key)?.has(label.toLowerCase()))
  const chosen = typeof defaultValue === 'string' ? findDefault(chosenValues, defaultValue) : undefined
  const isForVariations = row.type === 'variable' && (isChosenBy || chosen || attributeOptions?.has(ref.slug))
  return {
    ref,
    values: [...chosenValues],
    isVisible,
    isForVariations: isForVariations ? true : undefined,
    defaultSlug: defaultValue === undefined ? undefined : (chosen?.slug ?? null),
  }
}

const attributeOptionsOf = (attributes: readonly Attribute[]): AttributeOptions =>
  new Map(
    attributes
      .filter((attribute) => attribute.isForVariations)
      .map(({ ref, values }) => [ref.slug, { label: ref.label, values: new TermIndex(values) }]),
  )

function prepareRow(
  run: ImportRun,
  row: ProductRow,
  stored: StoredProduct | undefined,
  details: Partial<ProductInput>,
  attributes: readonly Attribute[] | undefined,
): PreparedRow {
  const type = typeOf(row, stored)
  const isVariation = type === 'variation'
  const categories = isVariation ? undefined : row.categories?.map((path) => run.terms.path('product_cat', path))
  const brands = isVariation ? undefined : row.brands?.map((path) => run.terms.path('product_brand', path))
  const tags = isVariation ? undefined : row.tags?.map((name) => run.terms.tag(name))
  const shippingClass = shippingClassOf(run, row)
  const own = isVariation ? undefined : attributes
  const refs = [categories, brands, tags, shippingClass, own?.flatMap(({ ref, values }) => [ref, ...values])]
  const input = (): ProductInput => ({
    ...row.fields,
    ...details,
    shippingClass: shippingClass && shippingClass.slug,
    type,
    id: stored?.id,
    status: row.fields.status ?? (stored ? undefined : row.newStatus),
    taxClass: ownTaxClass(row),
    categoryIds: categories?.map((term) => term.id),
    tagIds: tags?.map((term) => term.id),
    brandIds: brands?.map((term) => term.id),
    attributes: own?.map(attributeInput),
    groupItemIds: clearedIds(row.groupItems),
    upSellIds: clearedIds(row.upSells),
    crossSellIds: clearedIds(row.crossSells),
  })
  return { row, stored, terms: refs.flatMap((ref) => ref || []), input }
}

/** '' for none. */
export const shippingClassOf = ({ terms }: ImportRun, { shippingClass: name }: ProductRow): TermRef | '' | undefined =>
  name ? terms.shippingClass(plainText(name)) : (name as '' | undefined)

const attributeInput = ({ ref, values, ...rest }: Attribute): AttributeInput => ({
  ...rest,
  attributeId: ref.id,
  termIds: values.map((value) => value.id),
})

/** An empty cell removes links; references in it are resolved once all products exist. */
const clearedIds = (refs: readonly unknown[] | undefined): [] | undefined => (refs?.length === 0 ? [] : undefined)
