/** Work in the page builder is not lost: drafts, locks, conflicts, revisions, templates and the clipboard. */
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { demoDataDir, removeDataDir, startShop } from '../running/shop-process.ts'
import { endSession, signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAround } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test.use({ actionTimeout: 10_000 })

type Stored = {
  readonly version: number
  readonly status: string
  readonly title: string
  readonly document: {
    readonly version: string
    readonly blocks: readonly { readonly block: string; readonly text?: string }[]
  }
  readonly draft: { readonly document: Stored['document']; readonly title: string | null } | null
}

const pathOf = (id: number) => `/wp-json/samovar/v1/builder/pages/${id}`
const stored = (page: Page, id: number) => asOwner<Stored>(page, 'get', pathOf(id))
const saying = (...texts: string[]) => ({
  version: '4.0.0',
  showsTitle: true,
  blocks: texts.map((text, index) => ({ id: index + 1, lib: 'Samovar', block: 'heading', text })),
})

/** Saves blocks through the REST API, as another user's save would. */
async function saveElsewhere(page: Page, id: number, ...texts: string[]): Promise<void> {
  const { version } = await stored(page, id)
  await asOwner(page, 'put', pathOf(id), { version, document: saying(...texts) })
}

/** Creates a page with one heading. Returns the page's id. */
async function newPage(page: Page, title: string, status = 'publish'): Promise<number> {
  await page.goto('/about/')
  await signIn(page, users.owner)
  const { id } = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', { title, status, content: '' })
  await saveElsewhere(page, id, 'First')
  return id
}

const canvas = (page: Page) => page.frameLocator('iframe[name=sktbuilder-iframe]').locator('#sktbuilder-blocks')
const headings = (page: Page) => canvas(page).locator('h2')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const addHeading = (page: Page) => page.getByTestId('drawer-item:Samovar/heading').click()

async function open(page: Page, id: number): Promise<void> {
  await page.goto(`/wp-admin/post.php?post=${id}&action=sktbuilder`)
  await headings(page).first().waitFor()
}

async function inMenu(page: Page, name: string): Promise<void> {
  await press(page, 'Menu')
  await press(page, name)
}

/** A second browser context, signed in as this user. */
async function another(
  browser: Browser,
  url: string,
  who: (typeof users)['owner' | 'editor'],
): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await signIn(page, who)
  return [context, page]
}

