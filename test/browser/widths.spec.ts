/** The breakpoints (docs/decisions/breakpoints.md); every-page.spec.ts tests the widths in between. */
import { demo } from '../running/demo-shop.ts'
import { expect, test } from './shop-test.ts'

test('[SITE-13 breakpoints] each of 480, 960, 1023, 1025 and 1200 px changes what it is for', async ({ page }) => {
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
  }
  const isVisible = async (selector: string, width: number) => {
    await at(width)
    return page.locator(selector).first().isVisible()
  }
  await page.goto('/shop/')
  const betweenIcons = async (width: number) => {
    await at(width)
    const [search, account] = await Promise.all(
      ['button[aria-label="Search"]', 'a[href="/my-account/"]'].map((icon) =>
        page.locator(`#masthead ${icon}`).boundingBox(),
      ),
    )
    return (account?.x ?? 0) - (search?.x ?? 0) - (search?.width ?? 0)
  }
  expect([await betweenIcons(479), await betweenIcons(480)]).toEqual([0, 4])
  const filters = '#filters [data-group]'
  expect([await isVisible(filters, 959), await isVisible(filters, 960)]).toEqual([false, true])
  const menu = '#masthead [data-has-children]'
  expect([await isVisible(menu, 1023), await isVisible(menu, 1024)]).toEqual([false, true])

  await page.goto(`/product/${demo.simple}/`)
  const gap = async (width: number) => {
    await at(width)
    const [picture, words] = await Promise.all(
      ['.woocommerce-product-gallery', '.summary'].map((part) => page.locator(part).first().boundingBox()),
    )
    return (words?.x ?? 0) - (picture?.x ?? 0) - (picture?.width ?? 0)
  }
  expect(await gap(1024)).toBeCloseTo(32, 0)
  expect(await gap(1025)).toBeGreaterThan(48)

  await page.goto(`/blog/${demo.post}/`)
  const contents = async (width: number) => {
    await at(width)
    const [box, text] = await Promise.all(
      ['aside', '.entry-content'].map((part) => page.locator(`main ${part}`).first().boundingBox()),
    )
    return (box?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0)
  }
  expect([await contents(1199), await contents(1200)]).toEqual([false, true])
})
