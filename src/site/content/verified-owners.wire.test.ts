/** Verified owners and trusted authors are recognized by proof, never by a typed email address. */

import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { createProof } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { createPasswordToken } from '../../people/identity/keys/tokens.store.ts'
import { createReviewKey } from '../../shop/orders/order-key.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { transitionOrderByHand } from '../../shop/orders/transition-order.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { comments } from '../comments/comments.table.ts'

const DAY_MS = 86_400_000
const reviews = { ratingRequired: 'yes', moderation: 'first', verifiedOwnersOnly: false } as const
let clock = Date.now()
const now = () => new Date(clock)
const { app, shop, db } = await openShop({ settings: { reviews }, now })
const buyers = await openShop({
  settings: { reviews: { ...reviews, moderation: 'none', verifiedOwnersOnly: true } },
  now,
})

const tea = referenceIds.simple
const other = referenceIds.threeLeft
const path = '/product/tea-1/'
type Fields = Readonly<Record<string, string>>

let sent = 0
const send = (fields: Fields, headers: Fields = {}, to = app) => {
  sent += 1
  const body = new URLSearchParams({
    comment_post_ID: String(tea),
    comment_parent: '0',
    rating: '4',
    comment: `Sweet to the third cup, number ${sent}.`,
    author: 'Ada Leaf',
    ...fields,
  })
  const from = { 'x-forwarded-for': `203.0.${sent >> 8}.${sent & 255}` }
  return to.request('/wp-comments-post.php', { method: 'POST', body, headers: { ...from, ...headers } })
}
const last = async (of = db) => (await of.select().from(comments).orderBy(sql`id desc`).limit(1))[0]
const json = { accept: 'application/json' }

let buyersMade = 0
/** Places an order for the tea and returns its buyer's email address. */
const bought = async (of = db, changes: Partial<Parameters<typeof writeOrder>[1]> = {}) => {
  buyersMade += 1
  const email = `buyer${buyersMade}@shop.test`
  const order = await writeOrder(of, {
    invoiceNumber: 5000 + buyersMade,
    status: 'completed',
    completedAt: now(),
    billing: { ...ada, email },
    ...changes,
  })
  return { order, email, key: createReviewKey(shop.secret, order.id, now()) }
}

beforeEach(async () => {
  clock = Date.now()
  await db.delete(comments).where(sql`id > 24`)
  await db.delete(emails)
})

describe('a typed address', () => {
  test('[REV-05 verified owners] that bought it gets the same answer and no more of a badge than any other', async () => {
    const { email } = await bought()
    const responses = []
    for (const typed of [email, 'nobody@shop.test']) {
      const response = await send({ email: typed }, json)
      const made = await last()
      expect(made).toMatchObject({ isVerified: false, status: 'pending', userId: null })
      responses.push([response.status, { ...(await response.json()), id: 0, href: '' }])
    }
    expect(responses[0]).toEqual(responses[1])
  })

  test('[REV-05 moderation] by an author with an approved comment is held like anyone else’s', async () => {
    await db.update(comments).set({ authorEmail: 'known@shop.test' }).where(eq(comments.id, 1))
    await send({ email: 'known@shop.test', proof: await createProof(shop) })
    expect(await last()).toMatchObject({ status: 'pending', moderationReason: 'the first from this writer' })
  })

  test('[REV-05 verified owners] who wrote a comment cannot be discovered by sending its text again', async () => {
    const words = { comment: 'Grassy, in the very best of ways.', author: 'Nora' }
    await send({ ...words, email: 'nora@shop.test' })
    const original = await last()
    // A reload returns the same review; later the same words create a new one.
    const again = await (await send({ ...words, email: 'nora@shop.test' }, json)).json()
    expect(again.id).toBe(original?.id)
    clock += 20 * 60_000
    for (const email of ['nora@shop.test', 'guess@shop.test']) {
      const response = await (await send({ ...words, email }, json)).json()
      expect(response.id, email).not.toBe(original?.id)
    }
  })

  test('[REV-05 moderation] uses up only the sender’s attempts', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    for (let count = 0; count < 7; count += 1) await send({ email: customer.email })
    expect((await send({ email: customer.email })).status).toBe(429)
    expect((await send({}, { cookie: customer.cookie })).status).toBe(302)
  })
})

describe('a sign-in', () => {
  test('[REV-05 verified owners] counts for its own orders, once they are paid', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    const headers = { cookie: customer.cookie }
    for (const [status, isVerified] of [
      ['pending', false],
      ['cancelled', false],
      ['processing', true],
    ] as const) {
      await bought(db, { status, customerId: customer.id, ...(status === 'pending' ? { invoiceNumber: null } : {}) })
      await send({}, headers)
      expect((await last())?.isVerified, status).toBe(isVerified)
    }
    await send({ comment_post_ID: String(other) }, headers)
    expect(await last()).toMatchObject({ isVerified: false })
  })

  test('[REV-05 verified owners] with an address that somebody else bought with counts only when a mailed link confirmed it', async () => {
    const customer = await createSignedInUser(shop, 'customer')
    await bought(db, { billing: { ...ada, email: customer.email.toUpperCase() } })
    await send({}, { cookie: customer.cookie })
    expect(await last()).toMatchObject({ isVerified: false })
    const key = await createPasswordToken(db, customer.id, now())
    const entered = await app.request('/my-account/lost-password/', {
      method: 'POST',
      body: new URLSearchParams({ reset_key: key, password_1: 'second-flush' }),
    })
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    await send({}, { cookie })
    expect(await last()).toMatchObject({ userId: customer.id, isVerified: true })
  })
})

