/** Helpers to use the page builder as an editor does. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { expect } from './shop-test.ts'

type Stored = { readonly document: { readonly blocks: readonly Record<string, unknown>[] }; readonly is_built: boolean }

export type BuilderPage = {
  readonly id: number
  readonly blocks: Locator
  readonly frame: FrameLocator
  readonly item: (name: string) => Locator
  readonly stored: () => Promise<Stored>
  readonly save: () => Promise<void>
}

/** Creates a page with a text or with blocks, and opens it in the builder. */
export async function openBuilder(page: Page, title: string, content = '', document?: object): Promise<BuilderPage> {
  await page.goto('/about/')
  await signIn(page, users.owner)
  const { id } = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', {
    title,
    content,
    status: 'publish',
  })
  if (document) {
    const path = `/wp-json/samovar/v1/builder/pages/${id}`
    const { version } = await asOwner<{ version: number }>(page, 'get', path)
    await asOwner(page, 'put', path, { version, document })
  }
  await page.goto(`/wp-admin/post.php?post=${id}&action=sktbuilder`)
  const frame = page.frameLocator('iframe[name=sktbuilder-iframe]')
  const blocks = frame.locator('#sktbuilder-blocks')
  await blocks.locator('[data-puck-dropzone]').first().waitFor()
  const stored = () => asOwner<Stored>(page, 'get', `/wp-json/samovar/v1/builder/pages/${id}`)
  return {
    id,
    frame,
    blocks,
    item: (name) => page.getByTestId(`drawer-item:Samovar/${name}`),
    stored,
    async save() {
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await expect(page.locator('[data-announcements]')).toHaveText('The page is saved.')
    },
  }
}

/** Drags `from` onto `to` with the mouse. `height` is the fraction of the target's height at which it is dropped. */
export async function drag(
  page: Page,
  from: Locator,
  to: Locator,
  height = 0.5,
  beforeDrop = () => Promise.resolve(),
): Promise<void> {
  await to.scrollIntoViewIfNeeded()
  await from.scrollIntoViewIfNeeded()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Nothing to drag')
  const [x, y] = [end.x + end.width / 2, end.y + end.height * height]
  const grip = start.y + Math.min(16, start.height / 2)
  await page.mouse.move(start.x + 40, grip)
  await page.mouse.down()
  await page.mouse.move(start.x + 56, grip + 8, { steps: 4 })
  await page.mouse.move(x, y, { steps: 12 })
  // Puck chooses the innermost drop zone only while the pointer rests, so the pointer moves a little and pauses.
  for (const by of [5, -5, 6, 0]) {
    await page.waitForTimeout(160)
    await page.mouse.move(x + by, y + by, { steps: 4 })
  }
  await page.waitForTimeout(160)
  await beforeDrop()
  await page.mouse.up()
  await expect(page.locator('[data-dnd-dragging]')).toHaveCount(0)
  await page.waitForTimeout(350)
}

/** Presses `key` until the target has the focus. Throws after 120 presses. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error('The keyboard does not reach it')
}
