/** A download, bought and fetched from the order and the account, and refused to others. A product with a password. */
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import type { products } from '../../src/shop/catalog/catalog.table.ts'
import { saveProduct } from '../../src/shop/catalog/save-product.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { cards } from '../running/buyer.ts'
import { type CustomShop, startCustomShop } from '../running/custom-shop.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { fillCheckout, payByCard, signInByRequest } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { expect, phone, test as shopTest } from './shop-test.ts'

type GuideShop = CustomShop & { readonly guide: string; readonly locked: string }

const test = shopTest.extend<object, { shop: GuideShop }>({
  shop: [
    async ({}, use) => {
      const shop = await startCustomShop({})
      await use({ ...shop, ...(await addProducts(shop)) })
      await shop.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url)
  },
})

/** Creates a downloadable guide, with its file uploaded as by the back office, and a password-protected tea. */
async function addProducts({ url, dataDir }: CustomShop) {
  const file = await sendFile(url)
  const database = await openEmbedded(dataDir)
  const { db, close } = connect(database.url)
  const save = async (name: string, changes: Partial<typeof products.$inferInsert>, texts: Record<string, string>) => {
    const input = { type: 'simple', name, regularPriceCents: 500, ...changes } as const
    const saved = await db.transaction((tx) => saveProduct(tx, input, { now: new Date() }))
    if (!saved.ok) throw new Error(saved.problem.kind)
    await db.update(entries).set(texts).where(eq(entries.id, saved.id))
    const [entry] = await db.select({ slug: entries.slug }).from(entries).where(eq(entries.id, saved.id))
    return `/product/${entry?.slug}/`
  }
  const isFile = { isVirtual: true, isDownloadable: true, downloadLimit: 3, downloadDays: 30 }
  const downloads = [{ id: 'guide', name: 'Guide (text)', file }]
  const guide = await save(
    'A guide to brewing',
    { ...isFile, downloads, purchaseNote: 'Best read over a cup.' },
    { excerpt: '' },
  )
  const locked = await save('Friends’ reserve', {}, { password: 'oolong', excerpt: '<p>Forty tins a year.</p>' })
  await close()
  await database.stop()
  return { guide, locked }
}

async function sendFile(url: string): Promise<string> {
  const signedIn = await fetch(`${url}/wp-login.php`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ log: users.owner.email, pwd: users.owner.password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const office = await (await fetch(`${url}/wp-admin/`, { headers: { cookie } })).text()
  const headers = { cookie, 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const body = new FormData()
  body.set('file', new File(['Water before leaf.'], 'Thé guide.txt'))
  const sent = await fetch(`${url}/wp-json/samovar/v1/product-files`, { method: 'POST', headers, body })
  expect(sent.status).toBe(201)
  return ((await sent.json()) as { file: string }).file
}

async function buy(page: Page, guide: string, address: Record<string, string>): Promise<void> {
  await page.goto(guide)
  // Until its script has run, the button submits the form, and the response page has no open drawer.
  await scriptRun(page, 'cart')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart')).toBeVisible()
  await page.goto('/checkout/')
  await fillCheckout(page, address)
  await payByCard(page, cards.good)
  await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible()
}

const contentOf = async (download: Download) => readFile(await download.path(), 'utf8')

test('a guest buys a file by card, and downloads it from the page of the order, as often as it may be', async ({
  page,
  shop,
}) => {
  await buy(page, shop.guide, newCustomerAddress())
  await expect(page.locator('.woocommerce-order-overview')).toContainText('Completed')
  await expect(page.getByText('Best read over a cup.')).toBeVisible()
  const files = page.getByRole('region', { name: 'Downloads' })
  await expect(files.getByRole('row', { name: /A guide to brewing/ })).toContainText('3')
  expect(await findingsAtWidths(page, [390, 1440])).toEqual([])
  const link = files.getByRole('link', { name: 'Guide (text)' })
  const href = (await link.getAttribute('href')) ?? ''
  const started = page.waitForEvent('download')
  await link.press('Enter')
  const download = await started
  expect(download.suggestedFilename()).toBe('Thé guide.txt')
  expect(await contentOf(download)).toBe('Water before leaf.')
  await page.reload()
  await expect(files.getByRole('row', { name: /A guide to brewing/ })).toContainText('2')
  for (const status of [200, 200, 403]) expect((await page.request.get(href)).status()).toBe(status)
  await page.goto(href)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is used up.')
  expect(await findingsAtWidths(page, [390, 1440])).toEqual([])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a customer has the file in the account, and its link opens for nobody else', async ({
    page,
    shop,
    browser,
  }) => {
    await signInByRequest(page.request, users.customer)
    await buy(page, shop.guide, newCustomerAddress())
    await page.goto('/my-account/downloads/')
    const link = page.getByRole('link', { name: 'Guide (text)' })
    const href = (await link.getAttribute('href')) ?? ''
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const started = page.waitForEvent('download')
    await link.click()
    expect(await contentOf(await started)).toBe('Water before leaf.')
    const stranger = await (await browser.newContext({ baseURL: shop.url })).newPage()
    await stranger.goto(href)
    await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Please sign in.')
    await stranger.context().close()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('a product asks for its password, shows its text then, and can be bought', async ({ page, shop }) => {
      await page.goto(shop.locked)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Friends’ reserve')
      await expect(page.getByText('Forty tins a year.')).toHaveCount(0)
      await page.getByLabel('Password').fill('sencha')
      await page.getByRole('button', { name: 'Enter', exact: true }).click()
      await expect(page.getByRole('alert')).toHaveText('This is not its password. Please try again.')
      await page.getByLabel('Password').fill('oolong')
      await page.getByRole('button', { name: 'Enter', exact: true }).click()
      await expect(page.getByText('Forty tins a year.')).toBeVisible()
      await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.getByRole('alert').or(page.getByRole('status'))).toContainText('Friends’ reserve')
      await page.goto('/cart/')
      await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(1)
    })
  })

  test('the question for a password is accessible', async ({ page, shop }) => {
    await page.goto(shop.locked)
    expect(await findingsOf(page)).toEqual([])
  })
})
