/** Submitting reviews and comments: from browsers with and without JavaScript, and from programs. */

import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { repetitions } from '../../../test/running/long-run.ts'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { createProof, solve } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { sessions } from '../../people/identity/accounts.table.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { comments } from './comments.table.ts'

const settings = { reviews: { ratingRequired: 'yes', moderation: 'first', verifiedOwnersOnly: false } as const }
const { app, shop, db, enqueuedJobs } = await openShop({ settings })
const strict = await openShop({ settings: { reviews: { ...settings.reviews, moderation: 'all' } } })
const open = await openShop({ settings: { reviews: { ...settings.reviews, moderation: 'none' } } })
const buyers = await openShop({
  settings: { reviews: { ...settings.reviews, moderation: 'none', verifiedOwnersOnly: true } },
})

const tea = referenceIds.simple
const customer = await createSignedInUser(shop, 'customer', 'Cora Customer')
const editor = await createSignedInUser(shop, 'editor', 'Edith Editor')
const [post] = await db
  .insert(entries)
  .values({ kind: 'post', slug: 'on-water', title: 'On water', content: '<p>Soft.</p>' })
  .returning()
const postId = post?.id ?? 0

let visitors = 0
type Fields = Readonly<Record<string, string>>
type Visit = { readonly to?: typeof app; readonly headers?: Fields; readonly address?: string }

/** Posts as a browser does, from a new IP address each time unless one is given. */
const send = async (fields: Fields, { to = app, headers = {}, address }: Visit = {}): Promise<Response> => {
  visitors += 1
  return to.request('/wp-comments-post.php', {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': address ?? `203.0.${visitors >> 8}.${visitors & 255}`, ...headers },
  })
}
const newReview = (changes: Fields = {}): Fields => ({
  comment_post_ID: String(tea),
  comment_parent: '0',
  rating: '4',
  comment: `Sweet to the third cup, number ${(visitors += 1)}.`,
  author: 'Ada Leaf',
  email: `ada${visitors}@shop.test`,
  ...changes,
})
const withProof = async (fields: Fields, of: Parameters<typeof createProof>[0] = shop): Promise<Fields> => ({
  ...fields,
  proof: await createProof(of),
})
const last = async (of = db) => (await of.select().from(comments).orderBy(sql`id desc`).limit(1))[0]
const ratingOf = async (id: number, of = db) => {
  const [row] = await of.select().from(products).where(eq(products.id, id))
  return { hundredths: row?.ratingHundredths, count: row?.reviewCount }
}
const json = { accept: 'application/json' }

beforeEach(async () => {
  await db.delete(comments).where(sql`id > 24`)
  await db.delete(emails)
  enqueuedJobs.length = 0
})

describe('a review that is approved at once', () => {
  test('[REV-02] [REV-04] by somebody signed in who was approved before: it stands there with all its fields and counts', async () => {
    const headers = { cookie: customer.cookie }
    await send(newReview(), { headers })
    await db.update(comments).set({ status: 'approved' }).where(eq(comments.userId, customer.id))
    const response = await send(newReview({ comment: 'Second.\n\nAnd <b>bold</b>.' }), { headers })
    const made = await last()
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/product/tea-1/#comment-${made?.id}`)
    expect(made).toMatchObject({
      entryId: tea,
      parentId: null,
      userId: customer.id,
      authorName: 'Cora Customer',
      authorEmail: customer.email,
      content: 'Second.\n\nAnd <b>bold</b>.',
      rating: 4,
      isVerified: false,
      status: 'approved',
      moderationReason: '',
    })
    const html = await (await app.request('/product/tea-1/')).text()
    expect(html).toContain('And &lt;b&gt;bold&lt;/b&gt;.')
    expect(html).not.toContain('<b>bold')
    // The only email is about the first comment, which was held for moderation.
    expect(await db.select().from(emails)).toHaveLength(1)
  })

  test('[REV-05] the rating of the product is right with the answer', async () => {
    const before = await ratingOf(tea, open.db)
    await send(await withProof(newReview({ rating: '5' }), open.shop), { to: open.app })
    const sum = 100 * (before.count ?? 0)
    expect(before).toEqual({ hundredths: 100, count: 3 })
    expect(await ratingOf(tea, open.db)).toEqual({ hundredths: Math.round((sum + 500) / 4), count: 4 })
  })

  test('[REV-02] a page with reviews that was kept is dropped for its writer at once', async () => {
    const pageOf = () => open.shop.pages.size.pages
    await open.app.request('/product/tea-1/')
    expect(pageOf()).toBeGreaterThan(0)
    await send(await withProof(newReview(), open.shop), { to: open.app })
    expect(pageOf()).toBe(0)
  })
})

