/** Who writes a review or a comment: somebody signed in, staff, a buyer, a visitor, or somebody signed out meanwhile. */

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { solve } from '../../../test/support/proofs.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { digestShop } from '../../../test/wire/shop-digest.ts'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { sessions } from '../../people/identity/accounts.table.ts'
import { type Fields, insertPost, json, openReviewedShop, openTestComments, tea } from './open-test-comments.ts'

const { app, customer, db, editor, last, newReview, ratingOf, send, shop } = await openTestComments()
const open = await openReviewedShop({ moderation: 'none' })
const buyers = await openReviewedShop({ moderation: 'none', verifiedOwnersOnly: true })
const postId = await insertPost(db)

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
