import { expect, test } from 'vitest'
import { shortcodeHtml } from './feature-text.ts'

test.each([
  ['Steep < 3 min\nPour\n\nServe', '<p>Steep < 3 min<br>Pour</p><p>Serve</p>'],
  ['<p>Steep</p>\n\n<p>Pour</p>', '<p>Steep</p>\n\n<p>Pour</p>'],
])('the text %j of a feature is written as %s', (text, html) => {
  expect(shortcodeHtml('service', {}, text)).toBe(`<p>[service]</p>${html}<p>[/service]</p>`)
})
