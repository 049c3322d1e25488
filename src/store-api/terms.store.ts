import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { attributes, terms } from '../catalog/catalog.table.ts'
import type { Picture } from '../catalog/product.ts'
import type { Db } from '../database/connect.ts'
import { media } from '../media/media.table.ts'

export type FoundTerm = {
  readonly id: number
  readonly name: string
  readonly slug: string
  readonly description: string
  readonly parentId: number | null
  /** Published products in it and below it. */
  readonly count: number
  /** Approved reviews of those. */
  readonly reviewCount: number
  readonly picture: Picture | null
}

export type TermQuery = {
  readonly taxonomy: string
  readonly search?: string | undefined
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly slugs?: readonly string[]
  readonly parentId?: number | undefined
  readonly hidesEmpty: boolean
  readonly orderBy: 'name' | 'slug' | 'count'
  readonly direction: 'asc' | 'desc'
  /** Null: all of them. */
  readonly page: { readonly number: number; readonly size: number } | null
}

type Row = {
  id: number
  name: string
  slug: string
  description: string
  parent_id: number | null
  image_id: number | null
  count: number
  review_count: number
  total: number
}

/** The terms of a taxonomy with what is in them. What is in a category below counts in the ones above. */
export async function findTerms(db: Db, query: TermQuery): Promise<{ total: number; terms: FoundTerm[] }> {
  const { rows } = await db.execute<Row>(sql`
    with recursive above as (
      select id, id as root from ${terms} where taxonomy = ${query.taxonomy}
      union select t.id, above.root from ${terms} t join above on t.parent_id = above.id
    ), counted as (
      select root, count(*)::int as count, coalesce(sum(review_count), 0)::int as review_count from (
        select distinct above.root, p.id, p.review_count
          from above join entry_terms et on et.term_id = above.id
          join products p on p.id = et.entry_id and p.type <> 'variation'
          join entries e on e.id = p.id and e.status = 'publish') each_once
       group by root
    ), found as (
      select t.id, t.name, t.slug, t.description, t.parent_id, t.image_id,
             coalesce(counted.count, 0) as count, coalesce(counted.review_count, 0) as review_count
        from ${terms} t left join counted on counted.root = t.id
       where ${matching(query)}
    )
    select found.*, (count(*) over ())::int as total from found
     order by ${ordering(query)}, id ${query.page ? sql`limit ${query.page.size} offset ${(query.page.number - 1) * query.page.size}` : sql``}`)
  const pictures = await picturesOf(
    db,
    rows.flatMap((row) => row.image_id ?? []),
  )
  return {
    total: rows[0]?.total ?? 0,
    terms: rows.map((row) => ({
      id: row.id,
      name: row.name,
      slug: row.slug,
      description: row.description,
      parentId: row.parent_id,
      count: row.count,
      reviewCount: row.review_count,
      picture: row.image_id === null ? null : (pictures.get(row.image_id) ?? null),
    })),
  }
}

function matching(query: TermQuery): SQL {
  const { search, include = [], exclude = [], slugs = [], parentId } = query
  const list = (values: readonly (number | string)[]) =>
    sql.join(
      values.map((value) => sql`${value}`),
      sql`, `,
    )
  const conditions = [
    sql`t.taxonomy = ${query.taxonomy}`,
    ...(search ? [sql`t.name ilike ${`%${search.replaceAll(/[\\%_]/g, '\\$&')}%`}`] : []),
    ...(include.length > 0 ? [sql`t.id in (${list(include)})`] : []),
    ...(exclude.length > 0 ? [sql`t.id not in (${list(exclude)})`] : []),
    ...(slugs.length > 0 ? [sql`t.slug in (${list(slugs)})`] : []),
    ...(parentId === undefined ? [] : [parentId === 0 ? sql`t.parent_id is null` : sql`t.parent_id = ${parentId}`]),
    ...(query.hidesEmpty ? [sql`coalesce(counted.count, 0) > 0`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

const columns = { name: sql`lower(found.name)`, slug: sql`found.slug`, count: sql`found.count` }

const ordering = ({ orderBy, direction }: TermQuery): SQL =>
  direction === 'asc' ? sql`${columns[orderBy]} asc` : sql`${columns[orderBy]} desc`

async function picturesOf(db: Db, ids: readonly number[]): Promise<Map<number, Picture>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: media.id,
      path: media.path,
      width: media.width,
      height: media.height,
      alt: media.alt,
      title: media.title,
      caption: media.caption,
    })
    .from(media)
    .where(inArray(media.id, [...ids]))
  return new Map(rows.map((row) => [row.id, row]))
}

export type FoundAttribute = {
  readonly id: number
  readonly slug: string
  readonly label: string
  readonly count: number
}

/** The attributes of the shop with how many values each has, by name; or the one with this id. */
export const findAttributes = (db: Db, id?: number): Promise<FoundAttribute[]> =>
  db
    .select({
      id: attributes.id,
      slug: attributes.slug,
      label: attributes.label,
      count: sql<number>`(select count(*)::int from terms t where t.taxonomy = attributes.slug)`,
    })
    .from(attributes)
    .where(id === undefined ? undefined : eq(attributes.id, id))
    .orderBy(asc(attributes.label), asc(attributes.id))
