import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { loadSettings } from '../../../settings.ts'

const path = '/wp-json/samovar/v1/settings/currencies'
let now = new Date('2026-11-01T12:00:00Z')
const { app, shop, db, pool } = await openShop({
  template: { name: 'empty', prepare: async () => {} },
  now: () => now,
})
let owner: TestUser
beforeAll(async () => {
  owner = await createSignedInUser(shop, 'administrator')
})
beforeEach(async () => {
  now = new Date('2026-11-01T12:00:00Z')
  await pool.query("delete from settings where name = 'currencies'")
})

async function call(method: string, body?: unknown, visitor: Pick<TestUser, 'headers'> = owner) {
  const answer = await app.request(path, {
    method,
    headers: { ...visitor.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: (await answer.json()) as Awaited<ReturnType<Response['json']>> }
}

const euros = { currency: 'EUR', rate: '0.67', rounding: '1.00', charm: '-0.01', is_charged: true }
const yen = { currency: 'JPY', rate: '108.5', is_charged: true }

describe('currencies of the shop', () => {
  test('[PAY-14 CAD by default] there are no others', async () => {
    expect(await call('GET')).toEqual({ status: 200, json: { shop_currency: 'CAD', currencies: [] } })
    expect((await loadSettings(db)).currencies).toEqual([])
  })

  test('[PAY-14 display currency] are saved in their order, with defaults, and when each rate was changed', async () => {
    const saved = await call('PUT', { currencies: [euros, yen] })
    expect(saved.json.currencies).toEqual([
      { ...euros, rate_changed_gmt: '2026-11-01T12:00:00' },
      { ...yen, rounding: 'none', charm: '0.00', rate_changed_gmt: '2026-11-01T12:00:00' },
    ])
    now = new Date('2026-11-20T12:00:00Z')
    const again = await call('PUT', {
      currencies: [
        { ...yen, rate: '110' },
        { ...euros, charm: '0.00' },
      ],
    })
    expect(
      again.json.currencies.map((one: typeof euros & { rate_changed_gmt: string }) => one.rate_changed_gmt),
    ).toEqual(['2026-11-20T12:00:00', '2026-11-01T12:00:00'])
    expect((await call('GET')).json).toEqual(again.json)
    expect((await loadSettings(db)).currencies[0]).toEqual({
      currency: 'JPY',
      rate: '110',
      rounding: 'none',
      charm: '0.00',
      isCharged: true,
      rateChangedAt: '2026-11-20T12:00:00Z',
    })
  })

  test('[PAY-14 charge currency] nothing invalid is saved', async () => {
    const invalid: readonly object[] = [
      { ...euros, currency: 'CAD' },
      { ...euros, currency: 'XYZ' },
      { ...euros, currency: 'eur' },
      { ...euros, rate: '0' },
      { ...euros, rate: '-1' },
      { ...euros, rate: '1e5' },
      { ...euros, rate: '1234567' },
      { ...euros, rate: 'Infinity' },
      { ...euros, rounding: '0.03' },
      { ...euros, charm: '-5' },
      { ...euros, is_charged: 'perhaps' },
      { ...euros, currency: 'KWD', rate: '0.22' },
      { currency: 'EUR' },
    ]
    for (const one of invalid) {
      const answer = await call('PUT', { currencies: [one] })
      expect([answer.status, JSON.stringify(one)]).toEqual([400, JSON.stringify(one)])
    }
    expect((await call('PUT', { currencies: [euros, euros] })).status).toBe(400)
    expect((await call('PUT', { currencies: 'EUR' })).status).toBe(400)
    expect((await call('GET')).json.currencies).toEqual([])
    expect(
      (await call('PUT', { currencies: [{ ...euros, currency: 'KWD', rate: '0.22', is_charged: false }] })).status,
    ).toBe(200)
  })

  test('[PAY-14 charge currency] only the owner may change them', async () => {
    for (const role of ['editor', 'shop_manager', 'customer'] as const) {
      const user = await createSignedInUser(shop, role)
      expect([role, (await call('PUT', { currencies: [euros] }, user)).status]).toEqual([role, 403])
    }
    expect((await call('PUT', { currencies: [euros] }, { headers: {} as TestUser['headers'] })).status).toBe(401)
  })
})
