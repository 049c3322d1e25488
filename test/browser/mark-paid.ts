import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** The owner, signed in by `openOutbox`, sees the money arrive for the order of this order-received page. */
export async function markPaid(owner: APIRequestContext, page: Page): Promise<void> {
  const [, id] = /order-received\/(\d+)/.exec(page.url()) ?? []
  const office = await (await owner.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const paid = await owner.put(`/wp-json/wc/v3/orders/${id}`, { headers, data: { status: 'processing' } })
  expect(paid.status()).toBe(200)
}
