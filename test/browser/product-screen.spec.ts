/** The screen of one product: by keyboard, with two owners, as an editor, in the preview and on a phone. */
import type { APIRequestContext, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { forgetSession, signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

type Product = {
  readonly id: number
  readonly downloads: readonly { readonly name: string; readonly file: string }[]
  readonly samovar: { readonly version: number }
}

/** Calls the REST API as the signed-in user, with the nonce of the open screen. */
async function call(page: Page, method: 'post' | 'put', path: string, data: object): Promise<Product> {
  const nonce = (await page.locator('#admin').getAttribute('data-rest-nonce')) ?? ''
  const answer = await (page.request as APIRequestContext)[method](`/wp-json/wc/v3/products${path}`, {
    headers: { 'x-wp-nonce': nonce },
    data,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Product
}

async function makeProduct(page: Page, more: object = {}): Promise<Product> {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/')
  const texts = { description: '<p>Leaves from the north.</p>', short_description: 'Northern leaves' }
  return call(page, 'post', '', { name: 'Northern Tea', regular_price: '9.00', ...texts, ...more })
}

async function findingsAtPhone(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  const findings = await findingsOf(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize({ width: 1280, height: 900 })
  return beyond > 0 ? [...findings, `${beyond} px lie beside the window`] : findings
}

test('a product is written by keyboard, with what misses and how a search shows it, and is never lost', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/new/')
  await page.getByRole('list', { name: 'Needed' }).getByRole('button', { name: 'A name' }).press('Enter')
  await expect(page.getByLabel('Name (required)')).toBeFocused()
  await page.keyboard.type('Keyboard Tea')
  await page.getByRole('list', { name: 'Needed' }).getByRole('button', { name: 'A price' }).press('Enter')
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await page.keyboard.type('9')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('One field needs your attention.')).toBeVisible()
  await expect(page.getByLabel('Sale price')).toBeFocused()
  expect(await findingsAtPhone(page)).toEqual([])
  await page.getByLabel('Sale price').fill('7.50')
  await expect(page.getByLabel('Until', { exact: true })).toBeVisible()

  await page.locator('summary', { hasText: 'Search engines' }).press('Enter')
  const result = page.getByRole('figure', { name: 'As a search engine shows it' })
  await expect(result).toContainText('Keyboard Tea')
  await page.getByLabel('Title in search results').fill('Keyboard tea for people who like to type long titles')
  await page.getByLabel('Title in search results').press('End')
  await page.keyboard.type(' and more of it')
  await expect(page.getByText('67 of about 60 characters', { exact: false })).toBeVisible()
  await expect(result).toContainText('…')
  await page.locator('summary', { hasText: 'Tea facts' }).press('Enter')
  await page.getByLabel('Kind of tea').selectOption('black')
  await page.getByLabel('Origin').fill('Assam')
  await page.getByLabel('Leaves (g)').fill('2.5')
  await page.getByLabel('Kind', { exact: true }).selectOption('external')
  await expect(page.getByLabel('Address where it is sold')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Shipping' })).toHaveCount(0)
  await page.getByLabel('Kind', { exact: true }).selectOption('simple')
  await page.getByLabel('Downloadable').check()
  await page.getByRole('button', { name: 'Add a file' }).press('Enter')
  await page.getByLabel('Name of file 1').fill('Brewing guide')
  await page.getByLabel('Address of file 1').fill('javascript:alert(1)')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('a public address with https', { exact: false })).toBeVisible()
  await page.getByLabel('Address of file 1').fill('https://example.org/guide.pdf')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a file' }).press('Enter')
  const recipe = { name: 'recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('Three minutes.') }
  await (await chooser).setFiles(recipe)
  await expect(page.getByLabel('Address of file 2')).toHaveValue(/^downloads\/[\w-]+\/recipe\.txt$/)
  expect(await findingsOf(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyboard Tea' })).toBeVisible()
  await expect(page.getByLabel('Leaves (g)')).toHaveValue('2.5')
  const [, id] = /products\/(\d+)/.exec(page.url()) ?? []
  const { downloads } = await call(page, 'put', `/${id}`, {})
  expect(downloads.map(({ name, file }) => [name, file.split('/').at(-1)])).toEqual([
    ['Brewing guide', 'guide.pdf'],
    ['recipe.txt', 'recipe.txt'],
  ])
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('keyboard-tea')

  await page.getByLabel('Name (required)').fill('Typed and not saved')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
  await page.getByRole('button', { name: 'Discard changes' }).press('Enter')
  await expect(page.getByLabel('Name (required)')).toHaveValue('Keyboard Tea')
  expect(await findingsAtPhone(page)).toEqual([])
  forgetFailedLoads(complaints)
})

test('two owners change one product: the second learns who was first, and lays the own changes over theirs', async ({
  page,
  complaints,
}) => {
  const { id } = await makeProduct(page)
  await page.goto(`/wp-admin/products/${id}/`)
  await page.getByLabel('Regular price').fill('11.00')
  await page.getByLabel('Short description').fill('Mine')
  await call(page, 'put', `/${id}`, { name: 'Named by the other', short_description: 'Theirs' })
  await page.keyboard.press('ControlOrMeta+s')
  const conflict = page.getByRole('alert')
  await expect(conflict).toContainText('Somebody else saved this')
  await expect(conflict).toContainText(/Saved by Ada Leaf.*Name.*Short description/)
  expect(await findingsAtPhone(page)).toEqual([])
  await page.getByRole('button', { name: 'Apply my changes on top' }).click()
  await expect(page.getByLabel('Name (required)')).toHaveValue('Named by the other')
  await expect(page.getByLabel('Short description')).toHaveValue('Mine')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved. The shop now shows it', { exact: false })).toBeVisible()
  const stored = await page.request.get(`/product/northern-tea/`)
  expect(stored.status()).toBe(200)
  await expect.poll(async () => (await (await page.request.get(stored.url())).text()).includes('11.00')).toBe(true)

  await page.getByLabel('Name (required)').fill('Mine again')
  await call(page, 'put', `/${id}`, { regular_price: '12.00' })
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Regular price')).toHaveValue('12.00')
  await expect(page.getByLabel('Name (required)')).toHaveValue('Named by the other')
  forgetFailedLoads(complaints)
})

test('what is typed is shown in the page of the shop and stored nowhere; an older description comes back', async ({
  page,
  browser,
}) => {
  const { id } = await makeProduct(page, { name: 'Previewed Tea' })
  await page.goto(`/wp-admin/products/${id}/`)
  await page.getByLabel('Name (required)').fill('Seen & not "stored" <b>')
  await page.getByLabel('Sale price').fill('7.00')
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview without saving' }).click()
  const preview = await popup
  await expect(preview.getByRole('heading', { level: 1 })).toContainText('Seen & not "stored"')
  await expect(preview.locator('.summary .price')).toContainText('$7.00')
  expect(await preview.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
  await preview.close()
  const shown = await (await page.request.get('/product/previewed-tea/')).text()
  expect([shown.includes('Seen &amp; not'), shown.includes('Previewed Tea'), shown.includes('7.00')]).toEqual([
    ...[false, true, false],
  ])
  // A guest cannot make the shop show a preview with other data.
  const guest = await (await browser.newContext({ baseURL: new URL(page.url()).origin })).newPage()
  const tried = await guest.request.post(`/?p=${id}&preview=true`, { form: { product: '{"name":"Seen by a guest"}' } })
  expect((await tried.text()).includes('Seen by a guest')).toBe(false)

  await page.getByRole('button', { name: 'Discard changes' }).click()
  await call(page, 'put', `/${id}`, { name: 'Southern Tea', description: '<p>Leaves from the south.</p>' })
  await page.reload()
  const revisions = page.getByRole('region', { name: 'Revisions' })
  await revisions.getByRole('button').first().click()
  await expect(revisions.getByRole('deletion')).toContainText(['Previewed Tea', 'north'])
  expect(await findingsAtPhone(page)).toEqual([])
  await revisions.getByRole('button', { name: 'Restore this revision' }).click()
  await expect(page.getByRole('textbox', { name: 'Description', exact: true })).toContainText('Leaves from the north.')

  await expect(page.getByLabel('Name (required)')).toHaveValue('Previewed Tea')

  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByText('This is the copy: a draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('The product is in the trash.')).toBeVisible()
})

test('an editor sees the price of a product and writes its texts', async ({ page }) => {
  const { id } = await makeProduct(page, { name: 'Edited Tea' })
  await forgetSession(page)
  await signIn(page, users.editor)
  expect((await page.goto('/wp-admin/products/new/'))?.status()).toBe(403)
  await page.goto(`/wp-admin/products/${id}/`)
  await expect(page.getByLabel('Regular price')).toHaveValue('9.00')
  await expect(page.getByLabel('Regular price')).toBeDisabled()
  await expect(page.getByLabel('Status')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Move to trash' })).toHaveCount(0)
  await page.getByLabel('Short description').fill('Written by an editor')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved. The shop now shows it', { exact: false })).toBeVisible()
  expect(await findingsAtPhone(page)).toEqual([])
  const shown = await (await page.request.get('/product/edited-tea/')).text()
  expect(shown.includes('Written by an editor')).toBe(true)
})
