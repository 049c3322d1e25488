import { expect, test } from 'vitest'
import { pageWindow } from './pagination.tsx'

test('a short listing shows every page', () => {
  expect(pageWindow(2, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 1)).toEqual([1])
})

test('a long listing shows both ends and the neighbours', () => {
  expect(pageWindow(1, 20)).toEqual([1, 2, null, 20])
  expect(pageWindow(10, 20)).toEqual([1, null, 9, 10, 11, null, 20])
  expect(pageWindow(20, 20)).toEqual([1, null, 19, 20])
})

test('a gap of one page is that page', () => {
  expect(pageWindow(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20])
  expect(pageWindow(4, 6)).toEqual([1, 2, 3, 4, 5, 6])
})
