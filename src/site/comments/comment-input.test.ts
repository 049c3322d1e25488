import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import {
  type CommentFormValues,
  MAX_LENGTH,
  parseComment,
  parseId,
  plainLines,
  RATING_REQUIRED,
  singleLine,
} from './comment-input.ts'
import { commentHtml } from './comment-text.ts'

const typed: CommentFormValues = { author: 'Ada Leaf', email: 'ada@shop.test', comment: 'Sweet.', rating: '4' }
const review = { rating: 'required', isSignedIn: false } as const
const mistakesOf = (changes: Partial<CommentFormValues>, rules: Parameters<typeof parseComment>[1] = review) => {
  const read = parseComment({ ...typed, ...changes }, rules)
  return read.ok ? [] : read.fieldErrors.map(({ field }) => field)
}

test('[REV-04] what is right is taken as it was meant', () => {
  const read = parseComment(
    { author: '  Ada \t Leaf ', email: ' Ada@Shop.TEST ', comment: '\r\nSweet.\r\n\r\n\r\n\r\nAgain! \n', rating: '5' },
    review,
  )
  expect(read).toEqual({
    ok: true,
    comment: { name: 'Ada Leaf', email: 'ada@shop.test', text: 'Sweet.\n\nAgain!', rating: 5 },
  })
})

describe('mistakes', () => {
  test('[REV-03] without a rating that is required it is refused, in the specification’s words', () => {
    const read = parseComment({ ...typed, rating: '' }, review)
    expect(read).toEqual({ ok: false, fieldErrors: [{ field: 'rating', text: RATING_REQUIRED }] })
    expect(RATING_REQUIRED).toBe('Please select a rating')
  })

  test.each(['0', '6', 'abc', '4.5', '-1', ' 3', '5 ', '05', '1e0', 'NaN', '٣', '5\n'])(
    '[REV-01] %j is no rating',
    (rating) => {
      expect(mistakesOf({ rating })).toEqual(['rating'])
      expect(mistakesOf({ rating }, { ...review, rating: 'optional' })).toEqual(['rating'])
      expect(mistakesOf({ rating }, { ...review, rating: 'none' })).toEqual([])
    },
  )

  test('[REV-04] every mistake is told at once, in the order of the form', () => {
    expect(mistakesOf({ rating: '', comment: ' \n ', author: '', email: 'ada' })).toEqual([
      'rating',
      'comment',
      'author',
      'email',
    ])
    expect(mistakesOf({ comment: 'x'.repeat(MAX_LENGTH.text + 1), author: 'y'.repeat(300) })).toEqual([
      'comment',
      'author',
    ])
  })

  test('[REV-02] somebody signed in is not asked who they are', () => {
    expect(mistakesOf({ author: '', email: '' }, { ...review, isSignedIn: true })).toEqual([])
  })
})

test('[REV-04] ids are whole numbers that a table can hold', () => {
  expect(['131', '0', '', undefined].map(parseId)).toEqual([131, 0, 0, 0])
  for (const text of ['-1', '1.5', 'abc', '2147483648', '9'.repeat(30), '1 or 1=1', '٣'])
    expect(parseId(text), text).toBeNull()
})

test('[REV-04] what cannot be seen and what turns the reading direction is left out', () => {
  expect(singleLine('A\u202ed\u0000a\u200b\nLeaf')).toBe('A d a Leaf')
  expect(plainLines('a\u0000b\u001bc\u2066d\te')).toBe('abcd\te')
})

test('[REV-04] the longest text that can be sent takes no longer than a moment', async () => {
  const text = `a${' '.repeat(500_000)}b  \n\t\nc`
  expect(await cpuMsOf(() => expect(plainLines(text)).toHaveLength(500_005))).toBeLessThan(1000)
})

test('[REV-04] as HTML nothing that was written does anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const html = commentHtml(plainLines(text))
      const ours = html.replaceAll(/<\/?p>|<br \/>/g, '')
      expect(ours).not.toMatch(/[<>]/)
    }),
  )
})