describe('a pending review', () => {
  test('[REV-05] the first of a writer waits, is seen by its writer alone, and the owner hears of it', async () => {
    const before = await ratingOf(tea)
    const fields = newReview({ comment: 'A first word.' })
    const response = await send(await withProof(fields))
    const made = await last()
    expect(made).toMatchObject({ status: 'pending', moderationReason: 'the first from this writer' })
    const location = response.headers.get('location') ?? ''
    expect(location).toMatch(
      new RegExp(`^/product/tea-1/\\?unapproved=${made?.id}&moderation-hash=[0-9a-f]{32}#comment-${made?.id}$`),
    )
    const own = await (await app.request(location)).text()
    expect(own).toContain('A first word.')
    expect(own).toContain('woocommerce-review__awaiting-approval')
    for (const other of [
      '/product/tea-1/',
      location.replace(/hash=\w{4}/, 'hash=0000'),
      location.replace(/unapproved=\d+/, 'unapproved=1'),
    ]) {
      expect(await (await app.request(other)).text()).not.toContain('A first word.')
    }
    expect(await ratingOf(tea)).toEqual(before)
    const [mail] = await db.select().from(emails)
    expect(mail).toMatchObject({ recipient: 'owner@samovar.test', template: 'comment-waits' })
    if (!mail) throw new Error('No mail was asked for')
    expect((await shop.messages.content(db, mail)).text).toContain('A first word.')
    expect(enqueuedJobs.map(({ name }) => name)).toContain('send-emails')
  })

  test('[REV-05] all are pending if the setting requires it', async () => {
    await send(await withProof(newReview({ email: 'taster1@shop.test' }), strict.shop), { to: strict.app })
    expect(await last(strict.db)).toMatchObject({ status: 'pending', moderationReason: 'every one is looked at first' })
  })

  test('[REV-05] without a proof anonymous reviews are pending; a proof is valid once', async () => {
    const to = { to: open.app }
    await send(newReview(), to)
    expect(await last(open.db)).toMatchObject({ status: 'pending', moderationReason: 'sent without script' })
    const proof = await createProof(open.shop)
    await send({ ...newReview(), proof }, to)
    expect(await last(open.db)).toMatchObject({ status: 'approved' })
    await send({ ...newReview(), proof }, to)
    expect(await last(open.db)).toMatchObject({
      status: 'pending',
      moderationReason: 'came with a proof that was used before',
    })
  })

  test('two at once with one proof: one of them waits', async () => {
    const proof = await createProof(open.shop)
    await Promise.all([1, 2].map(() => send({ ...newReview(), proof }, { to: open.app })))
    const made = await open.db.select().from(comments).orderBy(sql`id desc`).limit(2)
    expect(made.map(({ status }) => status).toSorted()).toEqual(['approved', 'pending'])
  })

  test('[REV-05] notification emails are limited', async () => {
    for (let count = 0; count < 23; count += 1) await send(newReview())
    expect(await db.select().from(emails)).toHaveLength(20)
  })
})

describe('spam', () => {
  test('[REV-05] is kept out of sight without a word to its sender or to the owner', async () => {
    const waiting = await send(await withProof(newReview()), { headers: json })
    const trapped = await send(await withProof(newReview({ [HONEYPOT_FIELD]: 'Great offer' })), { headers: json })
    expect(await last()).toMatchObject({
      status: 'spam',
      moderationReason: 'filled in the field that people do not see',
    })
    const shapes = [await waiting.json(), await trapped.json()].map((response) => ({ ...response, id: 0, href: '' }))
    expect(shapes[0]).toEqual(shapes[1])
    expect(await db.select().from(emails)).toHaveLength(1)
  })

  test('[REV-05] the same words from many writers end there', async () => {
    const words = 'The very same words, sent around to everybody.'
    for (let count = 0; count < 4; count += 1) await send(await withProof(newReview({ comment: words })))
    expect(await last()).toMatchObject({ status: 'spam' })
  })
})

