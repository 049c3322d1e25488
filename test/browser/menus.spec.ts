/**
 * The owner edits the menus, and visitors see them immediately. In a separate shop: other tests expect the demo menus.
 */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { teaMenus } from '../support/tea-menus.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })

const menusPath = '/wp-json/samovar/v1/menus'
type Item = {
  readonly kind: string
  readonly id: number
  readonly label: string
  readonly href: string
  readonly depth: number
}
const link = (label: string, href: string, depth = 0): Item => ({ kind: 'link', id: 0, label, href, depth })

/** Saves menus through the REST API as the owner, and waits until pages contain `shown`. */
async function saveMenus(page: Page, change: object, shown: string): Promise<void> {
  await signIn(page, users.owner)
  const office = await (await page.request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const before = (await (await page.request.get(menusPath, { headers })).json()) as object
  const saved = await page.request.put(menusPath, { headers, data: { ...before, ...change } })
  expect(saved.status()).toBe(200)
  await expect.poll(async () => (await page.request.get('/about/')).text()).toContain(shown)
}

const row = (page: Page, menu: string, name: string) =>
  page.getByRole('region', { name: menu }).getByRole('listitem').filter({ hasText: name })
const handle = (page: Page, menu: string, name: string) =>
  page.getByRole('region', { name: menu }).getByRole('button', { name: `Move ${name}`, exact: true })
/** Names of the rows; rows on the second level start with `- `. */
const rows = (page: Page, menu: string) =>
  page
    .getByRole('region', { name: menu })
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map(
        (item) =>
          `${(item as HTMLElement).dataset.depth === '1' ? '- ' : ''}${item.querySelector('strong')?.textContent}`,
      ),
    )

test('the owner builds a menu of two levels by mouse and by keyboard, and a visitor sees it within a second', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  await saveMenus(page, teaMenus, 'Gifts and samplers')
  const visitor = await browser.newPage({ baseURL: baseURL ?? '' })
  await visitor.goto('/about/')
  await expect(visitor.locator('#masthead nav > ul > li > a').first()).toHaveText('Tea')
  expect((await visitor.request.get('/about/')).headers().etag).toBeDefined()

  await page.goto('/wp-admin/menus/')
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()
  await handle(page, 'Top menu', 'Journal').waitFor()
  expect(await findingsAtWidths(page)).toEqual([])

  // A page is found by name, dragged to the front by its handle, and the next entry is dragged below it.
  const top = page.getByRole('region', { name: 'Top menu' })
  // Until the search response arrives, the list still shows all pages and would be replaced under the pointer.
  const found = page.waitForResponse((response) => response.url().includes('search=About'))
  await top.getByRole('combobox', { name: 'Page', exact: true }).fill('About')
  await found
  await top
    .getByRole('option', { name: /^About/ })
    .first()
    .click()
  const last = async () => (await rows(page, 'Top menu')).at(-1) ?? ''
  // The row appears with the next render.
  await expect.poll(last).toMatch(/^About/)
  const added = await last()
  const end = async () => (await rows(page, 'Top menu')).slice(-3)
  const drag = async (name: string, target: string, by: { x: number; y: number }, wanted: string[]) => {
    const from = handle(page, 'Top menu', name)
    await from.click({ trial: true })
    const box = await from.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    // A user also waits until the row is at the right place before releasing the mouse button.
    await expect(async () => {
      const to = await handle(page, 'Top menu', target).boundingBox()
      await page.mouse.move(x + by.x, (to?.y ?? 0) + by.y, { steps: 8 })
      expect(await end()).toEqual(wanted)
    }).toPass()
    await page.mouse.up()
    await expect.poll(end).toEqual(wanted)
  }
  await drag(added, 'Shop all', { x: 0, y: -2 }, [added, 'Shop all', 'Journal'])
  await drag('Shop all', 'Shop all', { x: 40, y: 12 }, [added, '- Shop all', 'Journal'])

  // The Journal entry is moved below it by keyboard. Each step is announced, and Escape undoes the move.
  const journal = handle(page, 'Top menu', 'Journal')
  const said = top.getByRole('status')
  await journal.focus()
  await page.keyboard.press('Space')
  await expect(journal).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(said).toContainText('Journal: 13 of 15.')
  await expect(journal).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(end).toEqual([added, '- Shop all', 'Journal'])
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(said).toContainText(`Journal: 15 of 15, below ${added}.`)
  await page.keyboard.press('ArrowUp')
  await expect(journal).toBeFocused()
  await page.keyboard.press('Space')
  await expect(said).toContainText('Dropped Journal: 14 of 15')
  await expect.poll(end).toEqual([added, '- Journal', '- Shop all'])
  // Buttons make the same moves.
  await row(page, 'Top menu', 'Journal').getByRole('button', { name: 'Move Journal to the outer level' }).click()
  await expect.poll(end).toEqual([added, '- Shop all', 'Journal'])
  await row(page, 'Top menu', 'Gifts').getByRole('button', { name: 'Move Gifts and samplers below' }).press('Enter')
  await expect.poll(() => rows(page, 'Top menu')).toContain('- Gifts and samplers')

  // An invalid URL is reported at its field. After it is corrected, the menu is saved.
  await top.getByRole('button', { name: 'Add an address' }).click()
  const fields = top.getByRole('listitem').last()
  await fields.getByLabel('Label').fill('Tea garden')
  await fields.getByLabel('Address').fill('javascript:alert(1)')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save the menus' }).click()
  await expect(fields.getByText('An address is a path')).toBeVisible()
  forgetFailedLoads(complaints)
  await fields.getByLabel('Address').fill('https://tea.test/')
  await row(page, 'Top menu', 'Yellow').locator('summary').click()
  await row(page, 'Top menu', 'Yellow').getByRole('button', { name: 'Remove Yellow' }).click()
  await page.getByRole('button', { name: 'Save the menus' }).click()
  await expect(page.getByText('Saved. Every page shows them now.')).toBeVisible()

  const entries = async () =>
    (await visitor.locator('#masthead nav > ul > li').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' '))
  // The time limit applies to the shop's response, not to rendering in the browser.
  await expect
    .poll(async () => (await visitor.request.get('/about/')).text(), { timeout: 1000, intervals: [50] })
    .toContain('Tea garden')
  await visitor.reload()
  expect(await entries()).toContain('Tea garden')
  expect(await entries()).toContain(`${added}Shop all`)
  expect((await entries()).join()).not.toContain('Yellow')
  const parent = visitor.locator('#masthead nav > ul > li').filter({ hasText: added })
  await visitor.mouse.move(700, 500)
  await visitor.mouse.move(710, 510)
  await scriptRun(visitor, 'header')
  await parent.hover()
  await expect(parent.getByRole('link', { name: 'Shop all' })).toBeVisible()
  expect(await findingsAtWidths(visitor)).toEqual([])
  await visitor.close()
})

