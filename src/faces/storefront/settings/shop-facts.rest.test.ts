import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { contactOf } from '../../../people/addresses/store-address.ts'
import { defaultSettings, loadSettings } from '../../../settings.ts'
import { destinationOf } from '../../../shop/cart/price-cart.ts'
import { canadianShipping, canadianTaxes, pricingFromSettings } from '../../../shop/pricing/canadian-pricing.ts'
import { createTaxLookup } from '../../../shop/pricing/tax.ts'
import { saveSettings } from '../../../things/settings/settings.store.ts'

const { app, db, shop } = await openShop({
  settings: {
    siteTitle: 'Teahouse of the West',
    tagline: 'Steeped by the sea',
    contactEmail: 'hello@west.test',
    contactPhone: '+1 604 555 0123',
    storeAddress: {
      company: 'West Tea Ltd.',
      address1: '5 Water Street',
      address2: 'Floor 2',
      city: 'Vancouver',
      state: 'BC',
      postcode: 'V6B 1A1',
      country: 'CA',
    },
    policies: {
      returnDays: 14,
      returns: 'Two weeks to think about it.',
      inStock: 'by the harbour',
      madeToOrder: 'Weighed for you in Vancouver',
      onShelf: 'On our shelves in Vancouver',
    },
  },
})
const owner = await createSignedInUser(shop, 'administrator')
const editor = await createSignedInUser(shop, 'editor')