describe('authors', () => {
  test('[REV-02] somebody signed in is not asked who they are, whatever the form says', async () => {
    const response = await send(newReview({ author: 'The Queen', email: 'queen@palace.test' }), {
      headers: { cookie: customer.cookie },
    })
    expect(response.status).toBe(302)
    expect(await last()).toMatchObject({
      userId: customer.id,
      authorName: 'Cora Customer',
      authorEmail: customer.email,
    })
  })

  test('[REV-05] staff need no approval, and their answers are marked', async () => {
    await send(newReview({ comment_parent: '1', comment: 'Thank you, Taster.', rating: '' }), {
      headers: { cookie: editor.cookie },
    })
    expect(await last()).toMatchObject({ status: 'approved', parentId: 1, rating: null })
    const html = await (await app.request('/product/tea-1/')).text()
    expect(html).toMatch(/bypostauthor[\s\S]*from the shop[\s\S]*Thank you, Taster\./)
    expect(await ratingOf(tea)).toEqual({ hundredths: 100, count: 3 })
  })

  test('[REV-02] where only buyers write, an email address alone opens nothing and tells nothing', async () => {
    await writeOrder(buyers.db, { status: 'completed', billing: { ...ada, email: 'buyer@shop.test' } })
    const before = await digestShop(buyers.db)
    const [bought, not] = await Promise.all(
      ['buyer@shop.test', 'nobody@shop.test'].map((email) =>
        send(newReview({ email }), { to: buyers.app, headers: json }),
      ),
    )
    expect([bought?.status, not?.status]).toEqual([403, 403])
    expect(await bought?.text()).toEqual(await not?.text())
    expect(await digestShop(buyers.db)).toEqual(before)
    const buyer = await createSignedInUser(buyers.shop, 'customer')
    await writeOrder(buyers.db, { status: 'completed', customerId: buyer.id })
    expect((await send(newReview(), { to: buyers.app, headers: { cookie: buyer.cookie } })).status).toBe(302)
  })
})

describe('duplicates and limits', () => {
  test('[REV-04 comment form fields, comment_post_ID] what the product’s form holds is kept field by field, under the product that it names', async () => {
    const html = await (await app.request('/product/tea-1/')).text()
    const form = /<form\b[^>]*id="commentform".*?<\/form>/s.exec(html)?.[0] ?? ''
    const names = [...form.matchAll(/\bname="([^"]+)"/g)].map(([, name]) => name)
    expect(names).toEqual(
      expect.arrayContaining(['author', 'email', 'comment', 'rating', 'comment_post_ID', 'comment_parent']),
    )
    expect(form).toMatch(new RegExp(`name="comment_post_ID"[^>]*value="${tea}"`))
    for (const id of [tea, referenceIds.soldIndividually]) {
      const fields = newReview({ comment_post_ID: String(id), author: ' Ada Leaf ', rating: '2' })
      expect((await send(await withProof(fields))).status).toBe(302)
      expect(await last()).toMatchObject({
        entryId: id,
        parentId: null,
        userId: null,
        authorName: 'Ada Leaf',
        authorEmail: fields.email,
        content: fields.comment,
        rating: 2,
      })
    }
  })

  test('[REV-04] a second click is answered with what the first one wrote', async () => {
    const fields = await withProof(newReview())
    const responses = await Promise.all([1, 2, 3].map(() => send(fields)))
    expect(new Set(responses.map((response) => response.headers.get('location'))).size).toBe(1)
    const made = await db
      .select()
      .from(comments)
      .where(eq(comments.authorEmail, fields.email ?? ''))
    expect(made).toHaveLength(1)
  })

  test('[REV-04] too many from one address are asked to wait, and keep what they wrote', async () => {
    const visit = { address: '198.51.100.250' }
    for (let count = 0; count < 10; count += 1) expect((await send(newReview(), visit)).status).toBe(302)
    const before = await digestShop(db)
    const response = await send(newReview({ comment: 'One more thing.' }), visit)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.text()).toContain('One more thing.</textarea>')
    expect(await digestShop(db)).toEqual(before)
  })
})

