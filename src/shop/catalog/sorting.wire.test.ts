/** Sorting, filtering and pagination of listing pages. Expected values come from SQL, not from the listing code. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { refreshProducts } from './refresh-product.ts'

const { app, db } = await openShop()

type Shown = { readonly ids: number[]; readonly html: string; readonly status: number }

async function shown(path: string): Promise<Shown> {
  const response = await app.request(path)
  const html = await response.text()
  const list = /<ul class="products[^>]*>(.*?)<\/ul>/s.exec(html)?.[1] ?? ''
  const ids = [...list.matchAll(/<li class="[^"]*post-(\d+) /g)].map((match) => Number(match[1]))
  return { ids, html, status: response.status }
}

/** Ids on all pages of a listing, following the pagination links. */
async function everyPage(path: string): Promise<number[]> {
  const ids: number[] = []
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: Shown = await shown(next)
    ids.push(...page.ids)
    next = /<a class="[^"]*\bnext\b[^"]*"[^>]*href="([^"]+)"/.exec(page.html)?.[1]?.replaceAll('&amp;', '&')
  }
  return ids
}

const all = await db.execute<{ id: number; min: number; max: number; rating: number; sales: number; day: string }>(sql`
  select p.id, p.min_price_cents as min, p.max_price_cents as max, p.rating_hundredths as rating,
    p.total_sales as sales, e.published_at as day
  from products p join entries e on e.id = p.id where p.listed`)
const byId = new Map(all.rows.map((row) => [row.id, row]))
const facts = (ids: readonly number[]) =>
  ids.map((id) => {
    const row = byId.get(id)
    if (!row) throw new Error(`${id} is not listed`)
    return row
  })

test('[CAT-08 numbered pages] each product is on exactly one of the numbered pages', async () => {
  const ids = await everyPage('/shop/')
  expect(ids.toSorted((a, b) => a - b)).toEqual(all.rows.map(({ id }) => id).toSorted((a, b) => a - b))
  const first = await shown('/shop/')
  expect(first.html).toMatch(/<a class="page-numbers" href="\/shop\/page\/2\/"/)
  expect((await shown('/shop/page/2/')).ids).toEqual(ids.slice(first.ids.length, 2 * first.ids.length))
})

test.each([
  ['price up', 'price', (row: (typeof all.rows)[number]) => row.min],
  ['price down', 'price-desc', (row: (typeof all.rows)[number]) => -row.max],
  ['rating', 'rating', (row: (typeof all.rows)[number]) => -row.rating],
  ['popularity', 'popularity', (row: (typeof all.rows)[number]) => -row.sales],
  ['newest', 'date', (row: (typeof all.rows)[number]) => -new Date(row.day).getTime()],
] as const)('[CAT-08 %s] sorted by orderby=%s over all pages', async (_, orderby, rank) => {
  const ranks = facts(await everyPage(`/shop/?orderby=${orderby}`)).map(rank)
  expect(ranks).toHaveLength(all.rows.length)
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBeGreaterThan(1)
})

const termIds = async (taxonomy: string, slug: string): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from products p join entry_terms et on et.entry_id = p.id join terms t on t.id = et.term_id
    where p.listed and t.taxonomy = ${taxonomy} and t.slug = ${slug} order by p.id`)
  return rows.map(({ id }) => id)
}

test.each([
  ['categories', '/product-category/green-tea/', 'product_cat', 'green-tea'],
  ['attributes', '/shop/?filter_origin=japan', 'pa_origin', 'japan'],
] as const)('[CAT-08 %s] %s shows exactly the products that have it', async (_, path, taxonomy, slug) => {
  const expected = await termIds(taxonomy, slug)
  expect(expected.length).toBeGreaterThan(1)
  expect((await everyPage(path)).toSorted((a, b) => a - b)).toEqual(expected)
})

test('[CAT-08 tags] a tag shows exactly the products that have it', async () => {
  const some = all.rows.slice(0, 3).map(({ id }) => id)
  await db.execute(sql`
    with tag as (insert into terms (taxonomy, slug, name) values ('product_tag', 'calm', 'Calm') returning id)
    insert into entry_terms (entry_id, term_id) select p.id, tag.id from products p, tag where p.id in (${sql.join(some, sql`, `)})`)
  await db.transaction((tx) => refreshProducts(tx, some, new Date()))
  expect((await everyPage('/product-tag/calm/')).toSorted((a, b) => a - b)).toEqual(some.toSorted((a, b) => a - b))
})

test('[CAT-08 text search] a word finds exactly the products whose name has it', async () => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select p.id from products p join entries e on e.id = p.id where p.listed and e.title ilike '%Needle%' order by p.id`)
  expect(rows.length).toBeGreaterThan(1)
  const found = await everyPage('/shop/?s=needle&post_type=product')
  expect(found.toSorted((a, b) => a - b)).toEqual(rows.map(({ id }) => id))
})
