import { describe, expect, test } from 'vitest'
import { sandboxKeys } from './keys.ts'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { keys, pool, origin, provider, sdk, anIntent, cardMethod, browserCall } = await openTestSandbox()

describe('keys and rights', () => {
  test('a browser key makes payment methods and, with the client secret, reads and confirms an intent; no more', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const path = `/v1/payment_intents/${created.id}`
    expect((await browserCall(path, null)).status).toBe(400)
    expect((await browserCall(`${path}?client_secret=${created.id}_secret_guess`, null)).status).toBe(404)
    const seen = await browserCall(`${path}?client_secret=${created.clientSecret}`, null)
    expect(seen.body).toMatchObject({ id: created.id, status: 'requires_payment_method' })
    expect(seen.body).not.toHaveProperty('metadata')
    expect(seen.body).not.toHaveProperty('charges')

    for (const forbidden of ['/v1/refunds', '/v1/customers', '/v1/payment_intents', `${path}/cancel`]) {
      expect(await browserCall(forbidden, {})).toMatchObject({
        status: 403,
        body: { error: { code: 'secret_key_required' } },
      })
    }
    const payment_method = await cardMethod('4242424242424242')
    const confirmed = await browserCall(`${path}/confirm`, { client_secret: created.clientSecret, payment_method })
    expect(confirmed.body).toMatchObject({ status: 'succeeded' })
  })

  test('a server cannot send a card number', async () => {
    const sent = await browserCall(
      '/v1/payment_methods',
      { type: 'card', 'card[number]': '4242424242424242' },
      keys.secretKey,
    )
    expect(sent.status).toBe(402)
  })

  test('no key, a foreign key and a misspelt parameter are surprises', async () => {
    expect((await fetch(`${origin()}/v1/payment_intents`)).status).toBe(401)
    await expect(provider('sk_live_not_for_the_sandbox').retrieveIntent('pi_1')).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
    })
    await expect(sdk().rawRequest('POST', '/v1/payment_intents', { amonut: 100 })).rejects.toMatchObject({
      code: 'parameter_unknown',
    })
  })

  test('keys that somebody made up open nothing, whatever they look like', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const other = sandboxKeys('another installation')
    const invented = ['sk_test_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', `pk_test_${'a'.repeat(40)}`]
    for (const key of [other.secretKey, other.publishableKey, ...invented, `${keys.secretKey}x`]) {
      const path = `/v1/payment_intents/${created.id}?client_secret=${created.clientSecret}`
      expect([key, (await browserCall(path, null, key)).status]).toEqual([key, 401])
      expect((await browserCall('/v1/payment_methods', { type: 'card' }, key)).status).toBe(401)
      expect((await browserCall('/sandbox/control', null, key)).status).toBe(401)
    }
    const kept = await pool.query('select distinct account from provider_sandbox.objects')
    expect(kept.rowCount).toBe(1)
  })

  test('nothing of a card number is kept but its last digits', async () => {
    await cardMethod('5555555555554444')
    const kept = await pool.query(
      `select 1 from provider_sandbox.objects where data::text || hidden::text like '%55555555%'`,
    )
    const responses = await pool.query(`select 1 from provider_sandbox.idempotency where response like '%55555555%'`)
    expect([kept.rowCount, responses.rowCount]).toEqual([0, 0])
  })
})

describe('cards as typed', () => {
  const year = String(new Date().getFullYear())
  test.each([
    ['a digit wrong', '4242424242424241', {}, 'incorrect_number'],
    ['too short', '4242', {}, 'invalid_number'],
    ['month 13', '4242424242424242', { 'card[exp_month]': '13' }, 'invalid_expiry_month'],
    ['last year', '4242424242424242', { 'card[exp_year]': String(Number(year) - 1) }, 'invalid_expiry_year'],
    ['two-digit code', '4242424242424242', { 'card[cvc]': '12' }, 'invalid_cvc'],
    ['a real card', '4539578763621486', {}, 'card_declined'],
  ])('%s is refused', async (_, number, changes, code) => {
    const response = await browserCall('/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': year,
      'card[cvc]': '123',
      ...changes,
    })
    expect(response).toMatchObject({ status: 402, body: { error: { type: 'card_error', code } } })
  })
})
