import type { TaxClass } from '../catalog.table.ts'
import { short } from './cells.ts'
import { type ImportRun, type KnownParent, type ReadyRow, saveBatch } from './import-run.ts'
import { notVariable } from './product-batch.ts'
import type { ProductRow } from './product-row.ts'
import { picturesOf } from './row-pictures.ts'
import { type Offers, type Stored, storedById, storedBySku, storedOffers, variationsOf } from './stored.ts'
import { keysOf, parentKey } from './survey.ts'

type Parent = { readonly id: number; readonly offers: Offers; readonly taxClass: TaxClass }
type Refused = { readonly refusal: string }
type Accepted = {
  readonly row: ProductRow
  readonly stored: Stored | undefined
  readonly parent: Parent
  readonly choices: Readonly<Record<string, string>> | undefined
}

/** Takes in variations; every product of the file has been taken in before. */
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
    const parent = parents.get(row.line) ?? { refusal: 'it names no product it belongs to (column Parent)' }
    const found = 'refusal' in parent ? parent : accept(run, row, parent, bySku, siblings.get(parent.id) ?? [])
    if ('refusal' in found) run.tally.reject(row, found.refusal)
    else accepted.push(found)
  }
  for (const { row, parent } of accepted)
    for (const key of keysOf(row)) run.ids.set(key, { id: parent.id, isGroup: false })
  const pictures = await picturesOf(run, accepted)
  await saveBatch(
    run,
    accepted.map(({ row, stored, parent, choices }, index): ReadyRow => {
      const taxClass = row.taxClass === 'parent' ? parent.taxClass : row.taxClass
      const input = () => ({
        ...row.plain,
        ...{ type: 'variation' as const, id: stored?.id, parentId: parent.id, choices, taxClass },
        pictureIds: pictures[index],
      })
      return { identity: row, stored, input }
    }),
  )
}

function accept(
  run: ImportRun,
  row: ProductRow,
  parent: Parent,
  bySku: ReadonlyMap<string, Stored>,
  siblings: readonly Stored[],
): Accepted | Refused {
  const named = row.sku === null ? undefined : bySku.get(row.sku)
  if (named && named.type !== 'variation') return { refusal: `its SKU belongs to a ${named.type} product here` }
  if (named && named.parentId !== parent.id) return { refusal: 'it is a variation of another product here' }
  const read = choicesOf(row, parent, named)
  if ('refusal' in read) return read
  const { choices } = read

  const key = choices === undefined ? null : `${parent.id} ${keyOf(choices)}`
  const twin = key === null ? undefined : run.takenChoices.get(key)
  if (twin !== undefined) return { refusal: `line ${twin} is the same variation of its product` }
  const before = named && run.takenIds.get(named.id)
  if (before !== undefined) return { refusal: `line ${before} is the same variation of its product` }
  const alike =
    choices && siblings.find((one) => !run.takenIds.has(one.id) && keyOf(one.choices ?? {}) === keyOf(choices))
  if (alike && !named && alike.sku !== null && row.sku !== null) {
    return { refusal: `its product has this variation already, with the SKU ${alike.sku}` }
  }
  if (alike && named && alike.id !== named.id) {
    return {
      refusal: `its product has this variation already${alike.sku === null ? '' : `, with the SKU ${alike.sku}`}`,
    }
  }
  const stored = named ?? alike
  if (key !== null) run.takenChoices.set(key, row.line)
  if (stored) run.takenIds.set(stored.id, row.line)
  return { row, stored, parent, choices }
}

const keyOf = (choices: Readonly<Record<string, string>>): string =>
  Object.entries(choices)
    .map(([attribute, value]) => `${attribute}=${value}`)
    .sort()
    .join('&')

/** A value for each attribute the product is chosen by; an empty one means any. */
function choicesOf(
  row: ProductRow,
  parent: Parent,
  stored: Stored | undefined,
): { readonly choices: Readonly<Record<string, string>> | undefined } | Refused {
  if (row.attributes === undefined) {
    return stored ? { choices: undefined } : { refusal: 'the file has no attribute columns to tell variations apart' }
  }
  if (parent.offers.size === 0) return { refusal: 'its product has no attribute to choose by' }
  const choices = Object.fromEntries([...parent.offers.keys()].map((slug) => [slug, '']))
  for (const { label, values } of row.attributes) {
    const offer = [...parent.offers].find(([, { label: own }]) => own.toLowerCase() === label.toLowerCase())
    if (!offer) return { refusal: `its product is not chosen by '${short(label)}'` }
    const [value] = values
    if (value === undefined) continue
    const slug = offer[1].values.get(value.toLowerCase())
    if (slug === undefined)
      return { refusal: `its product has no '${short(value)}' among the values of '${short(label)}'` }
    choices[offer[0]] = slug
  }
  return { choices }
}

/** The product each row belongs to, by line: one of the file, else one of the shop. */
async function parentsOf(
  run: ImportRun,
  rows: readonly ProductRow[],
  bySku: ReadonlyMap<string, Stored>,
): Promise<Map<number, Parent | Refused>> {
  const inFile = new Map<number, KnownParent>()
  const elsewhere = new Map<number, { readonly sku: string } | { readonly id: number }>()
  const refused = new Map<number, Refused>()
  for (const row of rows) {
    const known = row.parent && run.parents.get(parentKey(row.parent))
    const own = row.sku === null ? undefined : bySku.get(row.sku)
    if (known) inFile.set(row.line, known)
    else if (row.parent && 'sku' in row.parent) elsewhere.set(row.line, row.parent)
    else if (row.parent)
      refused.set(row.line, { refusal: `its product, ID ${row.parent.originalId}, is not in this file` })
    else if (own && own.parentId !== null) elsewhere.set(row.line, { id: own.parentId })
  }
  const there = await storedBySku(
    run.db,
    [...elsewhere.values()].flatMap((name) => ('sku' in name ? [name.sku] : [])),
  )
  const wantedIds = [
    ...[...elsewhere.values()].flatMap((name) => ('id' in name ? [name.id] : (there.get(name.sku)?.id ?? []))),
    ...[...inFile.values()].flatMap((known) => (known.ok && known.id > 0 ? [known.id] : [])),
  ]
  const byId = await storedById(run.db, wantedIds)
  const offers = await storedOffers(run.db, wantedIds)

  const found = new Map<number, Parent | Refused>(refused)
  for (const [line, known] of inFile) {
    if (!known.ok) {
      found.set(line, { refusal: known.reason })
      continue
    }
    found.set(line, {
      id: known.id,
      offers: known.offers ?? offers.get(known.id) ?? new Map(),
      taxClass: known.taxClass ?? byId.get(known.id)?.taxClass ?? 'standard',
    })
  }
  for (const [line, name] of elsewhere) {
    const product = 'id' in name ? byId.get(name.id) : there.get(name.sku)
    if (!product) {
      found.set(line, {
        refusal: `its product '${short('sku' in name ? name.sku : String(name.id))}' is neither in this file nor in the shop`,
      })
    } else if (product.type !== 'variable') found.set(line, { refusal: notVariable })
    else found.set(line, { id: product.id, offers: offers.get(product.id) ?? new Map(), taxClass: product.taxClass })
  }
  return found
}
