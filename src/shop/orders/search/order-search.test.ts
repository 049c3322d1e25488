import { expect, test } from 'vitest'
import { likePatterns, searchedWords } from './order-search.ts'

test('a search is its words, small and without accents; a telephone number is one word', () => {
  expect(searchedWords('  Béatrice  OOLONG béatrice ')).toEqual(['beatrice', 'oolong'])
  expect(searchedWords('+1 (416) 555-0100')).toEqual(['14165550100'])
  expect(searchedWords('-- % …')).toEqual([])
})

test('every pattern has three letters that the index knows: those of a short word are where a word begins', () => {
  expect(likePatterns(['oolong', 'li', 'a--b', '50%'])).toEqual(['%oolong%', '% li%', '% a--b%', '% 50\\%%'])
})
