import { describe, expect, test } from 'vitest'
import { createStripeProvider } from '../src/shop/gateways/stripe/stripe.ts'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { keys, origin, restart, provider, anIntent, cardMethod, countOf } = await openTestSandbox()

describe('repeated calls', () => {
  test('ten creations at once with one key make one intent', async () => {
    const request = anIntent()
    const responses = await Promise.all(Array.from({ length: 10 }, () => provider().createIntent(request)))
    expect(new Set(responses.map((answer) => intentOf(answer).id)).size).toBe(1)
  })

  test('ten confirmations at once with one key take the money once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'ten-at-once' }
    const responses = await Promise.all(Array.from({ length: 10 }, () => provider().confirmIntent(request)))
    expect(responses.map((answer) => intentOf(answer).status)).toEqual(Array(10).fill('succeeded'))
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('ten confirmations at once with ten keys take the money once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        provider().confirmIntent({ intentId: created.id, paymentMethodId, idempotencyKey: `one-of-ten-${at}` }),
      ),
    )
    expect(responses.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('a decline is repeated word for word, without a second attempt', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4000000000009995')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'declined-once' }
    const first = await provider().confirmIntent(request)
    expect(await provider().confirmIntent(request)).toEqual(first)
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('the same key with another body throws and changes nothing', async () => {
    const request = anIntent()
    const created = intentOf(await provider().createIntent(request))
    await expect(provider().createIntent({ ...request, amountCents: 1 + request.amountCents })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect(intentOf(await provider().retrieveIntent(created.id)).amountCents).toBe(request.amountCents)
  })
})

describe('faults', () => {
  async function control(setting: Record<string, unknown>, key = keys.secretKey): Promise<number> {
    const response = await fetch(`${origin()}/sandbox/control`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(setting),
    })
    return response.status
  }

  test('a lost response is repeated with the same key: one charge', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    await control({ failNext: 1, failWhen: 'after' })
    const paid = await provider().confirmIntent({
      intentId: created.id,
      paymentMethodId,
      idempotencyKey: 'lost-answer',
    })
    expect(intentOf(paid).status).toBe('succeeded')
    expect(await countOf('charge', created.id)).toBe(1)
  })

  test('a provider that does not answer is a value, and asking later succeeds once', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const paymentMethodId = await cardMethod('4242424242424242')
    const request = { intentId: created.id, paymentMethodId, idempotencyKey: 'out-of-reach' }
    await control({ failNext: 3, failWhen: 'after' })
    expect(await provider().confirmIntent(request)).toEqual({ ok: false, problem: { kind: 'unreachable' } })
    expect(intentOf(await provider().confirmIntent(request)).status).toBe('succeeded')
    expect(await countOf('charge', created.id)).toBe(1)

    const unplugged = createStripeProvider({
      name: 'sandbox',
      secretKey: keys.secretKey,
      webhookSecret: keys.webhookSecret,
      apiOrigin: 'http://127.0.0.1:9',
    })
    expect(await unplugged.retrieveIntent(created.id)).toEqual({ ok: false, problem: { kind: 'unreachable' } })
  })

  test('a slow provider times out', async () => {
    const hasty = provider(keys.secretKey, 50)
    await control({ latencyMs: 400 })
    expect(await hasty.retrieveIntent('pi_slow')).toEqual({ ok: false, problem: { kind: 'unreachable' } })
    await control({ latencyMs: 0 })
  })

  test('fault injection requires the secret key', async () => {
    expect(await control({ failNext: 1 }, keys.publishableKey)).toBe(403)
  })

  test('a restarted sandbox remembers intents, charges and idempotent responses', async () => {
    const request = anIntent()
    const created = intentOf(await provider().createIntent(request))
    const confirm = {
      intentId: created.id,
      paymentMethodId: await cardMethod('4242424242424242'),
      idempotencyKey: 'kept',
    }
    const paid = intentOf(await provider().confirmIntent(confirm))
    await restart()
    expect(intentOf(await provider().retrieveIntent(created.id))).toEqual(paid)
    expect(intentOf(await provider().createIntent(request)).id).toBe(created.id)
    expect(intentOf(await provider().confirmIntent(confirm))).toEqual(paid)
    expect(await countOf('charge', created.id)).toBe(1)
  })
})
