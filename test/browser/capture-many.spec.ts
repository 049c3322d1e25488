/** Many authorized payments: the home screen lists them, and a bulk change of status captures them. */
import { cardToken, newBuyer, requestSender } from '../running/buyer.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test('orders that are changed together are asked about before their payments are captured, and the home screen names what it leaves out', async ({
  ownShop,
  page,
  request,
}) => {
  test.slow()
  await signIn(page, users.owner)
  const chargeAtOnce = async (isAtOnce: boolean) => {
    await page.goto('/wp-admin/settings/payments/')
    await page.getByLabel(/^Charge cards at once/).setChecked(isAtOnce)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved. The checkout now offers it.')).toBeVisible()
  }
  await chargeAtOnce(false)
  const query = 'type=simple&stock_status=instock&per_page=21'
  const products = (await (await request.get(`/wp-json/wc/store/v1/products?${query}`)).json()) as { id: number }[]
  const buy = async () => {
    const buyer = newBuyer(requestSender(ownShop.url))
    await buyer.add(products.pop()?.id ?? 0)
    const checkout = await buyer.openCheckout()
    const fields = { ...newCustomerAddress(), stripe_cc_token_key: await cardToken(checkout) }
    const answer = await buyer.checkout(checkout, { ...fields, payment_method: 'stripe_cc' })
    expect(answer).toMatchObject({ result: 'success' })
    return Number(/order-received\/(\d+)/.exec(answer.redirect ?? '')?.[1])
  }
  const first = await buy()
  for (let count = 0; count < 20; count++) await buy()
  await page.goto('/wp-admin/')
  const toDo = page.getByRole('region', { name: 'To do' })
  await expect(toDo.getByRole('listitem')).toHaveCount(20)
  await expect(toDo).toContainText('More authorized payments wait to be captured.')
  expect(await findingsAtWidths(page)).toEqual([])
  await toDo.getByRole('link', { name: 'See all of them' }).click()
  await expect(page.getByRole('checkbox', { name: /^Select #/ })).toHaveCount(20)

  await page.goto(`/wp-admin/orders/?status=capture&s=${first}`)
  const change = page.getByRole('button', { name: 'Change to processing' })
  const question = page.getByRole('dialog', { name: 'Change to processing?' })
  const row = page.getByRole('row', { name: new RegExp(`#${first}`) })
  await page.getByRole('checkbox', { name: `Select #${first}` }).check()
  await change.click()
  await expect(question).toContainText(
    /This captures authorized payments: \$[\d.]+\. The customers’ cards are charged now/,
  )
  expect(await findingsAtWidths(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.reload()
  await expect(row).toContainText('On hold')
  await page.getByRole('checkbox', { name: `Select #${first}` }).check()
  await change.click()
  await question.getByRole('button', { name: 'Change to processing' }).click()
  await expect(page.getByText('1 order now processing.')).toBeVisible()
  await page.goto(`/wp-admin/orders/${first}/`)
  await expect(page.getByText('Received', { exact: true })).toBeVisible()

  await page.goto('/wp-admin/orders/?status=capture')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await change.click()
  await question.getByRole('button', { name: 'Change to processing' }).click()
  await expect(page.getByText('20 orders now processing.')).toBeVisible({ timeout: 60_000 })
  await page.goto('/wp-admin/')
  await expect(page.getByText('Nothing is waiting: no disputes to answer')).toBeVisible()
  // Other tests share this shop, so the setting is restored.
  await chargeAtOnce(true)
})