test('[BLD-11 drafts] a draft is in the browser and in the shop within five seconds, and outlives the browser', async ({
  browser,
  page,
  ownShop,
}) => {
  const id = await newPage(page, 'Written')
  const [context, editor] = await another(browser, ownShop.url, users.owner)
  await open(editor, id)
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  await addHeading(editor)
  await expect(headings(editor)).toHaveCount(2)
  await expect.poll(async () => (await stored(page, id)).draft?.document.blocks.length, { timeout: 5000 }).toBe(2)
  expect(await editor.evaluate(() => Object.keys(localStorage).join())).toContain('samovar-builder:')
  await expect(editor.getByText(/^Draft saved \d/)).toBeVisible()
  // The last input is stored in the browser immediately, before the shop has it; then the browser closes.
  await editor.getByRole('textbox', { name: 'Title' }).fill('Written twice')
  const state = await context.storageState()
  await context.close()

  const again = await browser.newContext({ baseURL: ownShop.url, storageState: state })
  const next = await again.newPage()
  await open(next, id)
  const offers = dialog(next, 'You have changes that were not saved')
  await expect(offers.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(offers.getByText('Added').first()).toBeVisible()
  expect(await findingsAround(next)).toEqual([])
  await next.screenshot({ path: 'test-results/builder-offers.png' })
  await next.keyboard.press('Escape')
  await expect(offers).toBeVisible()
  await offers
    .getByRole('region', { name: /^In this browser/ })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(headings(next)).toHaveCount(2)
  await expect(next.getByRole('textbox', { name: 'Title' })).toHaveValue('Written twice')
  await press(next, 'Update')
  await expect(next.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(page, id)).toMatchObject({
    title: 'Written twice',
    draft: null,
    document: { blocks: { length: 2 } },
  })
  expect(
    await next.evaluate((key) => Object.keys(localStorage).some((name) => name.startsWith(key)), 'samovar-builder:'),
  ).toBe(false)
  await again.close()
})

test('[BLD-11 drafts] two editors on one page: one looks on, takes over, and loses nothing when the shop dies', async ({
  browser,
  complaints,
}) => {
  const dataDir = await demoDataDir()
  const environment = { WARM_PICTURES: 'off' }
  const shop = await startShop({ dataDir, environment })
  const [first, owner] = await another(browser, shop.url, users.owner)
  const [second, editor] = await another(browser, shop.url, users.editor)
  await owner.clock.install()
  const id = await newPage(owner, 'Shared')
  await open(owner, id)
  await addHeading(owner)
  await expect(owner.getByText(/^Draft saved/)).toBeVisible()
  await open(editor, id)
  await expect(editor.getByRole('alert')).toContainText('is editing this page. You can view it.')
  await expect(editor.getByRole('button', { name: 'Update' })).toBeDisabled()
  expect(await findingsAround(editor)).toEqual([])
  await editor.screenshot({ path: 'test-results/builder-lock.png' })
  await press(editor, 'Take over')
  await expect(editor.getByRole('alert')).toHaveCount(0)
  // Who is writing when the lock is lost cannot write on, because it would not be stored.
  const text = headings(owner).first()
  await text.click()
  await expect(text).toHaveAttribute('contenteditable')
  await owner.clock.fastForward(16_000)
  await expect(owner.getByRole('alert')).toContainText('What you changed is stored as your draft.')
  await expect(text).not.toHaveAttribute('contenteditable')

  await shop.kill()
  await addHeading(editor)
  await expect(editor.getByText('Offline: kept in this browser')).toBeVisible()
  await addHeading(editor)
  await expect(editor.locator('[data-announcements]')).toContainText('3 of 3')
  const restarted = await startShop({ dataDir, port: shop.port, environment })
  await expect(editor.getByText(/^Draft saved/)).toBeVisible({ timeout: 20_000 })
  await press(editor, 'Update')
  await expect(editor.getByText('Saved', { exact: true })).toBeVisible()
  const saved = await stored(owner, id)
  expect(saved.document.blocks).toHaveLength(3)
  expect(saved.draft?.document.blocks).toHaveLength(2)
  forgetFailedLoads(complaints)
  await first.close()
  await second.close()
  await restarted.stop()
  await removeDataDir(dataDir)
})

test('[BLD-11 drafts] two windows of one user: the second looks on, takes over, and neither loses what the other wrote', async ({
  page,
  context,
  complaints,
}) => {
  const id = await newPage(page, 'Twice open')
  await open(page, id)
  await addHeading(page)
  await expect(page.getByText(/^Draft saved/)).toBeVisible()
  // The first window does not hear that it loses the lock until it writes again.
  await page.route('**/lock', (route) => route.abort())

  const second = await context.newPage()
  await open(second, id)
  await expect(second.getByRole('alert')).toHaveText(/^You are editing this page in another window\./)
  await expect(second.getByRole('button', { name: 'Update' })).toBeDisabled()
  await expect(headings(second)).toHaveCount(1)
  await press(second, 'Take over')
  const offers = dialog(second, 'You have changes that were not saved')
  expect(await findingsAround(second)).toEqual([])
  await second.screenshot({ path: 'test-results/builder-second-window.png' })
  await offers.getByRole('button', { name: 'Restore' }).first().click()
  await expect(headings(second)).toHaveCount(2)
  await second.getByRole('textbox', { name: 'Title' }).fill('In the second window')
  await expect(second.getByText(/^Draft saved/)).toBeVisible()

  await page.bringToFront()
  await addHeading(page)
  await expect(page.getByRole('alert')).toContainText('You are editing this page in another window.')
  await expect(page.getByRole('alert')).toContainText('What you changed here is kept in this browser.')
  await expect(headings(page)).toHaveCount(3)
  expect((await stored(page, id)).draft).toMatchObject({
    title: 'In the second window',
    document: { blocks: { length: 2 } },
  })
  await page.unroute('**/lock')
  await press(page, 'Take over')
  const both = dialog(page, 'You have changes that were not saved').getByRole('region')
  await expect(both).toHaveCount(2)
  await both.filter({ hasText: 'In the second window' }).getByRole('button', { name: 'Restore' }).click()
  await expect(headings(page)).toHaveCount(2)
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('In the second window')
  await press(page, 'Undo')
  await expect(headings(page)).toHaveCount(3)
  await press(page, 'Update')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  forgetFailedLoads(complaints)
  expect(await stored(page, id)).toMatchObject({
    title: 'In the second window',
    draft: null,
    document: { blocks: { length: 3 } },
  })
})

test('[BLD-11 drafts] [BLD-11 revisions] of two versions both are shown; one is saved, the other is compared and restored later', async ({
  page,
  complaints,
}) => {
  const id = await newPage(page, 'Disputed')
  await open(page, id)
  await addHeading(page)
  await saveElsewhere(page, id, 'Theirs')
  await press(page, 'Update')
  const conflict = dialog(page, 'This page was saved elsewhere in the meantime')
  await expect(conflict.frameLocator('iframe').first().getByRole('heading', { name: 'Theirs' })).toBeVisible()
  await expect(conflict.frameLocator('iframe').last().getByRole('heading', { name: 'First' })).toBeVisible()
  expect(await findingsAround(page)).toEqual([])
  await page.screenshot({ path: 'test-results/builder-conflict.png' })
  await conflict.getByRole('button', { name: 'Decide later' }).click()
  await press(page, 'Update')
  await conflict.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  forgetFailedLoads(complaints)
  expect((await stored(page, id)).document.blocks.map(({ text }) => text)).toEqual(['First', 'Heading'])

  await addHeading(page)
  await inMenu(page, 'Revisions')
  const revisions = dialog(page, 'Revisions')
  await expect(revisions.getByRole('list', { name: 'Differences' })).toContainText('Added')
  await expect(revisions.frameLocator('iframe').first().getByRole('heading', { name: 'Theirs' })).toBeVisible()
  expect(await findingsAround(page)).toEqual([])
  await page.screenshot({ path: 'test-results/builder-revisions.png' })
  // Side by side on a tablet too.
  await page.setViewportSize({ width: 768, height: 1024 })
  const frames = await Promise.all(
    [revisions.locator('iframe').first(), revisions.locator('iframe').last()].map((frame) => frame.boundingBox()),
  )
  expect(frames[0]?.y).toBe(frames[1]?.y)
  await page.setViewportSize({ width: 1440, height: 900 })
  await revisions.getByRole('button', { name: 'Restore this version' }).click()
  await expect(headings(page)).toHaveText(['Theirs'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const restored = await stored(page, id)
  expect(restored.document.blocks.map(({ text }) => text)).toEqual(['Theirs'])
  // The unsaved changes become a draft, and Undo restores them.
  expect(restored.draft?.document.blocks).toHaveLength(3)
  await press(page, 'Undo')
  await expect(headings(page)).toHaveCount(3)
})

test('[BLD-11 drafts] whoever takes the version of somebody else keeps their own as a draft', async ({
  page,
  complaints,
}) => {
  const id = await newPage(page, 'Yielded')
  await open(page, id)
  await addHeading(page)
  await saveElsewhere(page, id, 'Theirs')
  await press(page, 'Update')
  await dialog(page, 'This page was saved elsewhere in the meantime')
    .getByRole('button', { name: 'Take theirs' })
    .click()
  await expect(headings(page)).toHaveText(['Theirs'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  forgetFailedLoads(complaints)
  expect(await stored(page, id)).toMatchObject({ document: { blocks: [{ text: 'Theirs' }] } })
  await page.reload()
  const mine = dialog(page, 'You have changes that were not saved').getByRole('region', {
    name: /^Your draft in the shop/,
  })
  await expect(mine.getByRole('list', { name: 'Differences' })).toContainText('Added')
  await mine.getByRole('button', { name: 'Restore' }).click()
  await expect(headings(page)).toHaveText(['First', 'Heading'])
})

test('[BLD-11 drafts] a session that ends and a network that fails lose nothing, and are explained in French', async ({
  page,
  context,
  browser,
  ownShop,
  complaints,
}) => {
  const id = await newPage(page, 'Interrupted')
  await page.evaluate(() => localStorage.setItem('samovar-builder-language', 'fr'))
  await open(page, id)
  const title = page.getByRole('textbox', { name: 'Titre' })
  await context.setOffline(true)
  await title.fill('Hors ligne')
  await expect(page.getByRole('alert')).toHaveText('Hors ligne : conservé dans ce navigateur')
  await context.setOffline(false)
  await expect(page.getByText(/^Brouillon enregistré à/)).toBeVisible()

  await endSession(page, browser, ownShop.url)
  await title.fill('Sans session')
  await expect(page.getByRole('alert')).toContainText('Déconnecté : conservé dans ce navigateur.')
  await inMenu(page, 'Modèles')
  const templates = dialog(page, 'Modèles')
  await expect(templates.getByRole('alert')).toContainText('Vous avez été déconnecté. Reconnectez-vous comme')
  expect(await findingsAround(page)).toEqual([])
  await page.screenshot({ path: 'test-results/builder-signed-out.png' })
  await templates.getByRole('button', { name: 'Fermer' }).click()
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Se reconnecter' }).click(),
  ])
  await expect(tab).toHaveURL(/wp-login/)
  await signIn(tab, users.owner)
  await tab.close()
  await expect(page.getByText(/^Brouillon enregistré à/)).toBeVisible({ timeout: 20_000 })
  forgetFailedLoads(complaints)
  expect((await stored(page, id)).draft?.title).toBe('Sans session')
  await press(page, 'Mettre à jour')
  await expect(page.getByText('Enregistré', { exact: true })).toBeVisible()
  expect(await stored(page, id)).toMatchObject({ title: 'Sans session', draft: null })
})

test('[BLD-11 publishing] [BLD-03] [BLD-01 exit] a draft is previewed, published, scheduled, shown and left', async ({
  page,
  context,
}) => {
  const id = await newPage(page, 'Soon', 'draft')
  await open(page, id)
  await addHeading(page)
  await headings(page).nth(1).waitFor()
  const [preview] = await Promise.all([context.waitForEvent('page'), press(page, 'Preview')])
  await expect(preview.getByRole('heading', { level: 2, name: 'Heading', exact: true })).toBeVisible()
  expect((await stored(page, id)).document.blocks).toHaveLength(1)
  await preview.close()
  await press(page, 'Save draft')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(await stored(page, id)).toMatchObject({ status: 'draft', document: { blocks: { length: 2 } } })
  await inMenu(page, 'Schedule')
  const schedule = dialog(page, 'When should the page be published?')
  await schedule.getByLabel('Date and time, in the shop’s time zone').fill('2001-01-01T10:00')
  await expect(schedule.getByRole('status')).toHaveText('This time has passed: the page is published at once.')
  await schedule.getByLabel('Date and time, in the shop’s time zone').fill('2090-01-01T10:00')
  expect(await findingsAround(page)).toEqual([])
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Scheduled: Jan/)).toBeVisible()
  expect((await stored(page, id)).status).toBe('future')
  await press(page, 'Publish')
  const question = dialog(page, 'Publish this page?')
  expect(await findingsAround(page)).toEqual([])
  await question.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  await press(page, 'Menu')
  const [shown] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Show on frontend' }).click(),
  ])
  await expect(shown).toHaveURL(/\/soon\/$/)
  await expect(shown.getByRole('heading', { level: 2, name: 'Heading', exact: true })).toBeVisible()
  await shown.close()
  await page.keyboard.press('Escape')
  await addHeading(page)
  await press(page, 'Exit')
  const exit = dialog(page, 'Leave without saving the page?')
  expect(await findingsAround(page)).toEqual([])
  const left = page.waitForRequest((request) => request.url().endsWith(`/wp-admin/post.php?post=${id}&action=edit`))
  await exit.getByRole('button', { name: 'Leave and keep the draft' }).click()
  await left
  await expect(page).toHaveURL(new RegExp(`/wp-admin/pages/${id}/`))
  expect((await stored(page, id)).draft?.document.blocks).toHaveLength(3)
})

