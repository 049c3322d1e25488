import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { columnsOf, type Db, isAnyOf, type Tx } from '../../platform/database/connect.ts'
import { numberedSlug, slugify } from '../../things/entries/slug.ts'
import { terms } from '../../things/entries/terms.table.ts'
import { attributes, productAttributes } from './catalog.table.ts'
import { nameKey, TermIndex } from './term-index.ts'

/** A category, tag, brand, shipping class or attribute value. Its id is negative until it is written. */
export type TermRef = {
  id: number
  readonly taxonomy: string
  readonly slug: string
  readonly name: string
  readonly position: number
  parent: TermRef | null
}
export type AttributeRef = { id: number; readonly slug: string; readonly label: string; readonly isLocal: boolean }
type Ref = TermRef | AttributeRef
type PathTaxonomy = 'product_cat' | 'product_brand'

/** Finds and adds terms by name during an import. New ones have negative ids until `insertNew`, also in dry runs. */
export class TermRegistry {
  /** By taxonomy and slug of the parent. */
  readonly #terms = new Map<string, TermIndex<TermRef>>()
  readonly #slugs = new Set<string>()
  readonly #attributes = new Map<string, AttributeRef>()
  readonly #attributeSlugs = new Map<string, AttributeRef>()
  readonly #lastPosition = new Map<string, number>()
  #newTerms: TermRef[] = []
  #newAttributes: AttributeRef[] = []
  #nextId = -1
  readonly added = { categories: 0, tags: 0, brands: 0, shippingClasses: 0, attributes: 0, values: 0 }

  static async open(db: Db | Tx): Promise<TermRegistry> {
    const registry = new TermRegistry()
    for (const row of await db.select().from(attributes).where(eq(attributes.isLocal, false)))
      registry.#registerAttribute(row)
    const rows = await db
      .select()
      .from(terms)
      .where(
        sql`taxonomy in ('product_cat', 'product_tag', 'product_brand', 'product_shipping_class')
          or taxonomy in (select slug from attributes where not is_local)`,
      )
      .orderBy(terms.id)
    const refs = new Map(rows.map((row): [number, TermRef] => [row.id, { ...row, parent: null }]))
    for (const { id, parentId } of rows) {
      const ref = refs.get(id)
      if (!ref) continue
      ref.parent = refs.get(parentId ?? 0) ?? null
      registry.#register(ref)
    }
    return registry
  }

  /** Custom attributes of these products; the scope is the product id. */
  static async openLocal(db: Db | Tx, productIds: readonly number[]): Promise<TermRegistry> {
    const registry = new TermRegistry()
    const rows = await db
      .select({ ...columnsOf(attributes, 'id', 'slug', 'label', 'isLocal'), scope: productAttributes.productId })
      .from(attributes)
      .innerJoin(productAttributes, eq(productAttributes.attributeId, attributes.id))
      .where(sql`${attributes.isLocal} and ${isAnyOf(productAttributes.productId, productIds)}`)
    for (const { scope, ...row } of rows) registry.#registerAttribute(row, `${scope}`)
    const slugs = sql`${sql.param(rows.map((row) => row.slug))}::text[]`
    for (const row of rows.length > 0 ? await db.select().from(terms).where(sql`taxonomy = any(${slugs})`) : [])
      registry.#register({ ...row, parent: null })
    return registry
  }

  /** The category or brand at the end of a path: `['Tea', 'Green tea']`. */
  path(taxonomy: PathTaxonomy, names: readonly string[]): TermRef {
    let term: TermRef | null = null
    for (const name of names) term = this.#below(taxonomy, term).named(name) ?? this.#add(taxonomy, name, term)
    if (!term) throw new RangeError('A category needs a name')
    return term
  }

  /** Finds or adds a shipping class by its name or slug. */
  shippingClass(name: string): TermRef {
    const taxonomy = 'product_shipping_class'
    return this.#below(taxonomy).find(name) ?? this.#add(taxonomy, name, null)
  }

  tag(name: string): TermRef {
    return this.#below('product_tag').named(name) ?? this.#add('product_tag', name, null)
  }

  findAttribute(label: string, scope = ''): AttributeRef | undefined {
    return this.#attributes.get(scope + nameKey(label)) ?? this.#attributeSlugs.get(label.toLowerCase())
  }

