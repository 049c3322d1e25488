/** Which reviews and comments are shown at once, which wait, and which are spam. */

import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createProof } from '../../../test/support/proofs.ts'
import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { emails } from '../../things/messages/emails.table.ts'
import { comments } from './comments.table.ts'
import { json, openReviewedShop, openTestComments, tea } from './open-test-comments.ts'

const { app, customer, db, enqueuedJobs, last, newReview, ratingOf, send, shop, withProof } = await openTestComments()
const strict = await openReviewedShop({ moderation: 'all' })
const open = await openReviewedShop({ moderation: 'none' })

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
