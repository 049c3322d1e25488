import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { repetitions } from '../../../../test/running/long-run.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'

const now = new Date('2026-11-21T09:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const editor = await createSignedInUser({ ...shop, db }, 'editor', 'Edith Editor')
const base = '/wp-json/wc/v3/products/reviews'
const own = '/wp-json/samovar/v1/comments'

const call = async (method: string, path: string, body?: unknown) => {
  const response = await app.request(path, {
    method,
    headers: { ...editor.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const ratingOf = async (id: number) => {
  const { rows } = await db.execute<{ h: number; n: number }>(
    sql`select rating_hundredths as h, review_count as n from products where id = ${id}`,
  )
  return [rows[0]?.h, rows[0]?.n]
}
const tea = referenceIds.simple
const review = {
  product_id: tea,
  review: '<p>Green &amp; <b>sweet</b>.</p>\n<p>Again!</p>',
  reviewer: 'Program',
  reviewer_email: 'Program@shop.test',
  rating: 5,
}

beforeEach(async () => {
  await db.execute(sql`delete from comments where id > 24`)
})

describe('wc/v3/products/reviews', () => {
  test('[REV-05] a review is written, read, changed, thrown away and deleted, and the rating follows', async () => {
    const made = await call('POST', base, review)
    expect(made.status).toBe(201)
    const { id } = made.body
    expect(made.body).toEqual({
      id,
      date_created: '2026-11-21T04:00:00',
      date_created_gmt: '2026-11-21T09:00:00',
      product_id: tea,
      product_name: 'Golden Needle Green Tea No. 1',
      product_permalink: 'http://shop.test/product/tea-1/',
      status: 'approved',
      reviewer: 'Program',
      reviewer_email: 'program@shop.test',
      review: 'Green & sweet.\n\nAgain!',
      rating: 5,
      verified: false,
      reviewer_avatar_urls: expect.objectContaining({ '24': expect.any(String) }),
      _links: expect.objectContaining({ up: [{ href: `http://shop.test/wp-json/wc/v3/products/${tea}` }] }),
    })
    expect(await ratingOf(tea)).toEqual([200, 4])
    const read = (context: string) => call('GET', `${base}/${id}?context=${context}`)
    expect((await read('edit')).body.review).toBe('Green & sweet.\n\nAgain!')
    expect((await read('view')).body.review).toBe('<p>Green &amp; sweet.</p>\n<p>Again!</p>\n')
    expect((await call('PUT', `${base}/${id}`, { rating: 3 })).body.rating).toBe(3)
    expect(await ratingOf(tea)).toEqual([150, 4])
    expect((await call('PUT', `${base}/${id}`, { status: 'hold' })).body.status).toBe('hold')
    expect(await ratingOf(tea)).toEqual([100, 3])
    expect((await call('DELETE', `${base}/${id}`)).body.status).toBe('trash')
    expect(await call('DELETE', `${base}/${id}`)).toMatchObject({
      status: 410,
      body: { code: 'woocommerce_rest_already_trashed' },
    })
    expect((await call('PUT', `${base}/${id}`, { status: 'untrash' })).body.status).toBe('hold')
    expect((await call('DELETE', `${base}/${id}?force=true`)).body).toMatchObject({ deleted: true, previous: { id } })
    expect(await call('GET', `${base}/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'woocommerce_rest_review_invalid_id' },
    })
  })

  test('[REV-05] a review moved to another product counts there and no longer here', async () => {
    const { id } = (await call('POST', base, review)).body
    await call('PUT', `${base}/${id}`, { product_id: referenceIds.threeLeft })
    expect(await ratingOf(tea)).toEqual([100, 3])
    expect(await ratingOf(referenceIds.threeLeft)).toEqual([350, 4])
    await call('DELETE', `${base}/${id}?force=true`)
    expect(await ratingOf(referenceIds.threeLeft)).toEqual([300, 3])
  })

  test('a review moved to another product takes its answers along', async () => {
    const { rows } = await db.execute<{ id: number }>(
      sql`insert into entries (kind, slug, title) values ('product', 'short-lived', 'Short-lived') returning id`,
    )
    const product_id = rows[0]?.id ?? 0
    await db.execute(sql`insert into products (id, type) values (${product_id}, 'simple')`)
    const { id } = (await call('POST', base, { ...review, product_id })).body
    await call('POST', `${own}/${id}/replies`, { text: 'Thank you.' })
    await db.execute(sql`insert into comments (entry_id, parent_id, author_name, author_email, content, status)
      select entry_id, id, 'Ada', 'ada@shop.test', 'And you.', 'approved' from comments where parent_id = ${id}`)
    await call('PUT', `${base}/${id}`, { product_id: tea })
    await db.execute(sql`delete from entries where id = ${product_id}`)
    const kept = await db.execute(sql`select content from comments where id > ${id} and entry_id = ${tea} order by id`)
    expect(kept.rows).toEqual([{ content: 'Thank you.' }, { content: 'And you.' }])
  })

  test.each([
    ['words of its text', 'creme brul', 'review'],
    ['its author', 'zoe v', 'review'],
    ['their address', 'zoe@scent', 'review'],
    ['the name of its product', 'smoked vetiv', 'review'],
    ['the title of its post', 'steeping vetiv', 'comment'],
    ['letters too few for an index', 'ëv', 'none'],
    ['a sign of a pattern', 'br%e', 'none'],
  ])('is found by %s, and so are comments', async (_, search, found) => {
    const { rows } = await db.execute<{ id: number }>(sql`
      with about as (
        insert into entries (kind, slug, title, status) values ('product', 'smoked', 'Smoked Vetiver', 'publish'),
          ('post', 'steeping', 'Steeping vetiver', 'publish') returning id, kind
      ) insert into comments (entry_id, author_name, author_email, content, status)
        select id, case kind when 'product' then 'Zoë V.' else 'Ada' end,
          case kind when 'product' then 'zoe@scent.test' else 'ada@shop.test' end,
          case kind when 'product' then 'Like crème brûlée' else 'Thanks' end, 'approved'
        from about order by kind desc returning id`)
    const names = new Map(rows.map(({ id }, at) => [id, ['review', 'comment'][at]]))
    const { body } = await call('GET', `${own}?search=${encodeURIComponent(search)}`)
    expect(body.map(({ id }: { id: number }) => names.get(id))).toEqual(found === 'none' ? [] : [found])
    await db.execute(sql`delete from entries where slug in ('smoked', 'steeping')`)
  })

  test('lists by product, status, author, text and time, paginated', async () => {
    const { id } = (await call('POST', base, { ...review, status: 'hold', date_created: '2026-11-19T10:00:00' })).body
    const idsOf = async (query: string) =>
      (await call('GET', `${base}?${query}`)).body.map((one: { id: number }) => one.id)
    expect(await idsOf('status=hold')).toEqual([id])
    expect(await idsOf(`status=all&search=again!&product=${tea}`)).toEqual([id])
    expect(await idsOf('reviewer_email=program@shop.test&status=all')).toEqual([id])
    expect(await idsOf(`product=${tea}&order=asc&orderby=id`)).toEqual([1, 2, 3])
    expect(await idsOf('include=3,1&orderby=include')).toEqual([3, 1])
    expect(await idsOf(`product=${tea}&exclude=1,2`)).toEqual([3])
    expect(await idsOf('status=hold&before=2026-11-19T09:59:59')).toEqual([])
    expect(await idsOf('per_page=2&offset=1&orderby=id&order=asc')).toEqual([2, 3])
    const page = await call('GET', `${base}?per_page=10`)
    expect(page.headers.get('x-wp-total')).toBe('24')
    expect(page.headers.get('x-wp-totalpages')).toBe('3')
    expect(page.headers.get('link')).toContain('rel="next"')
    expect((await call('GET', `${base}?status=odd`)).status).toBe(400)
  })

  test('the same sent twice, also at once, is one review; in the trash it counts no more', async () => {
    const both = await Promise.all([call('POST', base, review), call('POST', base, review)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('woocommerce_rest_comment_duplicate')
    const other = { ...review, reviewer_email: 'other@shop.test' }
    expect((await call('POST', base, other)).status).toBe(201)
    const id = both.find(({ status }) => status === 201)?.body.id
    await call('DELETE', `${base}/${id}`)
    expect((await call('POST', base, review)).status).toBe(201)
  })

  test('batch: each item has its own result', async () => {
    const { id } = (await call('POST', base, review)).body
    const { status, body } = await call('POST', `${base}/batch`, {
      create: [
        { ...review, review: 'Another' },
        { ...review, product_id: 999_999 },
      ],
      update: [{ id, rating: 1 }, { id: 'x' }],
      delete: [1_000_000, id],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      create: [{ rating: 5 }, { error: { code: 'woocommerce_rest_product_invalid_id' } }],
      update: [{ id, rating: 1 }, { error: { code: 'woocommerce_rest_review_invalid_id' } }],
      delete: [{ error: { code: 'woocommerce_rest_review_invalid_id' } }, { deleted: true }],
    })
    expect((await call('POST', `${base}/batch`, { delete: Array(101).fill(1) })).status).toBe(413)
  })

  test.each<[string, object, string]>([
    ['without words', { review: undefined }, 'rest_missing_callback_param'],
    ['with empty words', { review: '<p> </p>' }, 'woocommerce_rest_review_content_invalid'],
    ['with six stars', { rating: 6 }, 'rest_invalid_param'],
    ['with no stars at all', { rating: 0 }, 'rest_invalid_param'],
    ['with half a star', { rating: 4.5 }, 'rest_invalid_param'],
    ['without stars', { rating: undefined }, 'rest_missing_callback_param'],
    ['with null for stars', { rating: null }, 'rest_missing_callback_param'],
    ['with stars as text', { rating: 'five' }, 'rest_invalid_param'],
    ['with a list as a name', { reviewer: ['x'] }, 'rest_invalid_param'],
    ['with a bad address', { reviewer_email: 'x@' }, 'rest_invalid_param'],
    ['of a page', { product_id: referenceIds.page }, 'woocommerce_rest_product_invalid_id'],
    ['of a variation', { product_id: referenceIds.sizes['50-g'] }, 'woocommerce_rest_product_invalid_id'],
    ['with an odd state', { status: 'gone' }, 'rest_invalid_param'],
    ['with 10,000 letters', { review: 'x'.repeat(10_000) }, 'woocommerce_rest_review_content_invalid'],
  ])('[REV-04] a review %s is refused and changes nothing', async (_, changes, code) => {
    const before = await digestShop(db)
    expect((await call('POST', base, { ...review, ...changes })).body.code).toBe(code)
    expect(await digestShop(db)).toEqual(before)
  })
})

describe('stars', () => {
  test('[REV-05 figures] a change to none of them is refused by either face, and the rating stays', async () => {
    const { id } = (await call('POST', base, review)).body
    const before = await digestShop(db)
    const refused = await call('PUT', `${base}/${id}`, { rating: 0 })
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } })
    expect(refused.body.data.details.rating.code).toBe('rest_out_of_bounds')
    const { body } = await call('POST', `${base}/batch`, {
      create: [{ ...review, rating: 0 }],
      update: [{ id, rating: 0 }],
    })
    expect(body).toMatchObject({
      create: [{ error: { code: 'rest_invalid_param' } }],
      update: [{ error: { code: 'rest_invalid_param' } }],
    })
    expect((await call('PUT', `${own}/${id}`, { rating: null })).status).toBe(400)
    expect(await digestShop(db)).toEqual(before)
  })

  test('[REV-05 figures] where shoppers may leave them out, programs may as well, but 0 is no rating there either', async () => {
    const relaxed = await openShop({
      settings: { reviews: { ratingRequired: 'no', moderation: 'first', verifiedOwnersOnly: false } },
    })
    const staff = await createSignedInUser(relaxed.shop, 'editor')
    const post = (rating?: number) =>
      relaxed.app.request(base, {
        method: 'POST',
        headers: { ...staff.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...review, rating }),
      })
    expect((await post()).status).toBe(201)
    expect((await post(0)).status).toBe(400)
  })
})

describe('the back office’s API', () => {
  test('[REV-05] lists what waits with the reason, counts, moves and says where things stood', async () => {
    const { id } = (await call('POST', base, { ...review, status: 'hold' })).body
    await db.execute(sql`update comments set moderation_reason = 'has a link' where id = ${id}`)
    const list = await call('GET', `${own}?status=pending&stars=5`)
    expect(list.body).toMatchObject([
      {
        id,
        status: 'pending',
        held_because: 'has a link',
        rating: 5,
        entry: { kind: 'product', href: '/product/tea-1/' },
      },
    ])
    expect((await call('GET', `${own}?status=pending&stars=4`)).body).toEqual([])
    expect((await call('GET', `${own}/counts`)).body).toEqual({ approved: 24, pending: 1, spam: 0, trash: 0 })
    const moved = await call('POST', `${own}/moves`, { ids: [id, 1, 999_999], to: 'spam' })
    expect(moved.body.moved).toEqual([
      { id: 1, from: 'approved', to: 'spam' },
      { id, from: 'pending', to: 'spam' },
    ])
    expect(await ratingOf(tea)).toEqual([100, 2])
    await call('POST', `${own}/moves`, { ids: [1], to: 'approved' })
    expect(await ratingOf(tea)).toEqual([100, 3])
    expect((await call('POST', `${own}/deletions`, { ids: [id] })).body).toEqual({ deleted: [id] })
  })

  test('[REV-05] text and rating can be edited; a reply has no rating', async () => {
    const edited = await call('PUT', `${own}/1`, { text: ' Better\u0000 words. ', rating: 4 })
    expect(edited.body).toMatchObject({ text: 'Better words.', rating: 4 })
    expect(await ratingOf(tea)).toEqual([200, 3])
    const reply = await call('POST', `${own}/1/replies`, { text: 'Thank you.' })
    expect(reply).toMatchObject({
      status: 201,
      body: { author: 'Edith Editor', answers: 'Taster 1', approved: false },
    })
    expect((await call('PUT', `${own}/${reply.body.id}`, { rating: 5 })).status).toBe(400)
    await call('PUT', `${own}/1`, { rating: 1 })
    expect(await ratingOf(tea)).toEqual([100, 3])
  })

  test('[REV-05] invalid input is rejected and changes nothing', async () => {
    const before = await digestShop(db)
    const anything = fc.jsonValue({ maxDepth: 2 })
    const bodies = fc.record({ ids: anything, to: anything, text: anything, rating: anything }, { requiredKeys: [] })
    const paths = fc.constantFrom(
      ['POST', '/moves'],
      ['POST', '/deletions'],
      ['POST', '/999999/replies'],
      ['PUT', '/999999'],
    )
    await fc.assert(
      fc.asyncProperty(paths, bodies, async ([method = '', path = ''], body) => {
        const { status } = await call(method, own + path, body)
        expect([200, 400, 404]).toContain(status)
      }),
      { numRuns: repetitions(60) },
    )
    expect((await call('POST', `${own}/moves`, '{"ids":')).status).toBe(400)
    expect(await digestShop(db)).toEqual(before)
  })
})
