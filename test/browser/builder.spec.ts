/** The canvas of the page builder: by mouse, by keyboard and on a tablet, and the panels around it. */

import type { Locator, Page } from '@playwright/test'
import fc from 'fast-check'
import sharp from 'sharp'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { drag, openBuilder, tabTo } from './builder-page.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test.use({ actionTimeout: 8_000 })

const said = (page: Page) => page.locator('[data-announcements]')

test('[PLAT-03 page builder] [BLD-01 opens] [BLD-02 editing frame] [BLD-10] a page is built with the mouse, and visitors see it', async ({
  page,
}) => {
  const { item, blocks, frame, save, id } = await openBuilder(page, 'Built by mouse')
  await expect(page).toHaveTitle('Built by mouse · Page builder')
  await expect(frame.locator('html')).toHaveClass(/active-js/)
  await expect(frame.locator('header').first()).toHaveAttribute('inert')
  await drag(page, item('heading'), blocks)
  await expect(said(page)).toHaveText('Heading inserted, 1 of 1.')
  // The announcements of dnd-kit contain ids instead of names, so they are hidden.
  await expect(page.locator('[id^=dnd-kit-announcement]').first()).toBeHidden()
  await drag(page, item('layout_columns'), blocks, 0.95)
  await drag(page, item('rich_text'), frame.locator('[data-slot=column_1]'))
  await drag(page, item('section'), blocks, 0.98)
  await expect(frame.locator('.samovar-block')).toHaveCount(4)
  await page.screenshot({ path: 'test-results/builder-1440.png' })
  // The heading is edited in place on the canvas, and later dragged into the section.
  const heading = frame.getByRole('group', { name: 'Heading' })
  await heading.locator('[data-edit]').click()
  await expect(heading.getByRole('textbox', { name: 'Text' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('A spring of tea')
  const settings = page.getByRole('complementary', { name: 'Settings' })
  await expect(settings.getByLabel('Text')).toHaveValue('A spring of tea')
  await settings.getByLabel('Level').selectOption({ label: '3' })
  await expect(heading.locator('h3')).toHaveCount(0)
  // A block that is being edited in place is replaced only when the focus leaves it.
  await frame.locator('[data-slot=column_1] .samovar-block').click({ position: { x: 2, y: 2 } })
  await expect(heading.locator('h3')).toHaveText('A spring of tea')
  const band = frame.getByRole('group', { name: 'Section with background' })
  await band.click({ position: { x: 4, y: 4 } })
  await settings.getByRole('button', { name: 'Choose from the library' }).click()
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  await library.getByRole('option', { name: 'the patient leaf detail' }).click()
  await library.getByRole('button', { name: /^Choose|^Use/ }).click()
  await expect(band.locator('img')).toHaveCount(1)
  // HTML that arrives during a drag is shown after the drop.
  const { promise: dropping, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/builder/render', async (route) => {
    await dropping
    await route.continue()
  })
  const [asked] = await Promise.all([
    page.waitForRequest('**/builder/render'),
    settings.getByLabel('Space above and below').selectOption({ label: 'Large' }),
  ])
  await drag(page, heading, frame.locator('[data-slot=content]'), 0.5, async () => {
    answer()
    await (await asked.response())?.finished()
    await page.waitForTimeout(160)
    await expect(frame.locator('[data-space=large]')).toHaveCount(0)
  })
  await expect(said(page)).toHaveText('Heading moved, 1 of 1 in Section with background.')
  await expect(band.locator('h3')).toHaveText('A spring of tea')
  await expect(frame.locator('[data-space=large]')).toBeVisible()
  await save()
  const html = await (await page.request.get('/built-by-mouse/')).text()
  expect(html).toMatch(/<h3[^>]*>A spring of tea<\/h3>/)
  expect(html).toContain('Write something here.')
  const { document } = await asOwner<{ document: { blocks: readonly { id: number; block: string }[] } }>(
    page,
    'get',
    `/wp-json/samovar/v1/builder/pages/${id}`,
  )
  expect(document.blocks.map((one) => one.block)).toEqual(['layout_columns', 'section'])
})

test('[BLD-11 keyboard] a page is built by keyboard alone, and every step is said', async ({ page }) => {
  const { item, frame, stored, save } = await openBuilder(page, 'Built by keys')
  await tabTo(page, item('layout_columns'))
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Columns of blocks inserted, 1 of 1.')
  await tabTo(page, item('heading'))
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Heading inserted, 2 of 2.')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said(page)).toHaveText('Heading moved, 1 of 2.')
  await page.keyboard.press('Alt+ArrowRight')
  await expect(said(page)).toHaveText('Heading moved, 1 of 1 in Columns of blocks.')
  await page.keyboard.press('ControlOrMeta+D')
  await expect(said(page)).toHaveText('Heading duplicated, 2 of 2 in Columns of blocks.')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(said(page)).toHaveText('Heading moved, 2 of 2.')
  await page.keyboard.press('Delete')
  await expect(said(page)).toHaveText('Heading deleted. Ctrl+Z brings it back.')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(said(page)).toHaveText('Undone.')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(said(page)).toHaveText('Redone.')
  // Select a column in the outline, then insert a block into it.
  await tabTo(page, page.getByRole('button', { name: 'Outline' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const tree = page.getByRole('tree')
  await tabTo(page, tree.locator('[tabindex="0"]'))
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect(tree.getByRole('treeitem', { name: 'Column 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, item('rich_text'))
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('Text inserted, 1 of 1 in Columns of blocks.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Columns of blocks', level: 2 })).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await tabTo(page, page.getByRole('complementary', { name: 'Settings' }).getByLabel('Columns', { exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(frame.locator('[data-slot]')).toHaveCount(3)
  await save()
  const { blocks } = (await stored()).document
  expect(blocks).toMatchObject([
    { block: 'layout_columns', count: '3', column_1: [{ block: 'heading' }], column_2: [{ block: 'rich_text' }] },
  ])
  expect(await findingsOf(page)).toEqual([])
})

test('[BLD-11 previews] [BLD-10] a page is built on a tablet, and shown as other devices show it', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  const { item, blocks, frame, save, stored } = await openBuilder(page, 'Built on a tablet')
  const width = () => frame.locator('html').evaluate(({ clientWidth }) => clientWidth)
  expect(await width()).toBe(1280)
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect.poll(width).toBe(768)
  await page.getByRole('button', { name: 'Phone' }).click()
  await expect.poll(width).toBe(390)
  await page.getByRole('button', { name: 'Desktop' }).click()
  await page.getByRole('button', { name: 'Blocks', exact: true }).click()
  await drag(page, item('heading'), blocks)
  await expect(frame.getByRole('group', { name: 'Heading' })).toBeVisible()
  await item('section').click()
  await expect(said(page)).toHaveText('Section with background inserted, 2 of 2.')
  await page.getByRole('button', { name: 'Blocks', exact: true }).click()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('Background', { exact: true }).selectOption({ label: 'Mist' })
  await expect(frame.locator('[data-background=mist]')).toBeVisible()
  await page.screenshot({ path: 'test-results/builder-768.png' })
  expect(await findingsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await beyond()).toBe(0)
  await page.screenshot({ path: 'test-results/builder-390.png' })
  await page.setViewportSize({ width: 768, height: 1024 })
  await save()
  expect((await stored()).document.blocks).toMatchObject([
    { block: 'heading' },
    { block: 'section', background: 'mist' },
  ])
})

test('[BLD-10] on a narrow screen one panel makes room for the other, and the tools are in one row on a tablet and in two on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openBuilder(page, 'Narrow', '<h2>First</h2>')
  const tool = (name: string) => page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true })
  const panel = (name: string) => page.getByRole('complementary', { name, exact: true })
  const allTools = ['Blocks', 'Outline', 'Undo', 'Redo', 'Desktop', 'Tablet', 'Phone', 'Settings', 'Keys']
  const rowsOf = async (names: readonly string[], bar: Locator) => {
    const boxes = await Promise.all(names.map((name) => bar.getByRole('button', { name, exact: true }).boundingBox()))
    return new Set(boxes.map((box) => box?.y)).size
  }
  expect(await rowsOf(['Menu', 'Preview', 'Save draft', 'Update'], page.getByRole('banner'))).toBe(1)
  for (const width of [768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await rowsOf(allTools, page.getByRole('toolbar')), `rows of tools at ${width} px`).toBe(width > 600 ? 1 : 2)
    await tool('Blocks').click()
    await expect(panel('Blocks')).toBeVisible()
    await tool('Settings').click()
    await expect(panel('Settings')).toBeVisible()
    await expect(panel('Blocks')).toBeHidden()
    await tool('Outline').click()
    await expect(panel('Outline')).toBeVisible()
    await expect(panel('Settings')).toBeHidden()
    await tool('Outline').click()
  }
})

test('[BLD-11 undo] whatever is done, undo and redo give the same page again', async ({ page }) => {
  const { item, blocks, frame } = await openBuilder(page, 'Undone')
  await page.getByRole('button', { name: 'Outline' }).click()
  /** Every block in document order, with its nesting depth and the length of its text. */
  const now = () =>
    blocks.evaluate((root) =>
      [...root.querySelectorAll<HTMLElement>('[data-puck-component]')].map((one) => {
        let depth = 0
        for (let above = one.parentElement; above && above !== root; above = above.parentElement) depth += 1
        return `${one.dataset.puckComponent} ${depth} ${one.innerText.length}`
      }),
    )
  const keys = ['ControlOrMeta+D', 'Alt+ArrowUp', 'Alt+ArrowRight', 'Alt+ArrowLeft', 'Delete', 'Alt+ArrowDown'] as const
  const insert = async (name: string) => {
    await page.getByRole('button', { name: 'Blocks', exact: true }).click()
    await item(name).press('Enter')
    await page.getByRole('button', { name: 'Outline' }).click()
  }
  const states = [await now()]
  const remember = async () => {
    await page.waitForTimeout(320)
    const state = await now()
    if (JSON.stringify(state) !== JSON.stringify(states.at(-1))) states.push(state)
  }
  for (const name of ['layout_columns', 'heading', 'section']) {
    await insert(name)
    await frame.locator('.samovar-block[data-loading]').waitFor({ state: 'detached' })
    await remember()
  }
  const steps = fc.sample(fc.record({ key: fc.constantFrom(...keys), row: fc.nat(9) }), { seed: 25, numRuns: 9 })
  for (const { key, row } of steps) {
    const rows = page.getByRole('treeitem')
    const count = await rows.count()
    if (count === 0) break
    await rows.nth(row % count).click()
    await page.keyboard.press(key)
    await frame.locator('.samovar-block[data-loading]').waitFor({ state: 'detached' })
    await remember()
  }
  expect(states.length).toBeGreaterThan(6)
  for (const state of states.slice(0, -1).toReversed()) {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(now).toEqual(state)
  }
  for (const state of states.slice(1)) {
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect.poll(now).toEqual(state)
  }
})

test('[BLD-08 states] [BLD-09] the fields of files say what is wrong with one, and pictures come from the library', async ({
  page,
  complaints,
}) => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()))
  const { item, frame } = await openBuilder(page, 'Uploads')
  const sent: string[] = []
  await page.route('**/wp-admin/admin-ajax.php', async (route) => {
    sent.push(/name="action"\r\n\r\n(\w+)/.exec(route.request().postData() ?? '')?.[1] ?? '')
    await route.continue()
  })
  await item('section').press('Enter')
  const field = page.locator('.field-image-container')
  const file = field.locator('input.input-file[type=file][name=image]')
  await field.getByRole('button', { name: 'Choose from the library' }).click()
  await page.getByRole('dialog', { name: 'Choose a picture' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => logged).toContain('Please select an image to upload!')
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_153) })
  await expect(field).toHaveClass(/(^| )upload-error( |$)/)
  expect(await findingsOf(page)).toEqual([])
  logged.length = 0
  await file.setInputFiles({ name: 'text.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect.poll(() => logged.length).toBe(1)
  await expect(field).not.toHaveClass(/upload-error/)
  expect(sent).toEqual([])
  await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_153) })
  await expect(field).toHaveClass(/upload-error/)
  const cup = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2c5a45' } })
    .png()
    .toBuffer()
  const largest = Buffer.concat([cup, Buffer.alloc(2_097_152 - cup.length)])
  await file.setInputFiles({ name: 'CUP.PNG', mimeType: 'image/png', buffer: largest })
  await expect(field).not.toHaveClass(/upload-error|empty/)
  expect(sent).toEqual(['sktbuilder_add_new_image'])
  await expect(frame.getByRole('group', { name: 'Section with background' }).locator('img')).toHaveAttribute(
    'src',
    /\/cup\b/,
  )
  await page.route('**/wp-json/wp/v2/media?*slug=*', (route) => route.abort())
  await file.setInputFiles({ name: 'pot.png', mimeType: 'image/png', buffer: cup })
  await expect(field.getByRole('status')).toHaveText('The shop did not take the file.')
  await expect(field).not.toHaveClass(/empty/)
  forgetFailedLoads(complaints)
})

