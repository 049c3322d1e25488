import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { paths } from '../../platform/web/routes.ts'

export const entryKinds = ['post', 'page', 'project', 'product'] as const
export type SitemapEntryKind = (typeof entryKinds)[number]

/** First segments of built-in pages, such as `cart` of `/cart/`. Imported pages with these slugs are never shown. */
const reservedSlugs = Object.values(paths).flatMap((path) => /^\/([\w-]+)\/$/.exec(path)?.[1] ?? [])

/** Products hidden from listings are excluded. */
const isListed = sql`e.status = 'publish' and (e.kind <> 'product'
  or exists (select 1 from products p where p.id = e.id and p.listed))
  and (e.kind <> 'page' or e.slug <> all(${sql.param(reservedSlugs)}::text[]))`

type Count = { readonly kind: string; readonly total: number }

export async function countEntries(db: Db): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select e.kind, count(*)::int as total from entries e
    where e.kind in ('post', 'page', 'project', 'product') and ${isListed} group by e.kind`)
  return rows
}

export async function listEntries(db: Db, kind: SitemapEntryKind, page: number) {
  const { rows } = await db.execute<{ slug: string; changedAt: string }>(sql`
    select e.slug, to_char(e.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "changedAt"
    from entries e where e.kind = ${kind} and ${isListed} order by e.id ${sliceOf(page)}`)
  return rows
}

const sliceOf = (page: number): SQL => sql`limit ${MAX_URLS} offset ${(page - 1) * MAX_URLS}`

/** Terms with products, posts or projects; products count for ancestors of their category. */
const shownTerms = sql`
  with recursive used as (
    select t.id, t.parent_id from terms t
    where (t.taxonomy in ('product_cat', 'product_tag') or t.taxonomy like 'pa\\_%') and exists (
      select 1 from entry_terms et join products p on p.id = et.entry_id and p.listed where et.term_id = t.id)
    or t.taxonomy in ('category', 'post_tag', 'project_category') and exists (
      select 1 from entry_terms et join entries e on e.id = et.entry_id and e.kind in ('post', 'project') and e.status = 'publish'
      where et.term_id = t.id)
    union
    select above.id, above.parent_id from terms above join used on used.parent_id = above.id
  )
  select t.id, t.taxonomy, t.slug from terms t where t.id in (select id from used)`

export async function countTerms(db: Db): Promise<Count[]> {
  const { rows } = await db.execute<Count>(sql`
    select taxonomy as kind, count(*)::int as total from (${shownTerms}) shown group by taxonomy order by taxonomy`)
  return rows
}

export async function listTerms(db: Db, taxonomy: string, page: number): Promise<{ readonly slug: string }[]> {
  const { rows } = await db.execute<{ slug: string }>(sql`
    select slug from (${shownTerms}) shown where taxonomy = ${taxonomy} order by id ${sliceOf(page)}`)
  return rows
}

/** URLs per sitemap as in WordPress; the standard allows 50,000. */
export const MAX_URLS = 2000
