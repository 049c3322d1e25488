/** Product reviews as recorded: 60 reviews of the first 20 teas (API-02). */
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { refreshProducts } from '../../src/shop/catalog/refresh-product.ts'
import { comments } from '../../src/site/comments/comments.table.ts'
import type { TestDatabase } from '../support/database.ts'
import { addTea, fillReferenceShop } from '../support/reference-shop.ts'
import { openShop, recordedSettings } from '../support/shop.ts'
import { type Deviation, Replay, recordedExchanges } from './replay.ts'

/** Teas that do not appear in the other recordings. */
const others: readonly (readonly [number: number, name: string])[] = [
  [2, 'Silver Needle Oolong No. 2'],
  [5, 'Tea No. 5'],
  [6, 'Tea No. 6'],
  [9, 'Autumn Needle Oolong No. 9'],
  [11, 'Tea No. 11'],
  [12, 'Tea No. 12'],
  [13, 'Tea No. 13'],
  [14, 'Tea No. 14'],
  [16, 'Golden Blossom Oolong No. 16'],
  [17, 'Tea No. 17'],
  [18, 'Tea No. 18'],
  [19, 'Smoky Blossom Herbal No. 19'],
]

/** Review `n` has the next id and belongs to the next tea, in rotation; its rating follows from the tea. */
async function fillWithReviews(database: TestDatabase): Promise<void> {
  await fillReferenceShop(database)
  await database.db.transaction(async (tx) => {
    for (const [number, name] of others) await addTea(tx, number, name, 1000)
    await tx.delete(comments)
    const written = Array.from({ length: 60 }, (_, index) => {
      const tea = ((index + 1) % 20) + 1
      return {
        id: index + 2,
        entryId: 130 + tea,
        authorName: `Reviewer ${index + 1}`,
        authorEmail: `reviewer${index + 1}@shop.test`,
        content: `Lovely cup number ${index + 1}.`,
        rating: tea % 5 === 0 ? 5 : tea % 5,
        status: 'approved' as const,
        createdAt: new Date('2026-11-20T11:41:18Z'),
      }
    })
    await tx.insert(comments).values(written)
    await tx.execute(sql`select setval(pg_get_serial_sequence('comments', 'id'), 100)`)
    const ids = written.map((review) => review.entryId)
    await refreshProducts(tx, [...new Set(ids)], new Date('2026-11-20T12:00:00Z'))
  })
}

const { app, db } = await openShop({
  template: { name: 'reference_reviews', prepare: fillWithReviews },
  settings: recordedSettings,
})
const replay = new Replay(app)

const deviations: readonly Deviation[] = [
  { where: /\.reviewer_avatar_urls\./, reason: 'avatar-without-hash' },
  { where: /^header cache-control$/, reason: 'cacheable-with-etag' },
]

describe('store-products-reviews', () => {
  test.each(recordedExchanges('store-products-reviews'))(
    '[API-01 reviews] [API-02] [REV-01] $name',
    async (exchange) => {
      await replay.step({ exchange, deviations })
    },
  )
})

test('every named deviation occurs', () => replay.expectNoUnusedDeviation())

const list = async (query: string) => {
  const answer = await app.request(`/wp-json/wc/store/v1/products/reviews?${query}`)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
const idsOf = (body: { id: number }[]) => body.map((review) => review.id)

test('[API-02] pages, offsets and sort orders work as in the other lists', async () => {
  const first = await list('per_page=25')
  const second = await list('per_page=25&page=2')
  expect(idsOf(first.body)).toEqual(Array.from({ length: 25 }, (_, index) => 61 - index))
  expect(idsOf(second.body)[0]).toBe(36)
  expect(second.headers.get('link')).toMatch(/page=1>; rel="prev", .*page=3>; rel="next"/)
  expect(idsOf((await list('per_page=2&offset=3')).body)).toEqual([58, 57])
  expect(idsOf((await list('per_page=2&order=asc')).body)).toEqual([2, 3])
  expect(idsOf((await list('per_page=2&orderby=id')).body)).toEqual([61, 60])
  expect(idsOf((await list('per_page=3&orderby=product&order=asc')).body)).toEqual([61, 41, 21])
  expect((await list('product_id=131,132')).headers.get('x-wp-total')).toBe('6')
  expect((await list('product_id[]=131&product_id[]=132')).headers.get('x-wp-total')).toBe('6')
  expect((await list('page=99')).body).toEqual([])
})

test('[API-02] a category includes its descendants, however deep', async () => {
  const total = async (query: string) => Number((await list(query)).headers.get('x-wp-total'))
  const [green, oolong] = await Promise.all([total('category_id=31'), total('category_id=32')])
  expect([green > 0, oolong > 0]).toEqual([true, true])
  await db.execute(sql`insert into terms (id, taxonomy, name, slug, parent_id, position)
    values (900, 'product_cat', 'Tea', 'all-tea', null, 90), (901, 'product_cat', 'Asian tea', 'asian', 900, 91)`)
  expect(await total('category_id=900')).toBe(0)
  await db.execute(sql`update terms set parent_id = 901 where id in (31, 32)`)
  expect(await total('category_id=900')).toBe(green + oolong)
  expect(await total('category_id=901,31')).toBe(green + oolong)
  expect(await total('category_id=31')).toBe(green)
  // A cycle can only be created directly in the database; it must not hang the shop.
  await db.execute(sql`update terms set parent_id = 31 where id = 900`)
  expect(await total('category_id=31')).toBe(green + oolong)
  await db.execute(sql`update terms set parent_id = null where id in (31, 32, 900)`)
})

test('[API-02] invalid parameters get the recorded messages', async () => {
  for (const query of [
    'per_page=0',
    'per_page=101',
    'page=0',
    'order=up',
    'orderby=price',
    'product_id=x',
    'offset=-1',
  ]) {
    const { status, body } = await list(query)
    expect([status, body.code], query).toEqual([400, 'rest_invalid_param'])
  }
  expect((await list('product_id=99999999999')).status).toBe(200)
})

test('[REV-05] only approved reviews of published products are listed', async () => {
  await db.execute(sql`update comments set status = 'pending' where id = 61`)
  await db.execute(sql`update comments set status = 'spam' where id = 41`)
  await db.insert(comments).values({
    entryId: 131,
    parentId: 21,
    authorName: 'The shop',
    authorEmail: 'owner@shop.test',
    content: 'Thank you.',
    status: 'approved',
  })
  expect(idsOf((await list('product_id=131')).body)).toEqual([21])
  await db.execute(sql`update entries set status = 'draft' where id = 131`)
  expect((await list('product_id=131')).body).toEqual([])
})

test('[API-02] names and texts are safe HTML', async () => {
  await db.execute(
    sql`update comments set content = '<script>alert(1)</script>', author_name = '<b>Eve</b>' where id = 60`,
  )
  const [review] = (await list('product_id=150&per_page=1')).body
  expect(review).toMatchObject({
    review: '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n',
    reviewer: '&lt;b&gt;Eve&lt;/b&gt;',
  })
})