test('[BLD-01 page list] the list of pages, the screen of a page and the bar of the staff lead to the builder', async ({
  page,
}) => {
  const { id, item, save } = await openBuilder(page, 'Led to')
  await item('heading').press('Enter')
  await save()
  await page.goto('/led-to/')
  const bar = page.locator('#sktbuilder-admin-bar-link')
  await expect(bar).toHaveAttribute('href', `/wp-admin/post.php?post=${id}&action=sktbuilder`)
  await page.goto('/wp-admin/pages/')
  await page.getByRole('link', { name: 'Edit blocks of Led to' }).and(page.locator('.edit_sktbuilder')).click()
  await expect(page).toHaveTitle('Led to · Page builder')
  await page.goto(`/wp-admin/pages/${id}/`)
  const notice = page.locator('#sktbuilder-page-info')
  await expect(notice).toContainText('This page is made of blocks.')
  await page.getByLabel('Title', { exact: true }).fill('Led to it')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The shop now shows it if it is published.')).toBeVisible()
  const stored = () => asOwner<{ is_built: boolean }>(page, 'get', `/wp-json/samovar/v1/builder/pages/${id}`)
  expect((await stored()).is_built).toBe(true)
  expect(await findingsOf(page)).toEqual([])
  await notice.getByRole('button', { name: 'Back to plain text' }).click()
  await page.getByRole('button', { name: 'Make it plain text' }).click()
  await expect(notice).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toContainText('Heading')
  expect((await stored()).is_built).toBe(false)
})

