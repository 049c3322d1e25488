import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { paths } from '../../platform/web/routes.ts'
import type { SystemStatusJson } from './system-facts.rest.ts'

test('times are in the shop’s time zone, as on every other screen', async () => {
  const { app, shop, db } = await openShop({ now: () => new Date('2026-11-20T11:49:27Z') })
  const { headers } = await createSignedInUser(shop, 'administrator')
  await db.execute(
    "insert into emails (template, recipient, subject, html, text, status, key, created_at, sent_at) values ('x', 'a@b.test', '', '', '', 'sent', 'x', now(), '2026-11-20T11:00:00Z')",
  )
  const json = (await (await app.request(paths.restSystemFacts, { headers })).json()) as SystemStatusJson
  const facts = new Map(json.sections.flatMap(({ facts }) => facts.map(({ name, value }) => [name, value])))
  expect(facts.get('Time')).toBe('Nov 20, 2026, 6:49 a.m.')
  expect(facts.get('Last sent')).toBe('Nov 20, 2026, 6:00 a.m.')
})