describe('mistakes', () => {
  test('[REV-03 refused by the server] no rating: refused with the specification’s words in place and everything typed still there', async () => {
    const before = await digestShop(db)
    const kept = shop.pages.size.pages
    const response = await send(newReview({ rating: '', comment: 'Half a "thought" & more', author: 'Ada <i>' }))
    expect(response.status).toBe(422)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const html = await response.text()
    expect(html).toMatch(/id="rating-mistake"(?![^>]*hidden)[\s\S]{0,400}Please select a rating/)
    expect(html).toMatch(/<select id="rating"[^>]*aria-invalid="true"/)
    expect(html).toContain('Half a &quot;thought&quot; &amp; more</textarea>')
    expect(html).toContain('value="Ada &lt;i&gt;"')
    expect(await digestShop(db)).toEqual(before)
    expect(shop.pages.size.pages).toBe(kept)
  })

  test('[REV-03] API clients get an error per field', async () => {
    const response = await send(newReview({ rating: '6', comment: '', author: '', email: 'x@y' }), { headers: json })
    expect(response.status).toBe(422)
    const { fieldErrors } = await response.json()
    expect(fieldErrors.map((one: { field: string }) => one.field)).toEqual(['rating', 'comment', 'author', 'email'])
  })

  const wrong: readonly (readonly [name: string, fields: () => Fields, status: number])[] = [
    ['no product', () => newReview({ comment_post_ID: '' }), 404],
    ['an unknown product', () => newReview({ comment_post_ID: '999999' }), 404],
    ['a product that is text', () => newReview({ comment_post_ID: 'abc' }), 404],
    ['a product of 30 digits', () => newReview({ comment_post_ID: '9'.repeat(30) }), 404],
    ['a variation', () => newReview({ comment_post_ID: String(referenceIds.sizes['50-g']) }), 404],
    ['a page', () => newReview({ comment_post_ID: String(referenceIds.page) }), 404],
    ['a parent of another product', () => newReview({ comment_parent: '4' }), 422],
    ['a parent that is not there', () => newReview({ comment_parent: '999999' }), 422],
    ['a parent that is text', () => newReview({ comment_parent: 'x' }), 422],
    ['rating 0', () => newReview({ rating: '0' }), 422],
    ['rating 6', () => newReview({ rating: '6' }), 422],
    ['rating abc', () => newReview({ rating: 'abc' }), 422],
    ['ratings as a list', () => ({ ...newReview({ rating: '' }), 'rating[]': '5' }), 422],
    ['100,000 letters', () => newReview({ comment: 'x'.repeat(100_000) }), 422],
    ['an email address that is none', () => newReview({ email: 'ada@@shop' }), 422],
    ['a null character', () => newReview({ comment: 'a\0b' }), 422],
    ['nothing', () => ({}), 404],
  ]
  test.each(wrong)('[REV-04] %s changes nothing', async (_, fields, status) => {
    const before = await digestShop(db)
    expect((await send(fields())).status).toBe(status)
    expect(await digestShop(db)).toEqual(before)
  })

  test('[REV-04] a product that takes no reviews keeps those it has and shows no form', async () => {
    await db.update(entries).set({ commentsOpen: false }).where(eq(entries.id, referenceIds.threeLeft))
    const before = await digestShop(db)
    expect((await send(newReview({ comment_post_ID: String(referenceIds.threeLeft) }))).status).toBe(403)
    expect(await digestShop(db)).toEqual(before)
    const html = await (await app.request('/product/tea-3/')).text()
    expect(html).toContain('li-comment-')
    expect(html).not.toContain('commentform')
  })

  test('[REV-04] other methods get 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await app.request('/wp-comments-post.php', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  test('[REV-04] whatever is sent gets an answer, and what is refused changes nothing', async () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom(
        '',
        '0',
        '5',
        '131',
        '-1',
        '1e9',
        '\0',
        '<script>alert(1)</script>',
        "'; drop table comments --",
        'x'.repeat(6000),
      ),
    )
    const names = [
      'comment_post_ID',
      'comment_parent',
      'rating',
      'comment',
      'author',
      'email',
      'proof',
      HONEYPOT_FIELD,
      'rating[]',
      '__proto__',
    ]
    const body = fc.oneof(
      fc.dictionary(fc.constantFrom(...names), word).map((fields) => new URLSearchParams(fields).toString()),
      fc
        .dictionary(fc.constantFrom(...names), word)
        .map((fields) => new URLSearchParams({ ...newReview(), ...fields }).toString()),
      fc.string({ unit: 'binary', maxLength: 300 }),
    )
    const type = fc.constantFrom(
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded; charset=latin1',
      'multipart/form-data; boundary=x',
      'application/json',
      'text/plain',
    )
    await fc.assert(
      fc.asyncProperty(body, type, fc.boolean(), async (sent, contentType, isJson) => {
        visitors += 1
        const before = await digestShop(db)
        const response = await app.request('/wp-comments-post.php', {
          method: 'POST',
          body: sent,
          headers: {
            'content-type': contentType,
            'x-forwarded-for': `192.0.${visitors >> 8}.${visitors & 255}`,
            ...(isJson ? json : {}),
          },
        })
        expect([200, 302, 404, 422]).toContain(response.status)
        if (response.status >= 400) expect(await digestShop(db)).toEqual(before)
      }),
      { numRuns: repetitions(30) },
    )
  }, 60_000)
})

