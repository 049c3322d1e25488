import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lettersApart, nearestWord, piecesOf } from './search-words.ts'

describe('[CAT-08] a search is taken apart', () => {
  test('into pieces and their words', () => {
    expect(piecesOf('  Gong-fu  TEA-12 ')).toEqual([
      { text: 'gong-fu', words: ['gong', 'fu'] },
      { text: 'tea-12', words: ['tea', '12'] },
    ])
    expect(piecesOf('Thé “vert”')).toEqual([
      { text: 'thé', words: ['thé'] },
      { text: '“vert”', words: ['vert'] },
    ])
    expect(piecesOf(' \0 ')).toEqual([])
    expect(piecesOf("!!! ' \\ :*")).toEqual([
      { text: '!!!', words: [] },
      { text: "'", words: [] },
      { text: '\\', words: [] },
      { text: ':*', words: [] },
    ])
  })

  test('into few and short words, whatever is pasted', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 2000, maxLength: 10_000 })),
        (text) => {
          const pieces = piecesOf(text)
          expect(pieces.length).toBeLessThanOrEqual(8)
          for (const word of pieces.flatMap((piece) => piece.words)) {
            expect(word).toMatch(/^[\p{L}\p{M}\p{N}]{1,60}$/u)
          }
        },
      ),
    )
  })
})

describe('[CAT-08] words that are spelt alike', () => {
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
    expect(lettersApart(one, other)).toBe(apart)
    expect(lettersApart(other, one)).toBe(apart)
  })

  test('nothing is farther apart than the longer one is long, and only the same word is 0 apart', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (one, other) => {
        const apart = lettersApart(one, other)
        expect(apart).toBeLessThanOrEqual(Math.max(one.length, other.length))
        expect(apart === 0).toBe(one === other)
      }),
    )
  })

  test('the nearest is meant, and among equally near ones what more products carry', () => {
    const candidates = [
      { word: 'sencha', products: 5 },
      { word: 'senna', products: 50 },
      { word: 'bancha', products: 3 },
    ]
    expect(nearestWord('senhca', candidates)).toBe('sencha')
    expect(nearestWord('sancha', candidates)).toBe('sencha')
    expect(nearestWord('bencha', candidates)).toBe('sencha')
    expect(nearestWord('kettle', candidates)).toBeNull()
    expect(nearestWord('senhca', [])).toBeNull()
  })

  test('a short word may have one slip, no more', () => {
    expect(nearestWord('tee', [{ word: 'tea', products: 1 }])).toBe('tea')
    expect(nearestWord('tao', [{ word: 'tea', products: 1 }])).toBeNull()
  })
})
