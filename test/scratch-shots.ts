import { mkdir, writeFile } from 'node:fs/promises'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './running/chromium.ts'
import { users } from './running/demo-shop.ts'
import { removeDataDir, startShop, temporaryDataDir } from './running/shop-process.ts'
import { signIn } from './running/shopper.ts'
import { asOwner } from './running/staff-requests.ts'

const out = '/tmp/orders-shots'
await mkdir(out, { recursive: true })
const dataDir = await temporaryDataDir()
const own = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
const browser = await chromium.launch(chromiumOptions)
try {
  const setup = await (await browser.newContext({ baseURL: own.url })).newPage()
  await setup.goto('/')
  const products = await asOwner<any[]>(setup, 'get', '/wp-json/wc/v3/products?type=simple&stock_status=instock&per_page=5')
  await asOwner(setup, 'post', '/wp-json/samovar/v1/settings/payments', { order_statuses: [{ slug: 'packing', label: 'Packing', behaves_as: 'processing' }, { slug: 'waiting-tin', label: 'Waits for a tin', behaves_as: 'on-hold' }] }).catch((e) => console.log(String(e)))
  const billing = { first_name: 'Tess', last_name: 'Telephone', address_1: '1 Kettle Lane', city: 'Toronto', state: 'ON', postcode: 'M5V 2T6', country: 'CA', email: 'tess@shop.test', phone: '4165550100' }
  const make = (more = {}) => asOwner<any>(setup, 'post', '/wp-json/wc/v3/orders', { billing, shipping: billing, customer_note: 'Please ring twice.', line_items: products.slice(0, 3).map(({ id }, i) => ({ product_id: id, quantity: i + 1 })), fee_lines: [{ name: 'Gift wrapping', total: '5.00' }], shipping_lines: [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95' }], ...more })
  const pending = await make({ payment_method: 'bacs' })
  const paid = await make({ payment_method: 'bacs', payment_method_title: 'Bank transfer', set_paid: true })
  const refunded = await make({ payment_method: 'bacs', payment_method_title: 'Bank transfer', set_paid: true })
  await asOwner(setup, 'post', `/wp-json/wc/v3/orders/${refunded.id}/refunds`, { api_refund: false, reason: 'A tin was dented', line_items: [{ id: refunded.line_items[1].id, quantity: 1 }] })
  await asOwner(setup, 'put', `/wp-json/wc/v3/orders/${paid.id}`, { status: 'packing' }).catch((e) => console.log(String(e)))
  for (let i = 0; i < 4; i++) await make({ set_paid: i % 2 === 0, payment_method: 'bacs', billing: { ...billing, last_name: 'Van Buuren-Wolfeschlegelstein', first_name: `Customer ${i}` } })
  const list = async (page: Page) => { await page.goto('/wp-admin/orders/'); await page.getByRole('checkbox').nth(1).check().catch(() => {}); await page.getByRole('checkbox').nth(2).check().catch(() => {}) }
  const kinds: [string, (page: Page) => Promise<unknown>][] = [
    ['list', (p) => p.goto('/wp-admin/orders/')],
    ['list-selected', list],
    ['saving', async (p) => { await list(p); await p.route('**/orders/papers*', () => {}); await p.getByRole('button', { name: /Packing slips/ }).click(); await p.waitForTimeout(300) }],
    ['pending', (p) => p.goto(`/wp-admin/orders/${pending.id}/`)],
    ['paid', (p) => p.goto(`/wp-admin/orders/${paid.id}/`)],
    ['refunded', (p) => p.goto(`/wp-admin/orders/${refunded.id}/`)],
    ['refund-form', async (p) => { await p.goto(`/wp-admin/orders/${refunded.id}/`); await p.getByRole('button', { name: /Refund more/ }).click(); await p.getByLabel(/Pieces of/).nth(1).fill('1') }],
    ['new', (p) => p.goto('/wp-admin/orders/new/')],
    ['new-filled', async (p) => { await p.goto('/wp-admin/orders/new/'); await p.getByLabel('Add a product').fill(products[0].name.slice(0, 6)); await p.getByRole('option').first().click(); await p.getByRole('button', { name: 'Add shipping' }).click(); await p.getByRole('button', { name: 'Add a line' }).click(); await p.getByLabel('Paid outside the shop').check() }],
    ['edit', (p) => p.goto(`/wp-admin/orders/${pending.id}/edit/`)],
    ['customers', (p) => p.goto('/wp-admin/customers/')],
    ['statuses', (p) => p.goto('/wp-admin/settings/payments/')],
  ]
  for (const width of [1440, 390]) for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ baseURL: own.url, viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme })
    const page = await context.newPage()
    page.setDefaultTimeout(8000)
    await signIn(page, users.owner)
    for (const [name, open] of kinds) {
      if (colorScheme === 'dark' && !['list-selected', 'paid', 'refund-form', 'new-filled', 'saving'].includes(name)) continue
      try { await open(page); await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {}); await page.waitForTimeout(400) } catch (e) { console.log(name, width, String(e).slice(0, 300)) }
      await page.screenshot({ path: `${out}/${name}-${width}-${colorScheme}.png`, fullPage: true, animations: 'disabled' })
      await page.unroute('**/orders/papers*').catch(() => {})
    }
    if (width === 1440 && colorScheme === 'light') for (const type of ['invoice', 'packing-slip']) {
      const nonce = await page.evaluate(() => document.querySelector('[data-rest-nonce]')?.getAttribute('data-rest-nonce'))
      const answer = await context.request.get(`/wp-json/samovar/v1/orders/papers?type=${type}&include=${refunded.id},${paid.id}`, { headers: { 'x-wp-nonce': nonce ?? '' } })
      console.log(type, answer.status()); await writeFile(`${out}/${type}.pdf`, await answer.body())
    }
    await context.close()
  }
} finally { await browser.close(); await own.stop(); await removeDataDir(dataDir) }
