/** Account states that only appear after an action: each has no axe violations and fits a phone and a desktop. */
import type { APIRequestContext, Page } from '@playwright/test'
import { loadOrCreateSecret } from '../../src/platform/database/secret.ts'
import { unsubscribeKey } from '../../src/things/messages/opt-outs.store.ts'
import { demo, typedAddress, users } from '../running/demo-shop.ts'
import { linkTo, openOutbox } from '../running/outbox.ts'
import { forgetSession, signIn, signInByRequest } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { codeOf } from '../support/authenticator.ts'
import { findingsAtWidths } from './axe.ts'
import { addAuthenticator, test } from './named-shop-test.ts'
import { password } from './register.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

// All tests share one shop and run in order, because the first test expects a shop without stock alerts.
test.describe.configure({ mode: 'default', timeout: 120_000 })

async function check(page: Page, state: string): Promise<void> {
  expect.soft(await findingsAtWidths(page, [390, 1440]), state).toEqual([])
}

const heading = (page: Page, text: string | RegExp) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

async function productId(request: APIRequestContext, slug: string): Promise<string> {
  return /postid-(\d+)/.exec(await (await request.get(`/product/${slug}/`)).text())?.[1] ?? ''
}

const enter = async (page: Page, email: string, typed: string) => {
  await page.goto('/wp-login.php')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Requests a back-in-stock email for the sold-out product. Returns the path of the confirmation link in the email. */
async function askForAlert(page: Page, mailbox: APIRequestContext, email: string): Promise<string> {
  const form = { product_id: await productId(page.request, demo.soldOut), email }
  await page.request.post('/back-in-stock/', { form })
  const text = await (await openOutbox(mailbox)).newest(email, 'Shall we tell you')
  return /\/back-in-stock\/[\w-]+\//.exec(text)?.[0] ?? ''
}

test('[ACC-03] people, log, privacy and stock alerts have no axe violations, nor has an invitation', async ({
  page,
  playwright,
  baseURL,
}) => {
  const mailbox = await playwright.request.newContext({ baseURL })
  await signIn(page, users.owner)
  await page.goto('/wp-admin/stock-alerts/')
  await expect(page.getByRole('heading', { name: 'No stock alerts' })).toBeVisible()
  await check(page, 'no stock alerts')
  const link = await askForAlert(page, mailbox, 'waiting@shop.test')
  await page.request.post(link, { form: { confirm: '1' } })
  await page.goto('/wp-admin/stock-alerts/')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await check(page, 'stock alerts')

  await page.goto('/wp-admin/users/new/')
  await page.getByLabel(/^Email address/).fill('nora@samovar.test')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('region', { name: 'Pending invitations' })).toContainText('nora@samovar.test')
  await check(page, 'people, one invited')
  await page.getByRole('link', { name: 'Luc Tremblay' }).click()
  await page.getByRole('button', { name: 'Require a new password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'question about a new password')
  await page.getByRole('button', { name: 'End the password' }).click()
  await expect(page.getByText('Luc Tremblay gets a link to choose a new password.')).toBeVisible()
  await check(page, 'person without a password')

  await page.goto('/wp-admin/log/?kind=people')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await check(page, 'log with a filter')
  await page.goto('/wp-admin/log/?kind=coupon&s=nothing+like+this')
  await expect(page.getByText(/^No entry matches/)).toBeVisible()
  await check(page, 'log without results')
  await page.goto('/wp-admin/settings/privacy/')
  await page.getByLabel('Email address').fill('somebody@shop.test')
  await expect(page.getByRole('button', { name: 'Erase' })).toBeVisible()
  await check(page, 'privacy settings')

  const outbox = await openOutbox(mailbox)
  await forgetSession(page)
  await page.goto(linkTo(await outbox.newest('nora@samovar.test', 'invited'), 'invitation'))
  await page.getByLabel('Your name').fill('Nora')
  await page.getByLabel('New password', { exact: true }).fill('password1234')
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await check(page, 'invitation with errors')
  await forgetSession(page)
  await page.goto('/my-account/invitation/?key=x')
  await heading(page, 'This invitation has ended')
  await check(page, 'ended invitation')
})

test('[ACC-01 register, log in, reset password] no state before signing in has axe violations', async ({
  page,
  playwright,
  baseURL,
  namedShop,
  complaints,
}) => {
  const mailbox = await playwright.request.newContext({ baseURL })
  await enter(page, users.customer.email, 'forgotten')
  await expect(page.getByRole('alert')).toContainText('do not match')
  await check(page, 'wrong password')
  const guess = { log: 'guessed@shop.test', pwd: 'a guess' }
  await Promise.all(Array.from({ length: 10 }, () => page.request.post('/wp-login.php', { form: guess })))
  await enter(page, guess.log, guess.pwd)
  await expect(page.getByRole('alert')).toContainText('Your browser works for a moment')
  await check(page, 'proof of work')
  forgetFailedLoads(complaints)

  await page.goto('/my-account/')
  await page.locator('form.register').evaluate((form: HTMLFormElement) => Object.assign(form, { noValidate: true }))
  await page.locator('#reg_email').fill('nobody')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter your email address')
  await check(page, 'register with mistakes')
  await page.locator('#reg_email').fill('vera@shop.test')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Look in your mailbox')).toBeVisible()
  await check(page, 'register sent')
  await page.getByRole('link', { name: 'Use another address' }).click()
  await expect(page.locator('#reg_email')).toBeVisible()
  await page.goto('/my-account/lost-password/')
  await page.getByLabel('Email address').fill('vera@shop.test')
  await page.getByRole('button', { name: 'Reset password' }).click()
  await heading(page, 'Look in your mailbox')
  await check(page, 'forgotten password sent')

  for (const slug of [demo.simple, demo.soldOut, demo.variable])
    await page.request.post('/saved-teas/', { form: { save: await productId(page.request, slug) } })
  await page.request.post('/saved-teas/', { form: { share: '1', share_name: 'For the birthday' } })
  await page.goto('/saved-teas/')
  await check(page, 'shared list of one’s own')
  const list = new URL(await page.getByLabel('Link', { exact: true }).inputValue()).pathname
  await forgetSession(page)
  await page.goto(list)
  await heading(page, 'For the birthday')
  await check(page, 'list of somebody else')

  const alert = await askForAlert(page, mailbox, 'vera@shop.test')
  await page.goto(`/product/${demo.soldOut}/`)
  await page.goto(alert)
  await heading(page, 'Shall we tell you?')
  await check(page, 'alert to confirm')
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await heading(page, 'We will tell you')
  await check(page, 'alert confirmed')
  await page.getByRole('button', { name: 'No more emails of this kind' }).click()
  await heading(page, 'No more emails')
  await check(page, 'alert stopped')
  await page.goto(alert)
  await heading(page, 'Nothing is waiting here')
  await check(page, 'alert expired')

  const key = unsubscribeKey(await loadOrCreateSecret(namedShop.dataDir, 'shop'), {
    email: 'vera@shop.test',
    template: 'back-in-stock',
  })
  await page.goto(`/my-account/unsubscribe/?key=${key}`)
  await check(page, 'unsubscribe')
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('button', { name: 'Send them again' })).toBeVisible()
  await check(page, 'unsubscribed')
})

test('[ACC-01 register, ACC-02 addresses, details] no state of a new account has axe violations', async ({
  page,
  playwright,
  baseURL,
}) => {
  const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
  const email = 'zora@shop.test'
  await page.request.post('/my-account/', { form: { email, register: 'Register' } })
  await page.goto(linkTo(await outbox.newest(email, 'account'), 'lost-password'))
  await page.getByLabel('New password').fill('password123')
  await page.getByLabel('Confirm password').fill('password123')
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('lists of stolen passwords')
  await check(page, 'refused password')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await heading(page, /Hello/)
  await check(page, 'overview of a new customer')
  for (const section of ['orders', 'saved', 'payment-methods', 'privacy']) {
    await page.goto(`/my-account/${section}/`)
    await check(page, `${section} of a new customer`)
  }

  await page.goto('/my-account/edit-address/')
  await check(page, 'empty address book')
  await page.goto('/my-account/edit-address/new/')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await check(page, 'address with mistakes')
  const nonce = await page.locator('[name="woocommerce-edit-address-nonce"]').inputValue()
  const address = { ...typedAddress, billing_country: 'CA', 'woocommerce-edit-address-nonce': nonce }
  for (const label of ['Home', 'The cottage at the end of Muskoka Road']) {
    const form = { ...address, action: 'edit_address', address_label: label, use_for_billing: '1' }
    await page.request.post('/my-account/edit-address/new/', { form })
  }
  await page.goto('/my-account/edit-address/')
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete Home' }).click()
  await expect(page.getByText('“Home” was deleted.')).toBeVisible()
  await check(page, 'address book')

  await page.goto('/my-account/edit-account/')
  await page.getByLabel('First name').fill('Zora')
  await page.getByLabel('Last name').fill('')
  await page.getByLabel('Email address').fill('zora')
  await page.getByLabel(/^New password/).fill('short')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await check(page, 'details with mistakes')
  await page.getByLabel('Last name').fill('Leaf')
  await page.getByLabel('Email address').fill('zora.of.the.long.address@shop.test')
  await page.getByLabel(/^Current password/).fill(password)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('We have written to zora.of.the.long.address@shop.test')).toBeVisible()
  await check(page, 'new email address to confirm')
  await page.goto('/my-account/mail-choices/')
  await page.getByRole('checkbox').first().uncheck()
  await page.getByRole('button', { name: 'Save choices' }).click()
  await expect(page.getByText('Your choices are saved.')).toBeVisible()
  await check(page, 'mail choices saved')
})