test('two who arrange at once do not overwrite each other', async ({ page, browser, baseURL, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/menus/')
  const address = page.getByLabel('Address that the side menu is loaded from')
  await address.waitFor()
  const other = await browser.newPage({ baseURL: baseURL ?? '' })
  await saveMenus(other, { footer: [link('Read', ''), link('About the house', '/about/', 1)] }, 'About the house')
  await address.fill('/faq/')
  await page.getByRole('button', { name: 'Save the menus' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else saved this')
  await expect(address).toHaveValue('/faq/')
  forgetFailedLoads(complaints)
  await other.goto('/about/')
  const column = other.getByRole('navigation', { name: 'Read' })
  await expect(column.getByRole('link', { name: 'About the house' })).toBeVisible()
  await other.close()
})

test.describe('the side menu', () => {
  test.use(phone)

  test('[SITE-11] its links are loaded from its URL with GET when it opens, once', async ({ page, complaints }) => {
    await saveMenus(page, { side: [link('Our own', '/about/')], side_url: '/samovar-side/' }, 'data-side-menu-url')
    const requests: string[] = []
    let status = 200
    await page.route('**/samovar-side/', (route) => {
      requests.push(`${route.request().method()} ${route.request().resourceType()}`)
      return route.fulfill({
        status,
        contentType: 'text/html; charset=UTF-8',
        body: `<a href="/nowhere/">Outside</a><main><script>document.title = 'evil'</script>
          <a href="guide/" onclick="alert(1)"><img src="/no.png" onerror="alert(1)" alt="">How to
          steep</a><a href="javascript:alert(1)">Evil</a><a href="https://tea.test/">Elsewhere</a><a href="/x/"> </a></main>`,
      })
    })
    const open = async () => {
      await page.goto('/faq/')
      expect(requests).toEqual([])
      await page.getByRole('button', { name: 'Menu', exact: true }).click()
    }
    const side = page.locator('[data-side-menu-url]')
    await open()
    await expect(side.getByRole('link')).toHaveText(['How to steep', 'Elsewhere'])
    expect(await side.innerHTML()).not.toMatch(/script|onclick|img/)
    await expect(side.getByRole('link').first()).toHaveAttribute('href', /\/samovar-side\/guide\/$/)
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Close the menu' }).click()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.locator('#site-menu')).toBeVisible()
    expect(requests).toEqual(['GET fetch'])

    // If the menu cannot be loaded, the one in the server's HTML stays.
    requests.length = 0
    status = 500
    await open()
    await expect.poll(() => requests.length).toBe(1)
    await expect(side).not.toHaveAttribute('aria-busy')
    await expect(side.getByRole('link')).toHaveText(['Our own'])
    forgetFailedLoads(complaints)
    // Chromium reports inline handlers in the fetched HTML as blocked, although the page never contains them.
    const others = complaints.filter((text) => !text.includes('Executing inline event handler'))
    complaints.splice(0, complaints.length, ...others)
  })
})

test('menus of any length fit every width, in the header or in the menu that slides out', async ({ page }) => {
  const many = Array.from({ length: 9 }, (_, index) => link(`A rather long name ${index}`, `/${index}/`))
  await saveMenus(page, { top: many, side: [], side_url: '' }, 'A rather long name 8')
  await page.goto('/faq/')
  expect(await findingsAtWidths(page, [320, 1024, 1440, 1920])).toEqual([])
  await expect(page.locator('#masthead nav')).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.locator('#site-menu').getByRole('link', { name: 'A rather long name 8' })).toBeVisible()

  const wide = [...many.slice(0, 3), link('Tea', '/shop/'), link('W'.repeat(100), '/w/', 1)]
  await saveMenus(page, { top: wide, side: [link('Aside', '/aside/')] }, 'Aside')
  await page.goto('/faq/')
  expect(await findingsAtWidths(page, [320, 1024, 1279, 1280])).toEqual([])
  await expect(page.locator('#masthead nav')).toBeVisible()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.locator('#site-menu').getByRole('link', { name: 'Aside' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.move(700, 500)
  await page.locator('#masthead nav > ul > li').last().hover()
  await expect(page.getByRole('link', { name: 'W'.repeat(100) })).toBeVisible()
  expect(await findingsAtWidths(page, [1280])).toEqual([])
  await page.setViewportSize({ width: 1279, height: 900 })
  await expect(page.locator('#masthead nav')).toBeHidden()
})
