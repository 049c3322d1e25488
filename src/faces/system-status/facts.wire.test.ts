import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { entries, oldSlugs } from '../../things/entries/entries.table.ts'
import { readSystemFacts } from './facts.ts'

const { db, shop } = await openShop()

test('the page of the terms is found at its former address', async () => {
  await db.insert(entries).values({ id: 9990, kind: 'page', slug: 'house-rules', title: 'Rules' })
  await db.insert(oldSlugs).values({ kind: 'page', slug: 'terms', entryId: 9990 })
  const { pages } = await readSystemFacts(shop)
  expect(pages.at(-1)).toMatchObject({ id: 9990, path: '/house-rules/', exists: true, isPublic: true })
})

test('the facts of a shop are plain data, and hold no secret', async () => {
  const facts = await readSystemFacts(shop)
  expect(facts).toMatchObject({
    shop: { url: 'http://shop.test', version: expect.stringMatching(/^\d+\.\d+\.\d+$/), isComingSoon: false },
    database: { version: expect.stringMatching(/^\d+/), newestMigration: expect.stringMatching(/^\d{4}_/) },
    mails: { waiting: 0, failed: 0, lastSentAt: null },
    jobs: null,
    payments: { mode: 'sandbox' },
    security: { isHttps: false },
  })
  expect(facts.counts.product).toBeGreaterThan(0)
  expect(facts.tables.find(({ name }) => name === 'orders')).toBeDefined()
  expect(facts.pages.map(({ name }) => name)).toContain('Terms and conditions')
  const text = JSON.stringify(facts)
  expect(text).not.toContain(shop.secret)
  expect(text).not.toMatch(/sk_|pk_|whsec_|postgres:/)
})
