/** Submitting reviews and comments: from browsers with and without JavaScript, and from programs. */

import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repetitions } from '../../../test/running/long-run.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { entries } from '../../things/entries/entries.table.ts'
import { comments } from './comments.table.ts'
import { type Fields, insertPost, json, openTestComments, tea } from './open-test-comments.ts'

const { app, db, last, newReview, send, shop, withProof } = await openTestComments()
const postId = await insertPost(db)

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

  let visitors = 0
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