describe('comments on posts', () => {
  const comment = (changes: Fields = {}) => newReview({ comment_post_ID: String(postId), rating: '', ...changes })

  test('[BLOG-05] are taken without a rating, wait like reviews, and thread', async () => {
    expect((await send(await withProof(comment({ rating: '5' })))).headers.get('location')).toMatch(
      /^\/blog\/on-water\/\?unapproved=/,
    )
    const first = await last()
    expect(first).toMatchObject({ entryId: postId, rating: null, status: 'pending', isVerified: false })
    expect((await send(comment({ comment_parent: String(first?.id) }))).status).toBe(422)
    await db
      .update(comments)
      .set({ status: 'approved' })
      .where(eq(comments.id, first?.id ?? 0))
    await send(await withProof(comment({ comment_parent: String(first?.id) })))
    expect(await last()).toMatchObject({ parentId: first?.id })
  })

  test('[BLOG-05] a mistake comes back on a page with everything typed', async () => {
    const response = await send(comment({ email: '', comment: 'Rain water?' }))
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain('Rain water?</textarea>')
    expect(html).toContain('Enter your email address.')
    expect(html).not.toContain('id="rating"')
  })
})

describe('what the script of the form asks', () => {
  const fetchPath = (query: string, headers: Fields = {}, to = app) =>
    to.request(`/wp-json/samovar/v1/comment-form${query}`, { headers })

  test('[REV-02] gets a challenge and, when signed in, a name; nobody keeps it', async () => {
    const response = await fetchPath(`?post=${tea}`)
    expect(response.headers.get('cache-control')).toContain('no-store')
    const body = await response.json()
    expect(body).toMatchObject({ userName: null, canComment: true, challenge: { signature: expect.any(String) } })
    expect(await (await fetchPath(`?post=${tea}`, { cookie: customer.cookie })).json()).toMatchObject({
      userName: 'Cora Customer',
    })
    expect(await (await fetchPath(`?post=${tea}`, {}, buyers.app)).json()).toMatchObject({ canComment: false })
  })

  test('[REV-02] nothing to write under: nothing to ask', async () => {
    for (const query of ['', '?post=0', '?post=abc', '?post=999999', `?post=${referenceIds.page}`]) {
      expect((await fetchPath(query)).status, query).toBe(404)
    }
  })

  test('a challenge that was taken a second ago marks the hasty', async () => {
    const proof = await solve(await issueChallenge(open.shop, 'comment', open.shop.now()))
    await send({ ...newReview(), proof }, { to: open.app })
    expect(await last(open.db)).toMatchObject({ status: 'pending', moderationReason: 'written in less than 3 seconds' })
  })
})

describe('a writer whose session has ended meanwhile', () => {
  const ended = async () => {
    const { id, cookie } = await createSignedInUser(shop, 'customer', 'Cora Customer')
    await db.delete(sessions).where(eq(sessions.userId, id))
    return { cookie }
  }
  const unsigned = { author: '', email: '' }

  test.each([
    ['a review', () => newReview({ ...unsigned, comment: 'Sweet and <long>.' })],
    [
      'a comment',
      () => ({ ...newReview({ ...unsigned, comment: 'Sweet and <long>.' }), comment_post_ID: `${postId}` }),
    ],
  ])('is asked for a name, with everything typed still there, and then %s is taken', async (_, newFields) => {
    const headers = await ended()
    const fields = newFields()
    const before = await digestShop(db)
    const refused = await send(fields, { headers })
    const page = await refused.text()
    expect(refused.status).toBe(422)
    expect(page).toContain('You were signed out meanwhile. Enter your name, or sign in again in another tab')
    expect(page).toContain('Sweet and &lt;long&gt;.')
    expect(page).toMatch(/<input[^>]*name="author"/)
    const json = await send(fields, { headers: { ...headers, accept: 'application/json' } })
    expect(await json.json()).toMatchObject({
      ok: false,
      fieldErrors: [{ field: 'author', text: expect.stringContaining('signed out meanwhile') }, { field: 'email' }],
    })
    expect(await digestShop(db)).toEqual(before)
    const named = await send({ ...fields, author: 'Cora', email: 'cora@shop.test' }, { headers })
    expect(named.status).toBe(302)
    const again = await createSignedInUser(shop, 'customer', 'Cora Customer')
    expect((await send({ ...fields, comment: 'Once more.' }, { headers: { cookie: again.cookie } })).status).toBe(302)
  })
})
