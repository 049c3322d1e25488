import { demo } from '../running/demo-shop.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

test('[ATTR-01 hidden inputs] [ATTR-02 utm] a campaign on a cached page reaches the checkout form, and later pages keep it', async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto(`/product/${demo.simple}/?utm_source=letter&utm_medium=email&utm_campaign=first-flush`)
  await expect.poll(async () => names(await context.cookies())).toContain('sbjs_session')
  await page.goto('/shop/')
  await fillCart(context, baseURL)
  await page.goto('/checkout/')

  const field = (name: string) => page.locator(`form.checkout input[name="wc_order_attribution_${name}"]`)
  await expect(field('source_type')).toHaveValue('utm')
  await expect(field('utm_source')).toHaveValue('letter')
  await expect(field('utm_campaign')).toHaveValue('first-flush')
  await expect(field('utm_content')).toHaveValue('(none)')
  await expect(field('session_pages')).toHaveValue('3')
  await expect(field('session_count')).toHaveValue('1')
  await expect(field('session_entry')).toHaveValue(new RegExp(`/product/${demo.simple}/\\?utm_source=letter`))
  await expect(field('user_agent')).toHaveValue(/Chrome/)
  await expect(page.locator('wc-order-attribution-inputs input')).toHaveCount(16)

  const session = (await context.cookies()).find(({ name }) => name === 'sbjs_session')
  expect((session?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(29 * 60)
  expect((session?.expires ?? 0) - Date.now() / 1000).toBeLessThanOrEqual(30 * 60)
  const lasting = (await context.cookies()).find(({ name }) => name === 'sbjs_current')
  expect(lasting?.expires, 'a lifetime below one minute ends with the browser').toBe(-1)
})

test('[ATTR-02 direct] a visit without a referrer is direct; switched off, nothing is stored', async ({
  page,
  context,
}) => {
  await page.goto('/shop/')
  const sent = () =>
    page.evaluate(() =>
      (window as unknown as { wc_order_attribution: Tracker }).wc_order_attribution.getAttributionData?.(),
    )
  await expect.poll(sent).toMatchObject({ source_type: 'typein', utm_source: '(direct)', utm_medium: '(none)' })
  await page.evaluate(() =>
    (window as unknown as { wc_order_attribution: Tracker }).wc_order_attribution.setOrderTracking(false),
  )
  expect(await sent()).toMatchObject({ source_type: null, session_pages: null })
  expect(names(await context.cookies()).filter((name) => name.startsWith('sbjs_'))).toEqual([])
})

type Tracker = { getAttributionData?: () => Record<string, string | null>; setOrderTracking(allowed: boolean): void }

const names = (cookies: readonly { name: string }[]): string[] => cookies.map(({ name }) => name)
