import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestWord, editDistance, tokenize } from './tokenize.ts'

describe('[CAT-08] a search is taken apart', () => {
  test('into phrases and their words', () => {
    expect(tokenize('  Gong-fu  TEA-12 ')).toEqual([
      { text: 'gong-fu', words: ['gong', 'fu'] },
      { text: 'tea-12', words: ['tea', '12'] },
    ])
    expect(tokenize('Thé “vert”')).toEqual([
      { text: 'thé', words: ['thé'] },
      { text: '“vert”', words: ['vert'] },
    ])
    expect(tokenize(' \0 ')).toEqual([])
    expect(tokenize("!!! ' \\ :*")).toEqual([
      { text: '!!!', words: [] },
      { text: "'", words: [] },
      { text: '\\', words: [] },
      { text: ':*', words: [] },
    ])
  })

  test('into a limited number of words of limited length, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 2000, maxLength: 10_000 })),
        (text) => {
          const pieces = tokenize(text)
          expect(pieces.length).toBeLessThanOrEqual(8)
          for (const word of pieces.flatMap((piece) => piece.words)) {
            expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,60}$/u)
          }
        },
      ),
    )
  })
})

describe('[CAT-08] words with similar spelling', () => {
  test.each([
    ['', '', 0],
    ['tea', 'tea', 0],
    ['', 'tea', 3],
    ['senhca', 'sencha', 1],
    ['ocha', 'matcha', 3],
    ['oolng', 'oolong', 1],
    ['a', 'ab', 1],
    ['ba', 'ab', 1],
    ['kitten', 'sitting', 3],
  ])('%j and %j are %i apart', (one, other, apart) => {
    expect(editDistance(one, other)).toBe(apart)
    expect(editDistance(other, one)).toBe(apart)
  })

  test('the distance is at most the length of the longer word, and 0 only for the same word', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
        const apart = editDistance(one, other)
        expect(apart).toBeLessThanOrEqual(Math.max(one.length, other.length))
        expect(apart === 0).toBe(one === other)
      }),
    )
  })

  test('the nearest is meant, and among equally near ones what more products carry', () => {
    const candidates = [
      { word: 'sencha', productCount: 5 },
      { word: 'senna', productCount: 50 },
      { word: 'bancha', productCount: 3 },
    ]
    expect(closestWord('senhca', candidates)).toBe('sencha')
    expect(closestWord('sancha', candidates)).toBe('sencha')
    expect(closestWord('bencha', candidates)).toBe('sencha')
    expect(closestWord('kettle', candidates)).toBeNull()
    expect(closestWord('senhca', [])).toBeNull()
  })

  test('a short word may have one typing error', () => {
    expect(closestWord('tee', [{ word: 'tea', productCount: 1 }])).toBe('tea')
    expect(closestWord('tao', [{ word: 'tea', productCount: 1 }])).toBeNull()
  })
})
