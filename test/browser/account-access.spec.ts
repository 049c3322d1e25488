/**
 * Access to an account: registration, emailed links and codes, forgotten passwords, guest orders, a new email address.
 */
import { typedAddress } from '../running/demo-shop.ts'
import { linkTo, openOutbox } from '../running/outbox.ts'
import { fillCheckout, forgetSession } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { password, register } from './register.ts'
import { expect, phone } from './shop-test.ts'

test('[ACC-01 register, log in, log out] a guest registers, is told about weak passwords, and signs in by digits', async ({
  page,
  playwright,
  baseURL,
}) => {
  const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
  await page.goto('/my-account/')
  await page.locator('#reg_email').fill('rosa@shop.test')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Look in your mailbox')).toBeVisible()
  await page.goto(linkTo(await outbox.newest('rosa@shop.test', 'account'), 'lost-password'))
  const field = page.getByLabel('New password')
  await field.focus()
  await field.pressSequentially('password123')
  await expect(page.locator('.woocommerce-password-strength')).toContainText('lists of stolen passwords')
  expect(await findingsOf(page)).toEqual([])
  await page.getByLabel('Confirm password').fill('password123')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toContainText('lists of stolen passwords')
  await field.focus()
  await field.pressSequentially(password)
  await expect(page.locator('.woocommerce-password-strength')).toHaveText('Strong.')
  await page.getByLabel('Confirm password').fill(password)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')

  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await page.getByLabel('Email address').fill('rosa@shop.test')
  await page.getByRole('button', { name: 'Email me a link instead' }).click()
  expect(await findingsOf(page)).toEqual([])
  const digits = /(\d{3} \d{3})/.exec(await outbox.newest('rosa@shop.test', 'Sign in'))?.[1] ?? ''
  await page.getByLabel('Six digits from the email').fill(digits === '000 000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('you can try 2 more times')
  await page.getByLabel('Six digits from the email').fill(digits)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('[ACC-01 reset password, log in] a forgotten password after a wrong one, and the link of an email', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const owner = await playwright.request.newContext({ baseURL })
    const email = 'olga@shop.test'
    await register(page, owner, email)
    await forgetSession(page)
    const outbox = await openOutbox(owner)
    await page.goto('/wp-login.php')
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('forgotten')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('do not match')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await page.goto(linkTo(await outbox.newest(email, 'new password'), 'lost-password'))
    await page.getByLabel('New password').fill('samovar samovar')
    await page.getByLabel('Confirm password').fill('samovar samovar')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await expect(page.getByRole('alert')).toContainText('the name of the shop')
    await page.getByLabel('New password').fill('lantern river mosaic')
    await page.getByLabel('Confirm password').fill('lantern river mosaic')
    await page.getByRole('button', { name: 'Save and sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')

    await forgetSession(page)
    await page.goto('/wp-login.php')
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Email me a link instead' }).click()
    await page.goto(linkTo(await outbox.newest(email, 'Sign in'), 'sign-in-link'))
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  })
})

for (const { name, who, options } of [
  { name: 'with script', who: 'gwen', options: {} },
  { name: 'without script, on a phone', who: 'hugo', options: { ...phone, javaScriptEnabled: false } },
]) {
  test.describe(name, () => {
    test.use(options)

    test('[ACC-04] a guest buys twice, makes an account afterwards, and sees both orders', async ({
      browser,
      page,
      playwright,
      baseURL,
    }) => {
      const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
      const email = `${who}.of.tea@shop.test`
      for (let nth = 0; nth < 2; nth += 1) {
        await fillCart(page.context(), baseURL)
        await page.goto('/checkout/')
        await fillCheckout(page, { ...typedAddress, billing_email: email })
        await page.locator('#payment_method_bacs').check({ force: true })
        await page.locator('#place_order').click()
        await expect(page).toHaveURL(/order-received/)
      }
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Create my account' }).click()
      await expect(page.getByRole('heading', { name: 'Look in your mailbox' })).toBeVisible()
      const link = linkTo(await outbox.newest(email, 'Open your'), 'confirm-account')
      const elsewhere = await (await browser.newContext(baseURL === undefined ? {} : { baseURL })).newPage()
      await elsewhere.goto(link)
      await elsewhere.getByLabel('New password').fill('password123')
      await elsewhere.getByRole('button', { name: 'Open my account' }).click()
      await expect(elsewhere.getByRole('alert')).toContainText('lists of stolen passwords')
      if (who === 'gwen') expect(await findingsOf(elsewhere)).toEqual([])
      await page.goto(link)
      await page.getByRole('button', { name: 'Open my account' }).click()
      await expect(page.getByText('Your account is ready.')).toBeVisible()
      await expect(page.locator('.woocommerce-orders-table tbody tr')).toHaveCount(2)
    })

    test('[ACC-02 details] a customer without a password, who signs in by email, chooses one', async ({
      page,
      playwright,
      baseURL,
    }) => {
      const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
      const email = `${who}.first@shop.test`
      await page.goto('/my-account/')
      await page.locator('#reg_email').fill(email)
      await page.getByRole('button', { name: 'Register' }).click()
      await outbox.newest(email, 'account')
      await page.goto('/my-account/sign-in-code/')
      await page.getByLabel('Email address').fill(email)
      await page.getByRole('button', { name: 'Send the email' }).click()
      await page.goto(linkTo(await outbox.newest(email, 'Sign in'), 'sign-in-link'))
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')

      await page.goto('/my-account/confirm/?redirect_to=/my-account/edit-account/')
      await expect(page.getByRole('link', { name: 'Sign in by email again' })).toBeVisible()
      if (who === 'gwen') expect(await findingsOf(page)).toEqual([])
      await page.goto('/my-account/edit-account/')
      await expect(page.getByText('Your account has no password')).toBeVisible()
      await expect(page.getByLabel(/^Current password/)).toHaveCount(0)
      if (who === 'gwen') expect(await findingsOf(page)).toEqual([])
      await page.getByLabel('First name').fill('Ines')
      await page.getByLabel('Last name').fill('Leaf')
      await page.getByLabel('Display name').fill('Ines')
      await page.getByLabel(/^New password/).fill(password)
      await page.getByLabel('Confirm new password').fill(password)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Account details changed successfully.')).toBeVisible()
      await expect(page.getByLabel(/^Current password/)).toBeVisible()
    })

    test('[ACC-02 details] a customer changes their email address, confirmed by both mailboxes', async ({
      page,
      playwright,
      baseURL,
    }) => {
      const owner = await playwright.request.newContext({ baseURL })
      const [before, after] = [`${who}.before@shop.test`, `${who}.after@shop.test`]
      await register(page, owner, before)
      const outbox = await openOutbox(owner)
      await page.goto('/my-account/edit-account/')
      await page.getByLabel('First name').fill('Ines')
      await page.getByLabel('Last name').fill('Leaf')
      await page.getByLabel('Email address').fill(after)
      await page.getByLabel(/^Current password/).fill(password)
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText(`We have written to ${after}`)).toBeVisible()
      await outbox.newest(before, 'about to change')
      await page.goto(linkTo(await outbox.newest(after, 'Confirm'), 'confirm-email'))
      if (who === 'gwen') expect(await findingsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText(`Your email address is now ${after}.`)).toBeVisible()
      await page.goto(linkTo(await outbox.newest(before, 'was changed'), 'undo-email'))
      await page.getByRole('button', { name: 'This wasn’t me' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is yours again')
      if (who === 'gwen') expect(await findingsOf(page)).toEqual([])
      await page.getByRole('link', { name: 'Choose a new password' }).click()
      await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
    })
  })
}
