import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entries } from '../../../../things/entries/entries.table.ts'
import { terms } from '../../../../things/entries/terms.table.ts'
import { publishScheduledProducts } from '../../product-status.ts'
import type { ProductJson } from '../products/product-json.ts'
import { both, openTestVariations, variationsOf } from './open-test-variations.ts'

const { app, call, db, makeSampler, shop } = await openTestVariations()

test('[API-02] what is sold changes with its variations, and a value that is gone leaves the others', async () => {
  const product = await makeSampler('PAGE')
  const { slug } = (await call('GET', `/products/${product}`)).json as unknown as { slug: string }
  const text = async () => (await app.request(`/product/${slug}/`)).text()
  const { json } = await call('POST', variationsOf(product), {
    regular_price: '4.44',
    attributes: both('50 g', 'Fine'),
  })
  expect(await text()).toContain('4.44')
  await call('PUT', `${variationsOf(product)}/${json.id}`, { regular_price: '5.55' })
  expect(await text()).toContain('5.55')
  const size = and(eq(terms.taxonomy, 'pa_size'), eq(terms.slug, '50-g'))
  const [fifty] = await db.select().from(terms).where(size)
  expect(fifty?.name).toBe('50 g')
})

test('variations follow an attribute that is renamed; those with a value of one that is gone are no longer sold', async () => {
  const own = { name: 'Pack', slug: '', variation: true, options: ['25 g', '100 g'] }
  const grind = { name: 'Grind', variation: true, options: ['Whole', 'Fine'] }
  const product = await makeSampler('RENAMED', { attributes: [own, grind] })
  const pick = (pack: string) => [
    { name: 'Pack', option: pack },
    { name: 'Grind', option: 'Whole' },
  ]
  for (const [pack, regular_price] of [
    ['25 g', '10'],
    ['100 g', '30'],
  ] as const)
    await call('POST', variationsOf(product), { regular_price, attributes: pick(pack) })
  await call('POST', variationsOf(product), {
    regular_price: '50',
    attributes: pick('100 g').with(1, { name: 'Grind', option: '' }),
  })
  const save = async (attributes: object[]) =>
    (await call('PUT', `/products/${product}?context=edit`, { attributes })).json as unknown as ProductJson
  const variations = async () =>
    (await call('GET', `${variationsOf(product)}?orderby=id&order=asc`)).items.map(
      ({ status, name }) => `${status} ${name}`,
    )
  const { samovar, attributes: renamed } = await save([{ ...own, name: 'pack size', slug: 'Pack' }, grind])
  expect(renamed.map(({ name, slug }) => [name, slug])).toEqual([
    ['pack size', 'pack size'],
    ['Grind', 'Grind'],
  ])
  const { samovar: next, attributes: corrected } = await save([{ ...own, name: 'Pack size' }, grind])
  expect([corrected[0]?.name, next?.version]).toEqual(['Pack size', (samovar?.version ?? 0) + 1])
  expect(await variations()).toEqual(['publish 25 g, Whole', 'publish 100 g, Whole', 'publish 100 g'])
  await save([
    { ...own, name: 'Pack size' },
    { ...grind, variation: false },
  ])
  expect(await variations()).toEqual(['private 25 g', 'private 100 g', 'publish 100 g'])
  await save([{ ...own, name: 'Quantity' }])
  expect(await variations()).toEqual(['private ', 'private ', 'private '])
  const { rows } = await db.execute(sql`select min_price_cents from products where id = ${product}`)
  expect(rows).toEqual([{ min_price_cents: null }])
})

test('a scheduled variation with a value of an attribute that is gone is not published at its date', async () => {
  const grind = { name: 'Grind', variation: true, options: ['Whole', 'Fine'] }
  const product = await makeSampler('SCHEDULED', { attributes: [grind] })
  const { json } = await call('POST', variationsOf(product), {
    regular_price: '4',
    attributes: [{ name: 'Grind', option: 'Fine' }],
  })
  await db
    .update(entries)
    .set({ status: 'future', publishedAt: new Date(shop.now().getTime() + 60_000) })
    .where(eq(entries.id, json.id))
  await call('PUT', `/products/${product}`, { attributes: [{ name: 'Cut', variation: true, options: ['Leaf'] }] })
  await publishScheduledProducts(db, new Date(shop.now().getTime() + 120_000))
  expect((await call('GET', `${variationsOf(product)}/${json.id}`)).json.status).toBe('private')
})
