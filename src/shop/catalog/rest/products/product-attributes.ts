import { randomBytes } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { columnsOf, isAnyOf, type Tx } from '../../../../platform/database/connect.ts'
import { numberedSlug, slugify } from '../../../../things/entries/slug.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { attributes } from '../../catalog.table.ts'
import type { AttributeInput, AttributeRecord } from '../../product-record.ts'
import { isSameName, TermIndex } from '../../term-index.ts'
import type { ProductFields } from './product-fields.ts'

type Attribute = typeof attributes.$inferSelect
type Value = Pick<typeof terms.$inferSelect, 'id' | 'name' | 'slug' | 'position'>
type Choice = Pick<AttributeRecord, 'isVisible' | 'isForVariations' | 'defaultSlug'> & {
  readonly attribute: Attribute
  readonly values: readonly Value[]
}

const refused = (field: 'attributes' | 'default_attributes', message: string) =>
  ({ ok: false, field, message }) as const
const valueColumns = columnsOf(terms, 'id', 'name', 'slug', 'position')

/**
 * The attributes of a product from a request, or its stored ones with other defaults. Creates missing values; an
 * attribute without an id becomes a custom one, or is a stored one: by its name, or by its `slug` if it gets another name.
 * The caller has locked the product.
 */
export async function resolveAttributes(
  tx: Tx,
  stored: readonly AttributeRecord[],
  { attributes: sent, default_attributes: defaults }: Pick<ProductFields, 'attributes' | 'default_attributes'>,
) {
  const ids = [...stored.map((one) => one.attributeId), ...(sent ?? []).map((one) => one.id ?? 0)]
  const known = await tx.select().from(attributes).where(isAnyOf(attributes.id, ids))
  const custom = known.filter(({ id, isLocal }) => isLocal && stored.some(({ attributeId }) => attributeId === id))
  const choices: Choice[] = []
  const storedAs = (name: string) => custom.find(({ label }) => isSameName(label, name))
  const isSent = ({ label }: Attribute) => sent?.some(({ id, name = '' }) => !id && isSameName(name, label))
  for (const { id, name, slug, options, visible: isVisible, variation: isForVariations } of inOrder(sent ?? [])) {
    const global = known.find((one) => one.id === id && !one.isLocal)
    const renamed = storedAs(slug)
    const own = storedAs(name ?? '') ?? (renamed && !isSent(renamed) ? renamed : undefined)
    const attribute = global ?? (id || !name ? null : own ? { ...own, label: name } : await createCustom(tx, name))
    if (!attribute || choices.some((other) => other.attribute.id === attribute.id))
      return refused('attributes', 'Each attribute has an id or a name, and is named once.')
    const values = await valuesNamed(tx, attribute.slug, options)
    const before = stored.find(({ attributeId }) => attributeId === attribute.id)?.defaultSlug
    const defaultSlug = values.find(({ slug }) => slug === before)?.slug ?? null
    if (values.length > 0) choices.push({ attribute, values, isVisible, isForVariations, defaultSlug })
  }
  for (const record of sent ? [] : stored) {
    const attribute = known.find(({ id }) => id === record.attributeId)
    const values = await tx.select(valueColumns).from(terms).where(isAnyOf(terms.id, record.termIds))
    if (attribute) choices.push({ ...record, attribute, values })
  }
  const chosen = defaults ? choices.map((choice) => ({ ...choice, defaultSlug: null })) : choices
  for (const { id, name = '', option } of defaults ?? []) {
    const at = chosen.findIndex(({ attribute }) => (id ? attribute.id === id : isSameName(attribute.label, name)))
    const [choice, value] = [chosen[at], new TermIndex(chosen[at]?.values).find(option)]
    if (!choice || (!value && option !== ''))
      return refused('default_attributes', `${name || id} has no value “${option}” here.`)
    chosen[at] = { ...choice, defaultSlug: value?.slug ?? null }
  }
  return {
    ok: true,
    attributes: chosen.map(
      ({ attribute, values, ...shown }): AttributeInput => ({
        ...shown,
        attributeId: attribute.id,
        label: attribute.label,
        termIds: values.map(({ id }) => id),
      }),
    ),
  } as const
}

const inOrder = <T extends { readonly position?: number | undefined }>(sent: readonly T[]) =>
  sent.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))

async function createCustom(tx: Tx, label: string): Promise<Attribute | null> {
  const slug = `pa_${slugify(label).slice(0, 60) || 'attribute'}-${randomBytes(3).toString('hex')}`
  const [made] = await tx.insert(attributes).values({ slug, label, isLocal: true }).returning()
  return made ?? null
}

/** Finds values by name or slug; missing ones are added at the end of the attribute. */
async function valuesNamed(tx: Tx, taxonomy: string, options: readonly string[]): Promise<Value[]> {
  const known = await tx.select(valueColumns).from(terms).where(eq(terms.taxonomy, taxonomy)).orderBy(asc(terms.id))
  const index = new TermIndex(known)
  const values = new Map<number, Value>()
  for (const name of options.filter((option) => option !== '')) {
    let value = index.find(name)
    if (!value) {
      const slug = numberedSlug(slugify(name) || 'term', (taken) => known.some((one) => one.slug === taken))
      const position = Math.max(0, ...known.map((one) => one.position)) + 1
      const row = { taxonomy, name, slug, position }
      // Another request may have just created it.
      const onConflict = { target: [terms.taxonomy, terms.slug], set: { slug } }
      ;[value] = await tx.insert(terms).values(row).onConflictDoUpdate(onConflict).returning(valueColumns)
      if (value) {
        known.push(value)
        index.add(value)
      }
    }
    if (value) values.set(value.id, value)
  }
  return [...values.values()]
}
