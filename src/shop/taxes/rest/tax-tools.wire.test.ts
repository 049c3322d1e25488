/** Rates as a file, and those of Canada: all at once. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { canadianTaxes } from '../../pricing/canadian-pricing.ts'
import { taxesFor } from '../../pricing/tax.ts'
import { taxClasses, taxRates } from '../taxes.table.ts'

const { app, db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const { headers } = await createSignedInUser(shop, 'administrator', 'Olive Owner')

async function call(method: string, path: string, body: FormData | object | null = null) {
  if (body === null || body instanceof FormData) return app.request(path, { method, headers, body })
  const json = { ...headers, 'content-type': 'application/json' }
  return app.request(path, { method, headers: json, body: JSON.stringify(body) })
}

const path = '/wp-json/samovar/v1/tax-rates'
const exported = async () => (await call('GET', `${path}/csv`)).text()
async function send(text: string | Uint8Array<ArrayBuffer>, replace = false) {
  const form = new FormData()
  form.set('file', new File([text], 'rates.csv', { type: 'text/csv' }))
  const answer = await call('POST', `${path}/csv${replace ? '?replace=true' : ''}`, form)
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
}

test('the rates of Canada are added once, and are those of the built-in set', async () => {
  await db.delete(taxRates)
  expect(await (await call('POST', `${path}/canada`)).json()).toEqual({
    added: canadianTaxes.length,
    deleted: 0,
    kept: 0,
  })
  expect(await (await call('POST', `${path}/canada`)).json()).toMatchObject({ added: 0, kept: canadianTaxes.length })
  const stored = await db.select().from(taxRates).orderBy(taxRates.id)
  expect(stored.map(({ id: _, ...rate }) => rate)).toEqual(canadianTaxes.map(({ id: _, ...rate }) => rate))
})

test('an export is taken back without a change, and replaces what others have added', async () => {
  const before = await db.select().from(taxRates).orderBy(taxRates.id)
  const text = await exported()
  expect(text.split('\n')[0]).toBe(
    '"Country code","State code","Postcode / ZIP",City,"Rate %","Tax name",Priority,Compound,Shipping,"Tax class",From',
  )
  await call('POST', '/wp-json/wc/v3/taxes', {
    country: 'US',
    rate: '4',
    name: '=1+1',
    postcodes: ['10001...10099', 'A*'],
    cities: ['NEW YORK'],
  })
  const more = await exported()
  expect(more).toContain("'=1+1")
  expect(await send(text, true)).toMatchObject({ status: 200, json: { added: 0, deleted: 1, kept: before.length } })
  expect(await db.select().from(taxRates).orderBy(taxRates.id)).toEqual(before)
  expect((await send(more)).json).toMatchObject({ added: 1, deleted: 0 })
  expect((await exported()).split('\n').toSorted()).toEqual(more.split('\n').toSorted())
})

test('a spreadsheet in French is taken, with its byte order mark, and cells of several lines', async () => {
  // The file mixes two kinds of line endings.
  const rows =
    '\uFEFFCountry;a;b;c;d;e;f;g;h;i\r\n;;;;;;;;;\nCA;QC;"H2X*\nH3A*";"Montréal\nLaval";9,975;"T\nVQ";8;0;1;\r\n'
  expect((await send(rows)).json).toMatchObject({ added: 1 })
  expect((await send('CA;QC;;Laval;9,975;TVQ;9;0;1;')).json).toMatchObject({ added: 1 })
  const [rate] = await db.select().from(taxRates).where(sql`priority = 8`)
  const cities = ['MONTRÉAL', 'LAVAL']
  expect(rate).toMatchObject({ ratePer100k: 9975, label: 'T VQ', postcodes: ['H2X*', 'H3A*'], cities })
})

test('two files at once add each rate once, and Canada’s rates with them', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `US,TX,,TOWN ${index},6.25,Twice,1,0,1,`).join('\n')
  const answers = await Promise.all([send(rows), send(rows), call('POST', `${path}/canada`), send(rows)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await db.$count(taxRates, sql`label = 'Twice'`)).toBe(300)
  await db.delete(taxRates).where(sql`label = 'Twice'`)
})

test('a class that is deleted meanwhile is no failure of the shop', async () => {
  for (const wait of [0, 2, 5, 10, 20]) {
    await call('POST', '/wp-json/wc/v3/taxes/classes', { name: 'Passing' })
    const rows = Array.from({ length: 300 }, (_, index) => `US,TX,,TOWN ${index},6.25,Gone,1,0,1,passing`).join('\n')
    const sent = send(rows)
    await new Promise((done) => void setTimeout(done, wait))
    const deleted = await call('DELETE', '/wp-json/wc/v3/taxes/classes/passing?force=true')
    expect([(await sent).status, deleted.status]).toEqual([expect.toBeOneOf([200, 400]), 200])
    expect(await db.$count(taxRates, sql`label = 'Gone'`)).toBe(0)
  }
})

test('a file is read before the classes are locked, so that nobody waits for it', async () => {
  await db.transaction(async (tx) => {
    await tx.select().from(taxClasses).for('update')
    const waited = new Promise((done) => void setTimeout(done, 2000, 'it waited'))
    expect(await Promise.race([send('XX,,,,1,Tax,1,0,1,'), waited])).toMatchObject({ status: 400 })
  })
})

test('2,000 rates are taken, found by carts at once, and replaced', async () => {
  const before = await exported()
  const row = (index: number) => `US,AL,${10_000 + index},CITY ${index},4,Many,1,0,1,`
  const rows = Array.from({ length: 2000 }, (_, index) => row(index)).join('\n')
  expect((await send(rows)).json).toMatchObject({ added: 2000 })
  const table = await db.select().from(taxRates)
  const place = { country: 'US', state: 'AL', postcode: '11999-0001', city: 'City 1999' }
  expect(taxesFor(table, place, 'standard', new Date())).toMatchObject([{ code: 'US-AL-MANY-1' }])
  expect((await send(before, true)).json).toMatchObject({ deleted: 2000 })
})

test('an error names the line in which the row of several lines begins', async () => {
  const rows = 'CA,QC,"H2X*\r\nH3A*","Laval\n\nAlma",9.975,TVQ,1,0,1,\r\n\nDE,,"1*\n2*",,many,MwSt,1,0,1,\nDE,,,\n'
  const { json } = await send(rows)
  expect(json.message).toMatch(/^(?!.*Line 1:).*Line 6: rate must.*Line 8: it has 4 cells/)
  const unclosed = await send(`${rows}DE,,"1*\n2*,,19,MwSt,1,0,1,\n`)
  expect(unclosed.json.message).toContain('The row that begins in line 9 has a quote that is never closed.')
})

test("WooCommerce's own file is taken, and of a wrong one nothing", async () => {
  await call('POST', '/wp-json/wc/v3/taxes/classes', { name: 'Zero rate' })
  const woo =
    'Country code,State code,Postcode / ZIP,City,Rate %,Tax name,Priority,Compound,Shipping,Tax class\nFR,*,*,*,20.0000,TVA,1,0,1,\nGB,,SW1*;E1 6AN,London;Leeds,20.0000,VAT,1,1,0,zero-rate\n'
  expect((await send(woo)).json).toMatchObject({ added: 2 })
  const [vat] = await db.select().from(taxRates).where(sql`country = 'GB'`)
  expect(vat).toMatchObject({
    postcodes: ['SW1*', 'E16AN'],
    cities: ['LONDON', 'LEEDS'],
    isCompound: true,
    taxesShipping: false,
    taxClass: 'zero-rate',
  })
  const count = await db.$count(taxRates)
  const wrong = await send('DE,,,,many,MwSt,1,0,1,\nDE,,,,19,MwSt,1,0,1,none\nDE,,,\nAT,,,,20,USt,1,0,1,\n')
  expect(wrong.status).toBe(400)
  expect(wrong.json.message).toMatch(/Line 1: rate must.*Line 2: there is no tax class ‘none’.*Line 3: it has 4 cells/)
  const nonsense = await send(
    'DE,,,,19,MwSt,first,0,1,\nDE,,,,19,MwSt,1,maybe,1,\nDE,,,,,MwSt,1,0,1,\nDE,,,,19,MwSt,1,0,1,,2026-02-31\n',
  )
  expect(nonsense.json.message).toMatch(/1: priority .*2: compound .*3: rate .*4: from is not a day/)
  const nowhere = await send(
    'UK,,,,20,VAT,1,0,1,\nCA,Ontario,,,13,HST,1,0,1,\nXX,,,,1,Tax,1,0,1,\nCA,*,,,5,GST,1,0,1,\n',
  )
  expect(nowhere.json.message).toMatch(/Line 1: country .* Write GB\..*Line 2: ONTARIO .* Write ON\..*Line 3: country /)
  expect(nowhere.json.message).not.toContain('Line 4')
  const noPlaces = await send(
    'US,CA,9...1,,7,Tax,1,0,1,\nUS,CA,90210...90299; V8*,,7,Tax,1,0,1,\nUS,CA,...,,7,Tax,1,0,1,\n',
  )
  expect(noPlaces.json.message).toMatch(
    /Line 1: postcode: “9...1” ends before it begins\. Line 3: postcode: “...” is no/,
  )
  const latin = Buffer.from('CA,QC,,Montréal,9.975,TVQ,1,0,1,', 'latin1')
  expect((await send(latin)).json).toMatchObject({ message: expect.stringContaining('UTF-8') })
  for (const refused of ['"', 'DE,,,,19,Mw\0St,1,0,1,\n', '\uFEFF', woo.split('\n')[0] as string])
    expect((await send(refused, true)).status).toBe(400)
  expect((await call('POST', `${path}/csv`, new FormData())).status).toBe(400)
  expect(await db.$count(taxRates)).toBe(count)
})
