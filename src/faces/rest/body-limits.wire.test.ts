/** Large bodies are read only when their sender is known. */
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { apiKeyHeaders, createSignedInUser } from '../../../test/support/users.ts'
import { createApp } from '../../app.ts'

const { shop } = await openShop()
/** Keys are accepted only over https. */
const app = createApp({ ...shop, url: 'https://shop.test', publicUrl: 'https://shop.test' })
const manager = await createSignedInUser(shop, 'shop_manager')
const key = await apiKeyHeaders(shop, manager.id, 'read_write')
const batch = '/wp-json/wc/v3/products/batch'
const create = Array.from({ length: 100 }, (_, index) => ({ name: `Tea ${index}`, description: 'é'.repeat(3200) }))

/** Sends a body in pieces, and counts those that were read. With its length, unless it is unknown. */
async function send(path: string, text: string, headers: Record<string, string> = {}, hasLength = true) {
  const bytes = Buffer.from(text)
  let pieces = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = bytes.subarray(pieces * 65_536, (pieces + 1) * 65_536)
        pieces += 1
        if (piece.length > 0) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const answer = await app.request(`https://shop.test${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(hasLength && { 'content-length': String(bytes.length) }),
      ...headers,
    },
    body,
    duplex: 'half',
  } as RequestInit)
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown>, isRead: pieces > 0 }
}

test('a batch of 100 products with long descriptions is read from those who may send it, and from nobody else', async () => {
  const text = JSON.stringify({ create })
  expect(Buffer.byteLength(text)).toBeGreaterThan(600 * 1024)
  const { status, json } = await send(batch, text, key)
  expect(status).toBe(200)
  expect(json.create).toHaveLength(100)
  expect(json.create).not.toContainEqual(expect.objectContaining({ error: expect.anything() }))
  expect((await send(batch, text, key, false)).status).toBe(200)

  const wrong = { authorization: `Basic ${Buffer.from('ck_1:cs_1').toString('base64')}` }
  expect(await send(batch, text, wrong)).toMatchObject({ status: 401, isRead: false })
  expect(await send(batch, text)).toMatchObject({ status: 401, isRead: false })
  const customer = await createSignedInUser(shop, 'customer')
  const theirs = await apiKeyHeaders(shop, customer.id, 'read_write')
  expect(await send(batch, text, theirs)).toMatchObject({ status: 403, isRead: false })
})

test('what anyone may send stays small, and JSON is limited for the staff, too', async () => {
  const large = JSON.stringify({ note: 'x'.repeat(600 * 1024) })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await send('/wp-json/wc/store/v1/cart/add-item', large)).toMatchObject({ status: 413, isRead: false })
  expect(await send(batch, large, form)).toMatchObject({ status: 413, isRead: false })
  for (const path of [batch, '/wp-json/wp/v2/media'])
    for (const type of ['application/json', 'multipart/form-data; boundary=x'])
      expect(await send(`${path}?wc-ajax=add_to_cart`, large, { 'content-type': type })).toMatchObject({ status: 413 })
  const huge = JSON.stringify({ note: 'x'.repeat(9 * 1024 * 1024) })
  expect(await send(batch, huge, key)).toMatchObject({ status: 413, isRead: false })
  expect((await send(batch, huge, key, false)).status).toBe(413)
})
