import { beforeEach, expect } from 'vitest'
import { addProduct } from '../faults/stock.ts'
import { linesOf, newBuyer, type SendRequest } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
import { type Digest, digestShop } from './shop-digest.ts'

export type Sent = Readonly<Record<string, string>>

/** A shopper with a cart and an open checkout, who sends what a shop must refuse, and checks that nothing has changed. */
export async function openCheckingShopper() {
  const { app, db } = await openShop()
  const ask: SendRequest = async (path, init) => app.request(path, init)
  const tin = await addProduct(db, 100)
  const few = await addProduct(db, 3)
  const shopper = newBuyer(ask)
  const key = linesOf(await shopper.add(tin, 2))[0]?.key ?? ''
  const page = await shopper.openCheckout()

  let before: Digest
  const remember = async () => void (before = await digestShop(db))
  beforeEach(remember)

  const nothingChanged = async () => expect(await digestShop(db)).toEqual(before)

  const post = (path: string, fields: Sent) => shopper.post(path, fields)
  const raw = (path: string, body: BodyInit, type: string, method = 'POST') =>
    shopper.send(path, { method, body, headers: { 'content-type': type } })

  const tinUrl = () => expect.stringMatching(/\/product\/tin-\d+\/$/)

  return { app, db, ask, tin, few, shopper, key, page, remember, nothingChanged, post, raw, tinUrl }
}
