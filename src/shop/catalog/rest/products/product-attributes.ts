import { randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { slugify } from '../../../../things/entries/slug.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { attributes, productAttributes } from '../../catalog.table.ts'
import type { AttributeInput, AttributeRecord } from '../../product-record.ts'
import type { ProductFields } from './product-fields.ts'

type Sent = NonNullable<ProductFields['attributes']>[number]
type Attribute = typeof attributes.$inferSelect
type Value = Pick<typeof terms.$inferSelect, 'id' | 'name' | 'slug'>
type Resolved =
  | { readonly ok: true; readonly attributes: readonly AttributeInput[] }
  | { readonly ok: false; readonly field: 'attributes' | 'default_attributes'; readonly message: string }

const refused = (field: 'attributes' | 'default_attributes', message: string) =>
  ({ ok: false, field, message }) as const
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * The attributes of a product from those that were sent, or its own with other defaults. Values that an attribute does
 * not have are made; an attribute without an id belongs to the product alone. The product is locked.
 */
export async function resolveAttributes(
  tx: Tx,
  stored: readonly AttributeRecord[],
  { attributes: sent, default_attributes: defaults }: Pick<ProductFields, 'attributes' | 'default_attributes'>,
): Promise<Resolved> {
  const ids = [...stored.map((one) => one.attributeId), ...(sent ?? []).map((one) => one.id ?? 0)]
  const known = await tx.select().from(attributes).where(isAnyOf(attributes.id, ids))
  const find = ({ id = 0, name = '' }: { id?: number | undefined; name?: string | undefined }) =>
    known.find((one) =>
      id > 0
        ? one.id === id && !one.isLocal
        : one.isLocal && isSame(one.label, name) && stored.some(({ attributeId }) => attributeId === one.id),
    )
  const resolved: (AttributeInput & { readonly values: readonly Value[]; readonly attribute: Attribute })[] = []
  const chosen = sent?.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)) ?? stored.map(asSent)
  for (const one of chosen) {
    const own = 'attributeId' in one ? known.find(({ id }) => id === one.attributeId) : find(one)
    const attribute = own ?? (!('attributeId' in one) && !one.id && one.name ? await makeLocal(tx, one.name) : null)
    if (!attribute) return refused('attributes', 'There is no such attribute.')
    if (resolved.some((other) => other.attributeId === attribute.id))
      return refused('attributes', `${attribute.label} is named twice.`)
    const values = await valuesOf(tx, attribute, 'options' in one ? one.options : one.termIds)
    if (values.length === 0) continue
    const shown = 'attributeId' in one ? one : { isVisible: one.visible, isForVariations: one.variation }
    const before = stored.find(({ attributeId }) => attributeId === attribute.id)?.defaultSlug ?? null
    const defaultSlug = !defaults && values.some(({ slug }) => slug === before) ? before : null
    resolved.push({
      attributeId: attribute.id,
      termIds: values.map(({ id }) => id),
      isVisible: shown.isVisible,
      isForVariations: shown.isForVariations,
      defaultSlug,
      values,
      attribute,
    })
  }
  for (const { id = 0, name = '', option } of defaults ?? []) {
    const at = resolved.findIndex(({ attribute }) =>
      id > 0 ? attribute.id === id : isSame(attribute.label, name) || attribute.slug === name,
    )
    const value = resolved[at]?.values.find((one) => one.slug === option || isSame(one.name, option))
    const target = resolved[at]
    if (!target || (!value && option !== ''))
      return refused('default_attributes', `${name || id} has no value “${option}” here.`)
    resolved[at] = { ...target, defaultSlug: value?.slug ?? null }
  }
  return { ok: true, attributes: resolved.map(({ values: _, attribute: __, ...input }) => input) }
}

const asSent = (record: AttributeRecord) => record

async function makeLocal(tx: Tx, label: string): Promise<Attribute | null> {
  const slug = `pa_${slugify(label).slice(0, 60) || 'attribute'}-${randomBytes(3).toString('hex')}`
  const [made] = await tx.insert(attributes).values({ slug, label, isLocal: true }).returning()
  return made ?? null
}

/** Values by name or slug, in the order that they were sent; new ones come last in the attribute. By id they are there. */
async function valuesOf(
  tx: Tx,
  { slug: taxonomy }: Attribute,
  options: readonly (string | number)[],
): Promise<Value[]> {
  const columns = { id: terms.id, name: terms.name, slug: terms.slug, position: terms.position }
  const known = await tx.select(columns).from(terms).where(eq(terms.taxonomy, taxonomy)).orderBy(asc(terms.id))
  const values: Value[] = []
  for (const option of options) {
    const found =
      known.find((one) => (typeof option === 'number' ? one.id === option : isSame(one.name, option))) ??
      known.find((one) => one.slug === option)
    const value = found ?? (typeof option === 'string' && option !== '' ? await makeValue(option) : null)
    if (value && !values.some(({ id }) => id === value.id)) values.push(value)
  }
  return values

  async function makeValue(name: string) {
    const base = slugify(name) || 'term'
    let slug = base
    for (let number = 2; known.some((one) => one.slug === slug); number += 1) slug = `${base}-${number}`
    const position = Math.max(0, ...known.map((one) => one.position)) + 1
    const [made] = await tx
      .insert(terms)
      .values({ taxonomy, name, slug, position })
      // Somebody made it a moment ago.
      .onConflictDoUpdate({ target: [terms.taxonomy, terms.slug], set: { slug } })
      .returning(columns)
    if (made) known.push(made)
    return made ?? null
  }
}

/** Deletes attributes that belonged to a product which no longer has them, with their values. */
export async function deleteOrphans(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const isUsed = sql`exists (select from ${productAttributes} where ${productAttributes.attributeId} = ${attributes.id})`
  const gone = await tx
    .delete(attributes)
    .where(and(isAnyOf(attributes.id, ids), eq(attributes.isLocal, true), sql`not ${isUsed}`))
    .returning({ slug: attributes.slug })
  for (const { slug } of gone) await tx.delete(terms).where(eq(terms.taxonomy, slug))
}
