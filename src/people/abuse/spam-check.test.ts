import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSpam, type SpamSignals } from './spam-check.ts'

/** A browser user who wrote three sentences in a minute. */
const honest: SpamSignals = {
  honeypot: '',
  proof: 'valid',
  secondsOnForm: 60,
  isSignedIn: false,
  name: 'Ada Leaf',
  text: 'A quiet tea. It keeps its sweetness to the third cup. I shall order it again.',
  duplicateTexts: 0,
  previousSpam: 0,
}

describe('accepted', () => {
  test.each<[string, Partial<SpamSignals>]>([
    ['with a browser', {}],
    ['signed in and without script', { isSignedIn: true, proof: 'missing', secondsOnForm: null }],
    ['signed in, the form open all day', { isSignedIn: true, proof: 'expired' }],
    ['with two quick words', { text: 'Lovely tea', secondsOnForm: 1 }],
    ['who writes of www-like things', { text: 'Wow. Www, how green! It costs 3.50 and is worth 5.00.' }],
    ['with an accent and an apostrophe', { name: "Zoë d'Arcy-Müller" }],
  ])('[REV-02] a visitor %s', (_, signals) => {
    expect(checkSpam({ ...honest, ...signals })).toEqual({ action: 'accept' })
  })
})

describe('held for moderation', () => {
  test.each<[string, Partial<SpamSignals>, string]>([
    ['without script', { proof: 'missing', secondsOnForm: null }, 'sent without script'],
    ['with an old proof', { proof: 'expired' }, 'the form was open for half a day'],
    ['with somebody else’s proof', { proof: 'reused' }, 'came with a proof that was used before'],
    ['with a forged proof', { proof: 'invalid' }, 'came with a forged proof'],
    ['with one link', { text: 'See https://tea.example for more about it' }, 'has a link'],
    ['with three links', { text: 'https://a.example https://b.example www.c.example' }, 'has 3 links'],
    ['written in no time', { secondsOnForm: 1 }, 'written in less than 3 seconds'],
    ['said before elsewhere', { duplicateTexts: 1 }, 'the same text was sent before'],
    ['by somebody who sent spam once', { previousSpam: 1 }, 'the writer sent spam before'],
    ['with an address as a name', { name: 'cheap-pills.com' }, 'an address as a name'],
  ])('[REV-05] something %s', (_, signals, why) => {
    expect(checkSpam({ ...honest, ...signals })).toEqual({ action: 'hold', reason: why })
  })
})

describe('spam', () => {
  test.each<[string, Partial<SpamSignals>]>([
    ['that fills in the hidden field', { honeypot: 'hello' }],
    ['with many links', { text: 'https://a.example '.repeat(4) }],
    ['with link markup and no browser', { text: '<a href="https://a.example">x</a>', proof: 'missing' }],
    ['sent around', { duplicateTexts: 3 }],
    ['by a known sender', { previousSpam: 3 }],
  ])('[REV-05] something %s', (_, signals) => {
    expect(checkSpam({ ...honest, ...signals }).action).toBe('spam')
  })
})

test('the rate limit applies to every submission, with a wait time', () => {
  expect(checkSpam(honest, { ok: false, retryAfterSeconds: 40 })).toEqual({ action: 'refuse', retryAfterSeconds: 40 })
})

const anySignals: fc.Arbitrary<SpamSignals> = fc.record({
  honeypot: fc.oneof(fc.constant(''), fc.string()),
  proof: fc.constantFrom('valid', 'missing', 'expired', 'invalid', 'reused'),
  secondsOnForm: fc.option(fc.double({ min: -10, max: 1e6, noNaN: true })),
  isSignedIn: fc.boolean(),
  name: fc.string({ maxLength: 300 }),
  text: fc.string({ maxLength: 3000, unit: 'binary' }),
  duplicateTexts: fc.nat(20),
  previousSpam: fc.nat(20),
})

test('a worse signal never gives a better result, and every result except "accept" has a reason', () => {
  const rank = { accept: 0, hold: 1, spam: 2, refuse: 3 } as const
  fc.assert(
    fc.property(anySignals, (signals) => {
      const verdict = checkSpam(signals)
      if (verdict.action === 'hold' || verdict.action === 'spam') expect(verdict.reason).not.toBe('')
      const worse: Partial<SpamSignals>[] = [
        { honeypot: 'x' },
        { proof: 'reused' },
        { text: `${signals.text} https://x.example` },
        { duplicateTexts: signals.duplicateTexts + 1 },
        { previousSpam: signals.previousSpam + 1 },
      ]
      for (const change of worse) {
        expect(rank[checkSpam({ ...signals, ...change }).action]).toBeGreaterThanOrEqual(rank[verdict.action])
      }
    }),
  )
})