  /** Finds or adds an attribute. A scope makes it a custom attribute of one product. */
  attribute(label: string, scope = ''): AttributeRef {
    const existing = this.findAttribute(label, scope)
    if (existing) return existing
    const isLocal = scope !== ''
    const base = `pa_${slugify(label) || 'attribute'}${isLocal ? `-${randomBytes(3).toString('hex')}` : ''}`
    const slug = numberedSlug(base, (taken) => this.#attributeSlugs.has(taken))
    const ref: AttributeRef = { id: this.#nextId--, slug, label, isLocal }
    this.#newAttributes.push(ref)
    this.#registerAttribute(ref, scope)
    return ref
  }

  findValue(attribute: AttributeRef, name: string): TermRef | undefined {
    return this.#below(attribute.slug).find(name)
  }

  /** Finds or adds a value by its name or slug. */
  value(attribute: AttributeRef, name: string): TermRef {
    return this.findValue(attribute, name) ?? this.#add(attribute.slug, name, null)
  }

  /** Writes the new ones among these, and the new categories above them. */
  async insertNew(tx: Tx, used: readonly Ref[]): Promise<void> {
    const needed = withParents(used)
    const newAttributes = this.#newAttributes.filter((ref) => needed.has(ref))
    if (newAttributes.length > 0) {
      const rows = await tx
        .insert(attributes)
        .values(newAttributes.map(({ slug, label, isLocal }) => ({ slug, label, isLocal })))
        .onConflictDoUpdate({ target: attributes.slug, set: { slug: sql`excluded.slug` } })
        .returning({ id: attributes.id, slug: attributes.slug })
      const ids = new Map(rows.map((row) => [row.slug, row.id]))
      for (const ref of newAttributes) ref.id = ids.get(ref.slug) ?? ref.id
    }
    let remaining = this.#newTerms.filter((ref) => needed.has(ref))
    while (remaining.length > 0) {
      const ready = remaining.filter((ref) => ref.parent === null || ref.parent.id > 0)
      if (ready.length === 0) throw new Error('A category stands below itself')
      await insertTerms(tx, ready)
      remaining = remaining.filter((ref) => ref.id < 0)
    }
  }

  /** Call with those of the saved rows once they are committed, or would be in a dry run. */
  commit(used: readonly Ref[]): void {
    const needed = withParents(used)
    for (const ref of this.#newAttributes) if (needed.has(ref)) this.added.attributes += 1
    for (const ref of this.#newTerms) if (needed.has(ref)) this.added[counters[ref.taxonomy] ?? 'values'] += 1
    this.#newAttributes = this.#newAttributes.filter((ref) => !needed.has(ref))
    this.#newTerms = this.#newTerms.filter((ref) => !needed.has(ref))
  }

  /** Call after the transaction of `insertNew` was rolled back; the next `insertNew` writes them again. */
  rollback(): void {
    for (const ref of [...this.#newTerms, ...this.#newAttributes]) ref.id = this.#nextId--
  }

  #below(taxonomy: string, parent: TermRef | null = null): TermIndex<TermRef> {
    const key = `${taxonomy}/${parent?.slug ?? ''}`
    const terms = this.#terms.get(key) ?? new TermIndex()
    this.#terms.set(key, terms)
    return terms
  }

  #add(taxonomy: string, name: string, parent: TermRef | null): TermRef {
    const base = slugify(name) || 'term'
    const isTaken = (slug: string) => this.#slugs.has(`${taxonomy}/${slug}`)
    const slug = isTaken(base) && parent ? numberedSlug(`${base}-${parent.slug}`, isTaken) : numberedSlug(base, isTaken)
    const position = (this.#lastPosition.get(taxonomy) ?? 0) + 1
    const ref: TermRef = { id: this.#nextId--, taxonomy, slug, name, position, parent }
    this.#newTerms.push(ref)
    this.#register(ref)
    return ref
  }

  #register(ref: TermRef): void {
    this.#below(ref.taxonomy, ref.parent).add(ref)
    this.#slugs.add(`${ref.taxonomy}/${ref.slug}`)
    this.#lastPosition.set(ref.taxonomy, Math.max(ref.position, this.#lastPosition.get(ref.taxonomy) ?? 0))
  }

  #registerAttribute(ref: AttributeRef, scope = ''): void {
    this.#attributes.set(scope + nameKey(ref.label), ref)
    this.#attributeSlugs.set(ref.slug, ref)
  }
}

function withParents(refs: readonly Ref[]): ReadonlySet<Ref> {
  const all = new Set(refs)
  // Visits what is added meanwhile, too.
  for (const ref of all) if ('parent' in ref && ref.parent) all.add(ref.parent)
  return all
}

async function insertTerms(tx: Tx, refs: readonly TermRef[]): Promise<void> {
  const rows = await tx
    .insert(terms)
    .values(refs.map(({ id: _, parent, ...term }) => ({ ...term, parentId: parent?.id ?? null })))
    .onConflictDoUpdate({ target: [terms.taxonomy, terms.slug], set: { slug: sql`excluded.slug` } })
    .returning({ id: terms.id, taxonomy: terms.taxonomy, slug: terms.slug })
  const ids = new Map(rows.map((row) => [`${row.taxonomy}/${row.slug}`, row.id]))
  for (const ref of refs) ref.id = ids.get(`${ref.taxonomy}/${ref.slug}`) ?? ref.id
}

const counters: Readonly<Record<string, keyof TermRegistry['added']>> = {
  product_cat: 'categories',
  product_tag: 'tags',
  product_brand: 'brands',
  product_shipping_class: 'shippingClasses',
}
