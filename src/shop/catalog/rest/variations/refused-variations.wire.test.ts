/** What a refused variation leaves as it is: texts of its picture, combinations, and variations it would replace. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { media } from '../../../../things/media/media.table.ts'
import { openTestVariations } from './open-test-variations.ts'

const { call, db, makeSampler } = await openTestVariations()

test('a refused variation leaves the texts of its picture, alone and in a batch', async () => {
  const product = await makeSampler('REF-ALT')
  const path = `/products/${product}/variations`
  const alt = async () => (await db.select({ alt: media.alt }).from(media).where(eq(media.id, 12)))[0]?.alt
  const refused = { regular_price: '5', sale_price: '6', image: { id: 12, alt: 'Refused' } }
  expect(await call('POST', path, refused)).toMatchObject({ status: 400 })
  expect(await alt()).toBe('')
  const create = [
    { regular_price: '5', attributes: [{ id: 1, option: '50 g' }], image: { id: 12, alt: 'Taken' } },
    refused,
  ]
  expect((await call('POST', `${path}/batch`, { create })).json).toMatchObject({
    create: [{ image: { alt: 'Taken' } }, { error: {} }],
  })
  expect(await alt()).toBe('Taken')
  await db.update(media).set({ alt: '' }).where(eq(media.id, 12))
})

test('variations of a batch with the same picture change only the texts that they send', async () => {
  const path = `/products/${await makeSampler('REF-TEXTS')}/variations`
  const texts = async () =>
    (await db.select({ title: media.title, alt: media.alt }).from(media).where(eq(media.id, 12)))[0]
  const before = await texts()
  const create = [
    { attributes: [{ id: 1, option: '50 g' }], image: { id: 12, alt: 'A tin' } },
    { attributes: [{ id: 1, option: '100 g' }], image: { id: 12, name: 'Tin' } },
  ]
  await call('POST', `${path}/batch`, { create })
  expect(await texts()).toEqual({ title: 'Tin', alt: 'A tin' })
  await db
    .update(media)
    .set({ ...before })
    .where(eq(media.id, 12))
})

test('a variation that is refused keeps its combination, and takes no other', async () => {
  const product = await makeSampler('REF-KEEP')
  const path = `/products/${product}/variations`
  const of = (option: string) => [
    { id: 1, option },
    { name: 'Grind', option: 'Fine' },
  ]
  const make = async (option: string) =>
    (await call('POST', path, { regular_price: '5', attributes: of(option) })).json.id
  const [small, middle] = [await make('50 g'), await make('100 g')]
  const refused = { regular_price: '5', sale_price: '6', attributes: of('250 g') }
  const update = [
    { id: small, ...refused },
    { id: middle, attributes: of('50 g') },
  ]
  const answered = await call('POST', `${path}/batch`, { update })
  expect(answered.json).toMatchObject({
    update: [
      { error: { data: { params: { sale_price: expect.any(String) } } } },
      { error: { data: { params: { attributes: expect.stringContaining(`#${small}`) } } } },
    ],
  })
  const create = [refused, { regular_price: '5', attributes: of('250 g') }]
  expect((await call('POST', `${path}/batch`, { create })).json).toMatchObject({
    create: [{ error: {} }, { regular_price: '5.00' }],
  })
  const { items } = await call('GET', `${path}?orderby=id&order=asc`)
  expect(items.map(({ attributes }) => attributes[0]?.option)).toEqual(['50 g', '100 g', '250 g'])
})

test('variations that are refused when they are generated replace none', async () => {
  const path = `/products/${await makeSampler('REF-GEN')}/variations`
  const open = await call('POST', path, { regular_price: '5', attributes: [{ id: 1, option: '50 g' }] })
  const body = { delete: true, default_values: { regular_price: '5', sale_price: '6' } }
  expect(await call('POST', `${path}/generate`, body)).toMatchObject({ status: 400 })
  expect((await call('GET', path)).items.map(({ id }) => id)).toEqual([open.json.id])
  const done = await call('POST', `${path}/generate`, { ...body, default_values: { regular_price: '5' } })
  expect(done.json).toEqual({ count: 6, deleted_count: 1 })
  expect((await call('GET', path)).items.map(({ id }) => id)).not.toContain(open.json.id)
})
