import { expect, test } from 'vitest'
import { turnsDuring } from '../../../test/support/event-loop-turns.ts'
import { openShop } from '../../../test/support/shop.ts'
import { restCalls } from './rest.routes.ts'

const { app } = await openShop()

test.each([
  ['/wp-json/', new Set(restCalls.map(({ path }) => path)).size],
  ['/wp-json/samovar/v1/openapi.json', restCalls.length],
  ['/wp-json/wc/store/v1/openapi.json', 30],
])('[API-01] the first answer of %s is built while others are served, and only once', async (path, parts) => {
  const first = await turnsDuring(async () => app.request(path))
  expect(first).toBeGreaterThanOrEqual(parts)
  const [text, again] = [await (await app.request(path)).text(), await turnsDuring(async () => app.request(path))]
  expect(again).toBeLessThan(parts / 2)
  expect(await (await app.request(path)).text()).toBe(text)
})
