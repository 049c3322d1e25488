/** A refused coupon on a phone without script: cart and checkout say why where the code was typed. */
import { fillCart } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

test.use({ ...phone, javaScriptEnabled: false })

for (const [path, open] of [
  ['/cart/', 'Have a coupon?'],
  ['/checkout/', 'Enter its code'],
] as const) {
  test(`[MINI-05] ${path} says beside the field why a coupon is refused, and shows the field`, async ({
    page,
    baseURL,
  }) => {
    await fillCart(page.context(), baseURL)
    await page.goto(path)
    await page.getByText(open).click()
    await page.getByLabel('Coupon code').fill('no-such-code')
    await page.getByRole('button', { name: 'Apply coupon' }).click()
    const field = page.getByLabel('Coupon code')
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    await expect(field).toHaveValue('no-such-code')
    await expect(field).toHaveAccessibleDescription(/does not exist/)
    await expect(page.locator('#coupon-error-notice')).toBeInViewport()
    await expect(page.getByText(/does not exist/)).toHaveCount(1)
  })
}