test('[ACC-01 log in] [ACC-02 details] no state of security, and none of a deletion, has axe violations', async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = 'luc@samovar.test'
  const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
  await page.request.post('/my-account/lost-password/', { form: { user_login: email, wc_reset_password: 'true' } })
  await page.goto(linkTo(await outbox.newest(email, 'new password'), 'lost-password'))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Save and sign in' }).click()
  await heading(page, /Hello/)

  const device = await addAuthenticator(page)
  for (const userAgent of ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1', 'curl/8.1']) {
    const other = await playwright.request.newContext({ baseURL, userAgent })
    await signInByRequest(other, { email, password })
    await other.dispose()
  }
  await page.goto('/my-account/sign-ins/')
  await page.getByLabel('Name of the new passkey').fill('The telephone of my grandmother')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is ready')).toBeVisible()
  await expect(page.getByRole('button', { name: /^End the sign-in/ })).toHaveCount(2)
  await check(page, 'several devices and a passkey')
  await device.setPresence(false)

  await page.goto('/my-account/second-factor/')
  await page.getByText('You cannot scan it?').click()
  const secret = (await page.locator('details code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await check(page, 'second factor with a wrong code')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await heading(page, 'Your recovery codes')
  await check(page, 'recovery codes')
  await page.goto('/my-account/sign-ins/')
  await check(page, 'second factor on')
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await check(page, 'signed out')
  await enter(page, email, password)
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await check(page, 'second step with a wrong code')
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeVisible()
  await check(page, 'second step by recovery code')
  await page.getByRole('link', { name: 'Use the code of your app' }).click()
  await page.getByLabel('Do not ask for it on this device').check()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, /Hello/)

  await page.goto('/my-account/privacy/deletion/')
  await check(page, 'deletion, with an order under way')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await heading(page, 'Your account will be deleted')
  await check(page, 'deletion asked for')
  await enter(page, email, password)
  await heading(page, /Hello/)
  await check(page, 'overview before a deletion')
  await page.goto('/my-account/privacy/')
  await expect(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
  await check(page, 'data before a deletion')
})

test('[ACC-02 orders] no state of an order has axe violations, nor has the back office of a customer', async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL })
  await openOutbox(owner)
  const office = await (await owner.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const path = '/wp-json/wc-shipment-tracking/v3/orders/1003/shipment-trackings'
  for (const tracking_number of ['329 011 223 344', '7023 2101 4400 1234 5678'])
    await owner.post(path, { headers, data: { tracking_provider: 'Purolator', tracking_number } })

  await signIn(page, users.customer)
  await page.goto('/my-account/orders/?search=an+elephant')
  await expect(page.getByText('No order matches “an elephant”.')).toBeVisible()
  await check(page, 'orders without results')
  await page.goto('/my-account/orders/?search=1003')
  await page.getByRole('link', { name: 'View Order #1003' }).click()
  await expect(page.getByRole('link', { name: /^Track parcel/ })).toHaveCount(2)
  await check(page, 'order with parcels')
  await unpaidOrder(baseURL ?? '', { billing_email: users.customer.email }, await page.context().cookies())
  await page.goto('/my-account/orders/')
  await expect(page.getByRole('link', { name: /^Cancel/ })).toBeVisible()
  await check(page, 'orders, one of them unpaid')
  await page.locator('a.view').first().click()
  await expect(page.getByRole('link', { name: /^Cancel/ })).toBeVisible()
  await check(page, 'order that can be cancelled')
  await page.goto('/my-account/')
  await check(page, 'overview with an unpaid order')
  await page.goto('/wp-admin/')
  await heading(page, 'This part is not for this account')
  await check(page, 'back office of a customer')
})
