import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/** Marks the order of the open order-received page as paid. `owner` was signed in by `openOutbox`. */
export async function markPaid(owner: APIRequestContext, page: Page): Promise<void> {
  const [, id] = /order-received\/(\d+)/.exec(page.url()) ?? []
  const office = await (await owner.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const paid = await owner.put(`/wp-json/wc/v3/orders/${id}`, { headers, data: { status: 'processing' } })
  expect(paid.status()).toBe(200)
}
