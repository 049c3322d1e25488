/** Carts whose products or customers are deleted at the same moment: what is gone is not found, and the rest is done. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { newBuyer } from '../../../test/running/buyer.ts'
import { storeClientWithToken } from '../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { whileDeleting } from '../../../test/support/while-deleting.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { carts } from './cart.table.ts'
import { deleteExpiredCarts } from './change-cart.store.ts'
import { mergeCarts } from './merge-carts.ts'
import { openTestCart, quantities } from './open-test-cart.ts'
import { replaceCart } from './replace-cart.ts'

const { app, shop, db, ask, sessionOf } = await openTestCart()

const besideDeletion = <Done>(productId: number, work: () => Promise<Done>) =>
  whileDeleting(db, (tx) => tx.delete(entries).where(eq(entries.id, productId)), work)

test('[ATC-01] a product that is added while it is deleted is refused like one that is not there', async () => {
  const [kept, gone, other] = [await addProduct(db, 9), await addProduct(db, 9), await addProduct(db, 9)]
  const buyer = newBuyer(ask)
  await buyer.add(kept, 2)
  expect(await besideDeletion(gone, () => buyer.add(gone))).toEqual({ error: true, product_url: false })
  expect(await quantities(buyer)).toEqual([[kept, 2]])
  const link = await besideDeletion(other, () => newBuyer(ask).send(`/shop/?add-to-cart=${other}`))
  expect(link.status).toBe(303)
})

test('[API-01] the Store API answers as to an unknown product', async () => {
  const gone = await addProduct(db, 9)
  const client = await storeClientWithToken(app)
  const answer = await besideDeletion(gone, () => client.post('/cart/add-item', { id: gone, quantity: 1 }))
  expect([answer.status, answer.json.code]).toEqual([400, 'woocommerce_rest_cart_invalid_product'])
})

test('[MINI-06] a sign-in meanwhile merges what is still for sale', async () => {
  const [kept, gone] = [await addProduct(db, 9), await addProduct(db, 9)]
  const guest = newBuyer(ask)
  for (const id of [kept, gone]) await guest.add(id)
  const { id } = await createSignedInUser(shop, 'customer')
  const merged = await besideDeletion(gone, () => mergeCarts(db, sessionOf(guest), id, shop.now()))
  expect(merged).toMatchObject({ movedCount: 1, skipped: [] })
})

test('[ATC-02] a link that fills the cart meanwhile fills it with the rest', async () => {
  const [kept, gone] = [await addProduct(db, 9), await addProduct(db, 9)]
  const inputs = [kept, gone].map((productId) => ({ productId, quantity: 1, choices: {} }))
  const filled = await besideDeletion(gone, () => replaceCart(db, `t_${'7'.repeat(30)}`, inputs, shop.now()))
  expect(filled).toMatchObject({ ok: true, failed: [{ index: 1, problem: { kind: 'product-not-found' } }] })
})

test('a cart that was made for an account while it was deleted ends with the expired ones; others stay', async () => {
  const kept = await createSignedInUser(shop, 'customer')
  const expiresAt = new Date(shop.now().getTime() + 86_400_000)
  await db.delete(carts)
  await db.insert(carts).values([
    { sessionKey: '999999', customerId: 999_999, expiresAt },
    { sessionKey: `${kept.id}`, customerId: kept.id, expiresAt },
    { sessionKey: `t_${'8'.repeat(30)}`, expiresAt },
  ])
  expect(await deleteExpiredCarts(db, shop.now())).toBe(1)
  expect(await db.$count(carts)).toBe(2)
})
