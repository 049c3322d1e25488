import { createElement } from 'react'
import { expect, test } from 'vitest'
import { cachedMarkup } from './cached-markup.ts'

test('a part is rendered once for each key', () => {
  let rendered = 0
  const part = (text: string) =>
    cachedMarkup(JSON.stringify(['test part', text]), () => {
      rendered += 1
      return createElement('p', null, text)
    })
  expect([part('Tea'), part('Tea'), part('Pots & pans')]).toEqual([
    '<p>Tea</p>',
    '<p>Tea</p>',
    '<p>Pots &amp; pans</p>',
  ])
  expect(rendered).toBe(2)
})

test('a part without content is empty each time', () => {
  const empty = () => cachedMarkup('test empty', () => createElement(() => null))
  expect([empty(), empty()]).toEqual(['', ''])
})
