import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge, type Signs } from './abuse.ts'

/** Somebody with a browser who took a minute over three sentences. */
const honest: Signs = {
  trap: '',
  proof: 'good',
  secondsAtForm: 60,
  isSignedIn: false,
  name: 'Ada Leaf',
  text: 'A quiet tea. It keeps its sweetness to the third cup. I shall order it again.',
  sameTextElsewhere: 0,
  earlierSpam: 0,
}

describe('who is let through', () => {
  test.each<[string, Partial<Signs>]>([
    ['with a browser', {}],
    ['signed in and without script', { isSignedIn: true, proof: 'none', secondsAtForm: null }],
    ['signed in, the form open all day', { isSignedIn: true, proof: 'expired' }],
    ['with two quick words', { text: 'Lovely tea', secondsAtForm: 1 }],
    ['who writes of www-like things', { text: 'Wow. Www, how green! It costs 3.50 and is worth 5.00.' }],
    ['with an accent and an apostrophe', { name: "Zoë d'Arcy-Müller" }],
  ])('[REV-02] somebody %s', (_, signs) => {
    expect(judge({ ...honest, ...signs })).toEqual({ is: 'accept' })
  })
})

describe('what is looked at first', () => {
  test.each<[string, Partial<Signs>, string]>([
    ['without script', { proof: 'none', secondsAtForm: null }, 'sent without script'],
    ['with an old proof', { proof: 'expired' }, 'the form was open for half a day'],
    ['with somebody else’s proof', { proof: 'spent' }, 'came with a proof that was used before'],
    ['with a forged proof', { proof: 'wrong' }, 'came with a forged proof'],
    ['with one link', { text: 'See https://tea.example for more about it' }, 'has a link'],
    ['with three links', { text: 'https://a.example https://b.example www.c.example' }, 'has 3 links'],
    ['written in no time', { secondsAtForm: 1 }, 'written in less than 3 seconds'],
    ['said before elsewhere', { sameTextElsewhere: 1 }, 'the same text was sent before'],
    ['by somebody who sent spam once', { earlierSpam: 1 }, 'the writer sent spam before'],
    ['with an address as a name', { name: 'cheap-pills.com' }, 'an address as a name'],
  ])('[REV-05] something %s', (_, signs, why) => {
    expect(judge({ ...honest, ...signs })).toEqual({ is: 'hold', why })
  })
})

describe('what is spam', () => {
  test.each<[string, Partial<Signs>]>([
    ['that fills in the hidden field', { trap: 'hello' }],
    ['with many links', { text: 'https://a.example '.repeat(4) }],
    ['with link markup and no browser', { text: '<a href="https://a.example">x</a>', proof: 'none' }],
    ['sent around', { sameTextElsewhere: 3 }],
    ['by a known sender', { earlierSpam: 3 }],
  ])('[REV-05] something %s', (_, signs) => {
    expect(judge({ ...honest, ...signs }).is).toBe('spam')
  })
})

test('too many are refused whatever they are, and told when to come back', () => {
  expect(judge(honest, { ok: false, retryAfterSeconds: 40 })).toEqual({ is: 'refuse', retryAfterSeconds: 40 })
})

const anySigns: fc.Arbitrary<Signs> = fc.record({
  trap: fc.oneof(fc.constant(''), fc.string()),
  proof: fc.constantFrom('good', 'none', 'expired', 'wrong', 'spent'),
  secondsAtForm: fc.option(fc.double({ min: -10, max: 1e6, noNaN: true })),
  isSignedIn: fc.boolean(),
  name: fc.string({ maxLength: 300 }),
  text: fc.string({ maxLength: 3000, unit: 'binary' }),
  sameTextElsewhere: fc.nat(20),
  earlierSpam: fc.nat(20),
})

test('a worse sign never makes a better verdict, and every verdict but "accept" says why', () => {
  const rank = { accept: 0, hold: 1, spam: 2, refuse: 3 } as const
  fc.assert(
    fc.property(anySigns, (signs) => {
      const verdict = judge(signs)
      if (verdict.is === 'hold' || verdict.is === 'spam') expect(verdict.why).not.toBe('')
      const worse: Partial<Signs>[] = [
        { trap: 'x' },
        { proof: 'spent' },
        { text: `${signs.text} https://x.example` },
        { sameTextElsewhere: signs.sameTextElsewhere + 1 },
        { earlierSpam: signs.earlierSpam + 1 },
      ]
      for (const change of worse) {
        expect(rank[judge({ ...signs, ...change }).is]).toBeGreaterThanOrEqual(rank[verdict.is])
      }
    }),
  )
})
