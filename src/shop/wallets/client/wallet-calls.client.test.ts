import { expect, test, vi } from 'vitest'
import { deliveryCall } from '../stripe_googlepay/google-pay-request.ts'
import { walletCalls } from './wallet-calls.client.ts'

test('[XW-11 callback] a sheet gives up after 30000 ms, before the shop ends its own call', async () => {
  const limits: number[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return AbortSignal.abort()
  })
  const calls = walletCalls('stripe_googlepay', {
    page: 'product',
    currency: 'CAD',
    routes: { payment_data: 'http://shop.test/' },
    item: {},
    restNonce: async () => '',
  })
  const address = { country: 'CA', state: 'ON', postcode: 'M5V 2T6', city: 'Toronto' }
  expect(await calls.deliveryChanged(deliveryCall(address, null))).toMatchObject({ ok: false, reason: 'OTHER_ERROR' })
  expect(limits).toHaveLength(1)
  expect(limits[0]).toBeGreaterThan(30_000)
})