test('[BLD-10] [BLD-02 editing frame] what this shop does not know stays, and the title, products and a video are set', async ({
  page,
}) => {
  const { item, frame, save, stored } = await openBuilder(page, 'Cards of old', '', {
    version: '4.0.0',
    showsTitle: true,
    foreign: { 1: '<p>Cards that are left as they are</p>' },
    blocks: [{ id: 1, lib: 'Default', block: 'sktbuilder_cards', cards: { deep: [1] } }],
  })
  const settings = page.getByRole('complementary', { name: 'Settings' })
  const unknown = frame.getByRole('group', { name: 'Unknown block Default/sktbuilder_cards is kept as it is' })
  await expect(unknown).toContainText('Cards that are left as they are')
  const title = frame.locator('h1.entry-title')
  await expect(title).toHaveText('Cards of old')
  await settings.getByLabel('Show the title of the page').uncheck()
  await expect(title).toHaveCount(0)
  await expect(unknown).toBeVisible()
  await settings.getByLabel('Show the title of the page').check()
  await expect(title).toBeVisible()
  await settings.getByLabel('Show the title of the page').uncheck()
  await expect(title).toHaveCount(0)
  await page.getByRole('button', { name: 'Shop', exact: true }).click()
  await item('product_grid').press('Enter')
  await settings.getByLabel('Which products').selectOption({ label: 'Picked' })
  const picker = settings.getByRole('combobox', { name: 'These products' })
  await picker.click()
  const option = page.getByRole('listbox').getByRole('option').filter({ hasNotText: 'Searching' }).first()
  const product = (await option.innerText()).split('\n')[0] ?? ''
  await option.click()
  await expect(frame.getByRole('group', { name: 'Products' })).toContainText(product)
  await item('video').press('Enter')
  const field = settings.locator('.field-video-container')
  await expect(field).toHaveClass(/(^| )empty( |$)/)
  await field.getByRole('textbox').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ')
  await expect(field).not.toHaveClass(/empty/)
  await expect(frame.getByRole('group', { name: 'Video' })).not.toHaveAttribute('data-empty')
  await save()
  const { document } = await stored()
  expect(document).toMatchObject({ showsTitle: false, foreign: { 1: '<p>Cards that are left as they are</p>' } })
  expect(document.blocks).toMatchObject([
    { id: 1, lib: 'Default', block: 'sktbuilder_cards', cards: { deep: [1] } },
    { block: 'product_grid', source: 'picked', products: [expect.any(Number)] },
    { block: 'video', video: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  ])
})

test('[BLD-10] testimonials are placed, set with a picture, and moved', async ({ page }) => {
  const { item, frame, save, stored } = await openBuilder(page, 'What they say')
  await item('heading').press('Enter')
  await page.getByRole('button', { name: 'Presentation', exact: true }).click()
  await item('testimonials').press('Enter')
  await expect(said(page)).toHaveText('Testimonials inserted, 2 of 2.')
  const settings = page.getByRole('complementary', { name: 'Settings' })
  const shown = frame.getByRole('group', { name: 'Testimonials', exact: true })
  await expect(shown.locator('figure')).toHaveCount(3)
  await settings.getByText('Testimonial 1', { exact: true }).click()
  await settings.getByLabel('Name', { exact: true }).fill('Ada Leaf')
  await settings.getByRole('button', { name: 'Choose from the library' }).click()
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  await library.getByRole('option', { name: 'the patient leaf detail' }).click()
  await library.getByRole('button', { name: /^Choose|^Use/ }).click()
  await expect(shown.locator('figure', { hasText: 'Ada Leaf' }).locator('img')).toHaveCount(1)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('treeitem', { name: 'Testimonials' }).click()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(said(page)).toHaveText('Testimonials moved, 1 of 2.')
  await save()
  expect((await stored()).document.blocks).toMatchObject([
    {
      block: 'testimonials',
      items: [{ name: 'Ada Leaf', picture: expect.any(Number) }, { name: 'Testimonial 2' }, {}],
    },
    { block: 'heading' },
  ])
  expect(await (await page.request.get('/what-they-say/')).text()).toContain('Ada Leaf')
})

test('[BLD-01 opens] a page that is missing, forbidden or out of reach is said, and can be tried again', async ({
  page,
  complaints,
}) => {
  const { id } = await openBuilder(page, 'Out of reach')
  await page.goto('/wp-admin/post.php?post=999999&action=sktbuilder')
  await expect(page.getByRole('alert')).toHaveText('There is no such page, or it is in the trash.')
  await expect(page.getByRole('link', { name: 'To the back office' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  const path = `**/builder/pages/${id}`
  const refusal = { code: 'rest_forbidden', message: 'You may not edit this page.', data: { status: 403 } }
  await page.route(path, (route) => route.fulfill({ status: 403, json: refusal }))
  await page.goto(`/wp-admin/post.php?post=${id}&action=sktbuilder`)
  await expect(page.getByRole('alert')).toContainText('You may not edit this page.')
  await page.unroute(path)
  await page.route(path, (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('The shop cannot be reached.')
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveTitle('Out of reach · Page builder')
  forgetFailedLoads(complaints)
})

test('the canvas says that the page is loading, that it does not come, and tries again', async ({
  page,
  complaints,
}) => {
  const { id } = await openBuilder(page, 'Slow to come')
  // The test triggers the timeout itself, instead of waiting twenty seconds.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => {
      const patience = new AbortController()
      addEventListener('patience-ends', () => patience.abort())
      return patience.signal
    }
  })
  const canvas = page.frameLocator('iframe[name=sktbuilder-iframe]')
  await page.route('**/*sktbuilder_title=*', () => {})
  await page.goto(`/wp-admin/post.php?post=${id}&action=sktbuilder`)
  await expect(canvas.getByRole('status')).toHaveText('The page is loading…')
  await page.evaluate(() => dispatchEvent(new Event('patience-ends')))
  await expect(canvas.getByRole('alert')).toContainText('The page could not be loaded')
  await expect(canvas.getByRole('status')).toHaveText('')
  expect(await findingsOf(page)).toEqual([])
  await page.unrouteAll()
  await canvas.getByRole('button', { name: 'Try again' }).click()
  await expect(canvas.locator('#sktbuilder-blocks [data-puck-dropzone]').first()).toBeVisible()
  await expect(canvas.getByRole('alert')).toHaveCount(0)
  forgetFailedLoads(complaints)
})