describe('the link in the mail about a completed order', () => {
  /** Completes an order as the owner does, and reads the resulting email. */
  async function mailedLink() {
    const { order, email } = await bought(db, { status: 'processing', completedAt: null })
    await transitionOrderByHand(shop, { orderId: order.id, to: 'completed', author: 'Owner' })
    const [mail] = await db.select().from(emails).where(eq(emails.orderId, order.id))
    if (!mail) throw new Error('No mail was asked for')
    const { text, html } = await shop.messages.content(db, mail)
    const [link = ''] = /http:\/\/shop\.test\/review-purchase\/\S+/.exec(text) ?? []
    expect(html).toContain(link)
    return { order, email, text, href: link.slice(shop.url.length) }
  }

  test('[REV-05 verified owners] opens the form as the buyer, takes the review without script, and marks it', async () => {
    const { email, text, href } = await mailedLink()
    expect(text).toContain('Review Cast-iron teapot:')
    expect(text).not.toContain(email.replace('@', '%40'))
    const opened = await app.request(href)
    expect(opened.status).toBe(302)
    const form = new URL(opened.headers.get('location') ?? '', shop.url)
    expect([form.pathname, form.hash]).toEqual([path, '#review_form'])
    const page = await app.request(form.pathname + form.search)
    expect(page.headers.get('cache-control')).toContain('no-store')
    const html = await page.text()
    expect(html).toContain('marked as one by a verified owner')
    expect(html).toMatch(/<input id="author"[^>]*value="Ada"/)
    expect(html).not.toContain('id="email"')
    expect(html).not.toContain(email)
    const key = /name="review_key" value="([^"]+)"/.exec(html)?.[1] ?? ''
    const response = await send({ review_key: key, email: 'somebody@else.test', author: 'Ada L.' })
    expect(response.status).toBe(302)
    expect(await last()).toMatchObject({ authorName: 'Ada L.', authorEmail: email, isVerified: true, userId: null })
  })

  test('[REV-05 verified owners] is not cached, and the public page is unchanged', async () => {
    const { key } = await bought()
    shop.pages.clear()
    await app.request(`${path}?review_key=${key}`)
    expect(shop.pages.size.pages).toBe(0)
    expect(await (await app.request(path)).text()).not.toContain('review_key')
  })

  test('[REV-05 moderation] a verified owner with an approved review is not held, also without script', async () => {
    const { key } = await bought()
    await send({ review_key: key })
    expect(await last()).toMatchObject({ status: 'pending', moderationReason: 'the first from this writer' })
    await db
      .update(comments)
      .set({ status: 'approved' })
      .where(eq(comments.id, (await last())?.id ?? 0))
    await send({ review_key: key })
    expect(await last()).toMatchObject({ status: 'approved', isVerified: true })
  })

  test('[REV-05 verified owners] is invalid if forged, expired, for another product or refunded', async () => {
    const { order, key } = await bought()
    const refunded = await bought(db, { status: 'refunded' })
    const keys: Record<string, string> = {
      'another order': key.replace(/^\d+/, String(order.id - 1)),
      'a later end': key.replace(/\.(\d+)\./, '.9999999999.'),
      'another signature': `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      'another shop': createReviewKey('another-secret-of-thirty-two-letters', order.id, now()),
      'too old': createReviewKey(shop.secret, order.id, new Date(clock - 91 * DAY_MS)),
      'paid back': refunded.key,
      nonsense: 'x'.repeat(3000),
    }
    for (const [name, odd] of Object.entries(keys)) {
      const html = await (await app.request(`${path}?review_key=${encodeURIComponent(odd)}`)).text()
      expect(html, name).toContain('The link from our mail is no longer good.')
      expect(html, name).toContain('id="email"')
      await send({ review_key: odd, email: 'ada@shop.test' })
      expect(await last(), name).toMatchObject({ isVerified: false, authorEmail: 'ada@shop.test' })
    }
    expect((await send({ review_key: key, comment_post_ID: String(other) })).status).toBe(422)
    await db.update(orders).set({ status: 'refunded' }).where(eq(orders.id, order.id))
    expect((await send({ review_key: key })).status).toBe(422)
  })

  test('[REV-05 verified owners] is good for 90 days from the day the order was completed', async () => {
    const { key } = await bought()
    const opens = async () =>
      !(await (await app.request(`${path}?review_key=${key}`)).text()).includes('no longer good')
    clock += 90 * DAY_MS - 5000
    expect(await opens()).toBe(true)
    clock += 10_000
    expect(await opens()).toBe(false)
  })

  test('[REV-04] an invalid form is shown again with the key; without the key an email address is required', async () => {
    const { key } = await bought()
    const html = await (await send({ review_key: key, comment: '' })).text()
    expect(html).toContain(`name="review_key" value="${key}"`)
    expect(html).not.toContain('id="email"')
    expect(await (await send({ comment: '' })).text()).toContain('Enter your email address.')
  })

  test('[REV-05 verified owners] lets its reader write where only buyers may; an address alone does not', async () => {
    const { key, email } = await bought(buyers.db)
    const asked = async (query: string) =>
      (await buyers.app.request(`/wp-json/samovar/v1/comment-form?post=${tea}${query}`)).json()
    expect(await asked('')).toMatchObject({ canComment: false })
    expect(await asked(`&review_key=${key}`)).toMatchObject({ canComment: true, userName: null })
    expect((await send({ email }, {}, buyers.app)).status).toBe(403)
    expect((await send({ review_key: key }, {}, buyers.app)).status).toBe(302)
    expect(await last(buyers.db)).toMatchObject({ isVerified: true })
  })

  test('of a product that is gone says so', async () => {
    expect((await app.request('/review-purchase/999999/?key=x')).status).toBe(404)
    expect((await app.request('/review-purchase/99999999999/?key=x')).status).toBe(404)
  })
})