async function put(who: typeof owner, body: Record<string, unknown>) {
  const response = await app.request('/wp-json/samovar/v1/settings', {
    method: 'PUT',
    headers: { ...who.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const json = (await response.json()) as { data?: { params?: Record<string, string> } } & Record<string, unknown>
  return { status: response.status, json, wrongs: Object.keys(json.data?.params ?? {}) }
}

test('the owner changes name, address, contact, time zone and promises', async () => {
  const facts = {
    title: 'Second Steep',
    tagline: 'Once more',
    owner_email: 'owner@second.test',
    contact_email: 'hello@second.test',
    contact_phone: '902-555-0199',
    store_company: 'Second Steep Inc.',
    store_address: '1 Pier Road',
    store_address_2: '',
    store_city: 'Halifax',
    store_postcode: 'B3H 1A1',
    store_country: 'CA',
    store_state: 'NS',
    tax_number: '123456789 RT0001',
    timezone: 'America/Halifax',
    weight_unit: 'oz',
    return_days: 0,
    returns_text: '',
    in_stock_text: 'in Halifax',
    made_to_order_text: 'Packed to order',
    on_shelf_text: 'On the shelf',
    dispatch_time: 'Twice a week',
    delivery_time: '',
    untaxed_text: 'No taxes here.',
    footer_highlights: [{ title: 'Free pickup', text: 'On the pier', href: '/pickup/' }],
  }
  expect((await put(editor, facts)).status).toBe(403)
  expect(await put(owner, facts)).toMatchObject({ status: 200, json: facts })
  const stored = await loadSettings(db)
  expect(contactOf(stored)).toEqual({
    email: 'hello@second.test',
    phone: '902-555-0199',
    address: ['Second Steep Inc.', '1 Pier Road', 'Halifax, Nova Scotia B3H 1A1'],
  })
  expect(stored).toMatchObject({
    siteTitle: 'Second Steep',
    timeZone: 'America/Halifax',
    taxNumber: '123456789 RT0001',
  })
})

test('a new base re-prices carts without an address, and the tax included in prices', async () => {
  await saveSettings(db, { storeAddress: { ...defaultSettings.storeAddress, state: 'NS' } })
  const { base, taxTable } = pricingFromSettings(await loadSettings(db), {
    taxTable: canadianTaxes,
    shipping: canadianShipping,
  })
  expect(destinationOf({ shipping: {} }, base)).toEqual({ country: 'CA', state: 'NS', postcode: '' })
  const taxes = createTaxLookup(taxTable, base, new Date('2026-11-20T12:00:00Z'))
  expect(taxes('standard').map(({ code, ratePer100k }) => [code, ratePer100k])).toEqual([['CA-NS-HST-1', 14000]])
})

test('wrong facts are refused by name, and nothing is saved', async () => {
  const before = await loadSettings(db)
  const wrongs = {
    title: '  ',
    contact_email: 'nobody',
    contact_phone: 'call me',
    owner_email: '',
    store_country: 'ZZ',
    timezone: 'America/Atlantis',
    weight_unit: 'stone',
    tax_number: '<b>',
    return_days: -1,
    tagline: 'x'.repeat(161),
    in_stock_text: 5,
  }
  const answer = await put(owner, { ...wrongs, store_city: 'Halifax' })
  expect([answer.status, answer.wrongs.toSorted()]).toEqual([400, Object.keys(wrongs).toSorted()])
  for (const timezone of ['+05:00', 'EST5EDT!', '', null, 'america/toronto'])
    expect([timezone, (await put(owner, { timezone })).status]).toEqual([timezone, 400])
  expect(await loadSettings(db)).toEqual(before)
})

test('a time zone has its IANA name, also one of which Intl lists only an older name', async () => {
  for (const timezone of ['Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC']) {
    expect([timezone, (await put(owner, { timezone })).status]).toEqual([timezone, 200])
    const { rows } = await db.execute(sql`select now() at time zone ${timezone}`)
    expect(rows).toHaveLength(1)
  }
  // The browsers know these too; PostgreSQL knows some not at all, and others as another zone.
  for (const timezone of ['US/Pacific-New', 'IST', 'SystemV/AST4', 'Asia/Kolkata/Pune'])
    expect([timezone, (await put(owner, { timezone })).status]).toEqual([timezone, 400])
  expect((await put(owner, { timezone: 'America/Toronto' })).status).toBe(200)
})

test('a province and a postal code must be of the country', async () => {
  const before = await loadSettings(db)
  expect((await put(owner, { store_state: 'NY' })).wrongs).toEqual(['store_state'])
  expect((await put(owner, { store_country: 'US' })).wrongs).toContain('store_state')
  expect((await put(owner, { store_postcode: '90210' })).wrongs).toEqual(['store_postcode'])
  expect(await loadSettings(db)).toEqual(before)
  const moved = { store_country: 'US', store_state: 'NY', store_postcode: '10001' }
  expect(await put(owner, moved)).toMatchObject({ status: 200, json: moved })
})

test('pages show the facts of the settings', async () => {
  const page = async (path: string) => (await app.request(path)).text()
  const home = await page('/shop/')
  for (const fact of [
    'Teahouse of the West',
    'Steeped by the sea',
    '<span>West Tea Ltd.</span>',
    '<span>5 Water Street, Floor 2</span>',
    '<span>Vancouver, British Columbia V6B 1A1</span>',
    'href="tel:+1-604-555-0123"',
    'mailto:hello@west.test',
  ])
    expect(home).toContain(fact)
  const product = await page('/product/tea-1/')
  expect(product).toContain('Two weeks to think about it.')
  expect(product).toContain('"merchantReturnDays":14')
  for (const html of [home, product]) expect(html).not.toMatch(/Toronto|Ontario|Thirty days|>Samovar</)
})

test('words of 10,000 characters or another type, and links that are scripts, change nothing', async () => {
  const before = await loadSettings(db)
  const highlight = { title: 'Fast', text: '', href: '/fast/' }
  const refused: readonly (readonly [string, unknown, string])[] = [
    ['title', 'x'.repeat(10_000), 'title'],
    ['title', ['Tea'], 'title'],
    ['delivery_time', 'x'.repeat(10_000), 'delivery_time'],
    ['footer_highlights', 'Fast', 'footer_highlights'],
    ['footer_highlights', Array.from({ length: 7 }, () => highlight), 'footer_highlights'],
    ['footer_highlights', [highlight, null], 'footer_highlights'],
    ['footer_highlights', [{ ...highlight, title: ' ' }], 'footer_highlights.0.title'],
    ...['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.test', 'http://x', '/a b', ''].map(
      (href) => ['footer_highlights', [{ ...highlight, href }], 'footer_highlights.0.href'] as const,
    ),
  ]
  for (const [name, value, field] of refused) {
    const answer = await put(owner, { [name]: value })
    expect([name, value, answer.status, answer.wrongs]).toEqual([name, value, 400, [field]])
  }
  expect(await loadSettings(db)).toEqual(before)
  expect((await put(owner, { tagline: 'Tea\0house' })).json.tagline).toBe('Teahouse')
})

test('markup in a name is text on every page', async () => {
  const evil = '<script>alert("x")</script>'
  Object.assign(shop.settings(), { siteTitle: evil, footerHighlights: [{ title: evil, text: evil, href: '/shop/' }] })
  for (const path of ['/', '/shop/', '/product/tea-1/', '/cart/', '/nowhere/', '/feed/'])
    expect(await (await app.request(path)).text()).not.toContain('<script>alert(')
  Object.assign(shop.settings(), { siteTitle: 'Teahouse of the West', footerHighlights: [] })
})

test('of two owners who save different settings at once neither loses', async () => {
  const other = await createSignedInUser(shop, 'administrator')
  for (let round = 0; round < 5; round += 1) {
    const facts = { title: `House ${round}`, delivery_time: `${round} days` }
    const answers = await Promise.all([
      put(owner, { title: facts.title }),
      put(other, { delivery_time: facts.delivery_time }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await loadSettings(db)).toMatchObject({ siteTitle: facts.title, deliveryTime: facts.delivery_time })
  }
})
