import { describe, expect, test } from 'vitest'
import type { IntentResult } from '../provider.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import type { PaymentProvider } from './stripe.ts'

const unreachable: IntentResult = { ok: false, problem: { kind: 'unreachable' } }
const notSent: IntentResult = { ok: false, problem: { kind: 'unreachable', isNotSent: true } }
const refused: IntentResult = {
  ok: false,
  problem: { kind: 'refused', error: { code: 'x', declineCode: null, message: 'x' }, intent: null },
}

/**
 * A provider whose `retrieveIntent` returns the result of `answer`, and whose webhooks never have a valid signature.
 */
function guarded() {
  const state = { answer: async (): Promise<IntentResult> => unreachable, calls: 0, now: 1000, log: [] as unknown[] }
  const retrieveIntent = async () => {
    state.calls += 1
    return state.answer()
  }
  const verifyWebhook = async () => ({ ok: false, problem: { kind: 'invalid-signature' } }) as const
  const guard = circuitBreaker({
    clock: () => state.now,
    log: { warn: (...entry: unknown[]) => void state.log.push(entry.at(-1)) },
  })
  const provider = guard({ name: 'sandbox', retrieveIntent, verifyWebhook } as unknown as PaymentProvider)
  return { state, guard, provider, call: (signal?: AbortSignal) => provider.retrieveIntent('pi_1', signal) }
}

async function opened() {
  const it = guarded()
  for (let count = 0; count < 5; count += 1) expect(await it.call()).toEqual(unreachable)
  return it
}

describe('a provider that does not answer', () => {
  test('after five calls in a row nothing is sent, and the log says it once', async () => {
    const { state, call, provider } = await opened()
    expect(await call()).toEqual(notSent)
    expect(state.calls).toBe(5)
    expect(state.log).toEqual(['the payment provider does not answer: calls are paused'])
    // Webhooks come from the provider and are verified without it.
    expect(await provider.verifyWebhook('', '')).toMatchObject({ problem: { kind: 'invalid-signature' } })
    expect(provider.name).toBe('sandbox')
  })

  test('all ports that it guards are paused together, and open again together', async () => {
    const { state, guard } = await opened()
    let asked = 0
    const cards = guard({
      retrieveCard: async () => {
        asked += 1
        return refused
      },
    })
    expect([await cards.retrieveCard(), asked]).toEqual([notSent, 0])
    state.now += 30_000
    expect([await cards.retrieveCard(), asked]).toEqual([refused, 1])
  })

  test('after the pause one call tries; the others still fail at once', async () => {
    const { state, call } = await opened()
    state.now += 30_000
    let answer = (_: IntentResult) => {}
    state.answer = () => new Promise((resolve) => (answer = resolve))
    const probe = call()
    expect(await call()).toEqual(notSent)
    answer(unreachable)
    expect(await probe).toEqual(unreachable)
    expect(await call()).toEqual(notSent)
    expect(state.calls).toBe(6)
  })

  test('an answer of any kind closes it again', async () => {
    const { state, call } = await opened()
    state.now += 30_000
    state.answer = async () => refused
    expect(await call()).toEqual(refused)
    expect(await call()).toEqual(refused)
    expect(state.log.at(-1)).toBe('the payment provider answers again')
    state.answer = async () => {
      throw new Error('wrong keys')
    }
    await expect(call()).rejects.toThrow('wrong keys')
  })

  test('failures between answers do not add up', async () => {
    const { state, call } = guarded()
    for (let count = 0; count < 20; count += 1) {
      state.answer = async () => (count % 4 === 3 ? refused : unreachable)
      expect(await call()).not.toEqual(notSent)
    }
    expect(state.log).toEqual([])
  })

  test('a shopper who had hardly any time left says nothing about the provider', async () => {
    const { state, call } = guarded()
    for (let count = 0; count < 20; count += 1) {
      const limit = new AbortController()
      state.answer = async () => {
        limit.abort()
        state.now += 100
        return unreachable
      }
      expect(await call(limit.signal)).toEqual(unreachable)
      expect(await call(limit.signal)).toEqual(unreachable)
    }
    expect(state.log).toEqual([])
  })
})
