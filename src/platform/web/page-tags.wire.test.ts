import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { invalidatePageTags, listenForPageTags } from './page-tags.ts'

const { db, url } = await createTestDatabase()

test('what could not be read again is tried until it was, and until then a change counts as not seen', async () => {
  const calls: string[][] = []
  const errors: unknown[] = []
  let failing = ''
  const listener = await listenForPageTags({ url, db }, [], {
    async onTags(tags) {
      calls.push([...tags].sort())
      if (tags.has(failing)) throw new Error('no connection')
    },
    onError: (error) => errors.push(error),
  })
  afterAll(() => listener.end())
  failing = 'taxes'
  await invalidatePageTags(db, ['taxes'])
  const askedAt = performance.now()
  await listener.changesSeen()
  expect(performance.now() - askedAt).toBeGreaterThan(900)
  // Other changes are read meanwhile.
  await invalidatePageTags(db, ['settings'])
  await expect.poll(() => calls).toContainEqual(['settings', 'taxes'])
  failing = ''
  const before = calls.length
  await expect.poll(() => calls.slice(before)).toEqual([['settings', 'taxes']])
  expect(errors).toHaveLength(before - 1)
  await invalidatePageTags(db, ['menus'])
  await listener.changesSeen()
  expect(calls.at(-1)).toEqual(['menus'])
})