test('[BLD-06 save] [BLD-06 load] [BLD-11 undo] blocks go from page to page by template and by clipboard, in French too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await newPage(page, 'Source')
  await open(page, id)
  await inMenu(page, 'Templates')
  const templates = dialog(page, 'Templates')
  await templates.getByLabel('Title of the template').fill('A head')
  await templates.getByRole('button', { name: 'Save as template' }).click()
  await expect(templates.getByRole('status')).toHaveText('The template is saved.')
  expect(await findingsAround(page)).toEqual([])
  await page.screenshot({ path: 'test-results/builder-templates.png' })
  await templates.getByRole('button', { name: 'Delete: A head' }).click()
  await expect(templates.getByRole('listitem')).toHaveCount(0)
  await templates.getByRole('button', { name: 'Undo' }).click()
  await expect(templates.getByRole('listitem')).toHaveCount(1)
  await templates.getByRole('button', { name: 'Insert: A head' }).click()
  await expect(headings(page)).toHaveText(['First', 'First'])
  await press(page, 'Undo')
  await expect(headings(page)).toHaveText(['First'])
  await press(page, 'Outline')
  await page.getByRole('treeitem').first().click()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(page.locator('[data-announcements]')).toHaveText('Copied. Paste it on this page or on another one.')

  const other = await context.newPage()
  await open(other, await newPage(other, 'Target'))
  await other.getByRole('button', { name: 'Outline' }).focus()
  await other.keyboard.press('ControlOrMeta+V')
  await expect(headings(other)).toHaveText(['First', 'First'])
  // Clipboard text with an invalid structure is ignored.
  await other.evaluate(() => navigator.clipboard.writeText('{"type":"samovar/blocks","blocks":[{"id":"x"}]}'))
  await other.keyboard.press('ControlOrMeta+V')
  await expect(headings(other)).toHaveCount(2)
  await press(other, 'Menu')
  await other.getByLabel('Language').selectOption({ label: 'Français' })
  await expect(other.getByRole('button', { name: 'Mettre à jour' })).toBeVisible()
  await expect(other.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await other.keyboard.press('Escape')
  await other.setViewportSize({ width: 390, height: 844 })
  await expect(other.getByLabel('Langue')).toBeHidden()
  await other.screenshot({ path: 'test-results/builder-390.png' })
  await expect
    .poll(() => other.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0)
  await inMenu(other, 'Révisions')
  await expect(other.getByRole('dialog', { name: 'Révisions' })).toContainText('Rétablir')
  await other.screenshot({ path: 'test-results/builder-390-revisions.png' })
  await other.setViewportSize({ width: 768, height: 1024 })
  await other.screenshot({ path: 'test-results/builder-768-revisions.png' })
})
