import { type SQL, sql } from 'drizzle-orm'
import { matchesWords } from '../catalog/listing.store.ts'
import type { Db } from '../database/connect.ts'
import type { AttributeFilter, Operator, ProductParams } from './product-params.ts'

type FoundProducts = {
  /** Of the page asked for, in its order. */
  readonly ids: readonly number[]
  readonly total: number
  /** When the newest change to any of those found was made. */
  readonly changedAt: Date | null
}

/** The products that a list request means. Two queries whatever it asks for. */
export async function searchProducts(db: Db, params: ProductParams): Promise<FoundProducts> {
  const from = sql`from products join entries on entries.id = products.id where ${sql.join(conditions(params), sql` and `)}`
  const offset = params.offset > 0 ? params.offset : (params.page - 1) * params.per_page
  const [page, sum] = await Promise.all([
    db.execute<{ id: number }>(sql`select products.id ${from} order by ${ordering(params)}
      limit ${params.per_page} offset ${offset}`),
    db.execute<{ total: number; changed: string | null }>(
      sql`select count(*)::int as total, max(entries.updated_at)::text as changed ${from}`,
    ),
  ])
  const changed = sum.rows[0]?.changed ?? null
  return {
    ids: page.rows.map((row) => row.id),
    total: sum.rows[0]?.total ?? 0,
    changedAt: changed === null ? null : new Date(changed),
  }
}

const numbers = (ids: readonly number[]): SQL => sql`${sql.param([...ids])}::int[]`
const texts = (words: readonly string[]): SQL => sql`${sql.param([...words])}::text[]`

function conditions(params: ProductParams): SQL[] {
  const all: SQL[] = [sql`entries.status = 'publish'`, ofType(params)]
  const when = (isAsked: boolean, condition: () => SQL) => {
    if (isAsked) all.push(condition())
  }
  when(params.search !== '', () => matchesWords(params.search))
  when(params.slug.length > 0, () => sql`entries.slug = any(${texts(params.slug)})`)
  when(params.sku.length > 0, () => sql`products.sku = any(${texts(params.sku)})`)
  when(params.include.length > 0, () => sql`products.id = any(${numbers(params.include)})`)
  when(params.exclude.length > 0, () => sql`products.id <> all(${numbers(params.exclude)})`)
  when(params.parent.length > 0, () => sql`products.parent_id = any(${numbers(params.parent)})`)
  when(params.featured !== undefined, () => sql`products.is_featured = ${params.featured}`)
  when(params.on_sale !== undefined, () => sql`products.on_sale = ${params.on_sale}`)
  when(params.min_price !== undefined, () => sql`products.max_price_cents >= ${params.min_price}`)
  when(params.max_price !== undefined, () => sql`products.min_price_cents <= ${params.max_price}`)
  when(params.stock_status.length > 0, () => sql`products.stock_status = any(${texts(params.stock_status)})`)
  when(
    params.rating.length > 0,
    () =>
      sql`products.review_count > 0 and round(products.rating_hundredths / 100.0) = any(${numbers(params.rating.map(Number))})`,
  )
  when(params.category.length > 0, () => inTerms('product_cat', params.category, params.category_operator))
  when(params.tag.length > 0, () => inTerms('product_tag', params.tag, params.tag_operator))
  // The shop keeps no brands, so nothing is of one.
  when(params.brand.length > 0, () => sql`false`)
  when(params.related > 0, () => relatedTo(params.related))
  when(params.attributes.length > 0, () => {
    const each = params.attributes.map((filter) => sql`(${hasValues(filter)})`)
    return sql`(${sql.join(each, params.attribute_relation === 'in' ? sql` or ` : sql` and `)})`
  })
  return all
}

/** Variations are listed only when asked for, and only while their product is published. */
function ofType(params: ProductParams): SQL {
  if (params.type === 'variation' || (params.type === undefined && params.parent.length > 0)) {
    return sql`products.type = 'variation' and exists (
      select 1 from entries parent where parent.id = products.parent_id and parent.status = 'publish')`
  }
  const type = params.type === undefined ? sql`products.type <> 'variation'` : sql`products.type = ${params.type}`
  return sql`${type} and ${visible(params)}`
}

function visible({ catalog_visibility: wanted, search }: ProductParams): SQL {
  switch (wanted) {
    case 'any':
      return sql`true`
    case 'catalog':
      return sql`products.visibility in ('visible', 'catalog')`
    case 'search':
      return sql`products.visibility in ('visible', 'search')`
    case 'visible':
    case 'hidden':
      return sql`products.visibility = ${wanted}`
    case undefined:
      return search === '' ? sql`products.listed` : sql`products.visibility in ('visible', 'search')`
  }
}

/** Terms by slug or id; a category stands for the ones below it too. `and` asks for every one of them. */
function inTerms(taxonomy: string, named: readonly string[], operator: Operator): SQL {
  const of = (names: readonly string[]): SQL => {
    const byId = names.filter((name) => /^\d{1,9}$/.test(name)).map(Number)
    return sql`exists (
      with recursive branch (id) as (
        select id from terms where taxonomy = ${taxonomy} and (slug = any(${texts(names)}) or id = any(${numbers(byId)}))
        union
        select child.id from terms child join branch on child.parent_id = branch.id
      )
      select 1 from entry_terms join branch on branch.id = entry_terms.term_id where entry_terms.entry_id = products.id)`
  }
  if (operator === 'and')
    return sql.join(
      named.map((name) => of([name])),
      sql` and `,
    )
  return operator === 'in' ? of(named) : sql`not ${of(named)}`
}

function hasValues({ attribute, slugs, termIds, operator }: AttributeFilter): SQL {
  const count = sql`(
    select count(*) from entry_terms join terms on terms.id = entry_terms.term_id
    where entry_terms.entry_id = products.id and terms.taxonomy = ${attribute}
      and (terms.slug = any(${texts(slugs)}) or terms.id = any(${numbers(termIds)})))`
  if (operator === 'and') return sql`${count} >= ${slugs.length + termIds.length}`
  return operator === 'in' ? sql`${count} > 0` : sql`${count} = 0`
}

const relatedTo = (id: number): SQL => sql`products.id <> ${id} and exists (
  select 1 from entry_terms own
  join terms on terms.id = own.term_id and terms.taxonomy in ('product_cat', 'product_tag')
  join entry_terms other on other.term_id = own.term_id
  where own.entry_id = ${id} and other.entry_id = products.id)`

/** Each ends in the id, so that no product shows twice or never while somebody turns pages. */
function ordering({ orderby, order, include }: ProductParams): SQL {
  const way = order === 'asc' ? sql`asc` : sql`desc nulls last`
  const by = (...columns: SQL[]): SQL =>
    sql.join(
      [...columns, sql`products.id`].map((column) => sql`${column} ${way}`),
      sql`, `,
    )
  switch (orderby) {
    case 'date':
      return by(sql`entries.published_at`)
    case 'modified':
      return by(sql`entries.updated_at`)
    case 'id':
      return by()
    case 'include':
      return by(sql`array_position(${numbers(include)}, products.id)`)
    case 'title':
      return by(sql`entries.title`)
    case 'slug':
      return by(sql`entries.slug`)
    case 'price':
      return by(order === 'asc' ? sql`products.min_price_cents` : sql`products.max_price_cents`)
    case 'popularity':
      return by(sql`products.total_sales`)
    case 'rating':
      return by(sql`products.rating_hundredths`, sql`products.review_count`)
    case 'menu_order':
      return by(sql`entries.menu_order`, sql`entries.title`)
    case 'comment_count':
      return by(sql`products.review_count`)
  }
}
