/** Sign-in with a passkey (virtual authenticator) and with a second factor, with and without script, and on a phone. */
import type { Page } from '@playwright/test'
import { typedAddress, users } from '../running/demo-shop.ts'
import { linkTo, openOutbox } from '../running/outbox.ts'
import { fillCheckout, signIn } from '../running/shopper.ts'
import { codeOf } from '../support/authenticator.ts'
import { findingsOf } from './axe.ts'
import { addAuthenticator, test } from './named-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { expect, phone } from './shop-test.ts'

const openSecurity = async (page: Page) => {
  await page.goto('/my-account/sign-ins/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
}

/** Disables passkey autofill, which would sign in with the virtual authenticator as soon as its user is present. */
const withoutList = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })

async function signOut(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}

test('[ACC-01 log in] a customer adds a passkey, signs in with it, and removes it', async ({ page }) => {
  const device = await addAuthenticator(page)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('without-list'))
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await signIn(page, users.customer)
  await openSecurity(page)
  await page.getByLabel('Name of the new passkey').fill('My laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is ready')).toBeVisible()
  await expect(page.getByLabel('Name of the passkey')).toHaveValue('My laptop')
  expect(await findingsOf(page)).toEqual([])

  await device.setPresence(false)
  // Only the button is tested, so passkey autofill, which would sign in as soon as a user is present, is disabled.
  await page.evaluate(() => sessionStorage.setItem('without-list', 'yes'))
  await signOut(page)
  await device.setPresence(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/my-account/')

  await device.setPresence(false)
  await page.evaluate(() => sessionStorage.removeItem('without-list'))
  await signOut(page)
  await expect(page.getByLabel('Email address')).toHaveAttribute('autocomplete', 'username webauthn')
  // The email field's autofill also offers the passkey. The virtual device selects it immediately, and drops what it is
  // asked before its user is present.
  await page.goto('/shop/')
  await device.setPresence(true)
  await page.goto('/wp-login.php?redirect_to=/my-account/orders/').catch(() => undefined)
  await page.waitForURL(({ pathname }) => pathname === '/my-account/orders/')

  await openSecurity(page)
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await expect(page.getByText('No passkeys yet.')).toBeVisible()
})

test('[ACC-01 log in] nothing moves when the button for a passkey appears', async ({ page }) => {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => sent.then(() => route.continue()))
  await page.goto('/wp-login.php', { waitUntil: 'commit' })
  const below = page.getByText('You can buy without')
  const offer = page.getByRole('button', { name: 'Use a passkey' })
  await expect(below).toBeVisible()
  await expect(offer).toBeHidden()
  // Committed is earlier than styled.
  await expect(below).toHaveCSS('font-family', /Source Sans 3/)
  const before = await below.boundingBox()
  send()
  await expect(offer).toBeVisible()
  expect((await below.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
})

test('nothing moves when the form for a new passkey appears', async ({ page }) => {
  await signIn(page, users.customer)
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => sent.then(() => route.continue()))
  await page.goto('/my-account/sign-ins/', { waitUntil: 'commit' })
  const below = page.getByRole('button', { name: 'Sign out everywhere' })
  const offer = page.getByRole('button', { name: 'Add a passkey' })
  await expect(below).toBeVisible()
  await expect(offer).toBeHidden()
  // Committed is earlier than styled.
  await expect(below).toHaveCSS('font-family', /Source Sans 3/)
  const before = await below.boundingBox()
  send()
  await expect(offer).toBeVisible()
  expect((await below.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)
})

test('[ACC-01 log in] the account page of a guest signs in by passkey as well, and after a wrong password', async ({
  page,
}) => {
  await addAuthenticator(page)
  await withoutList(page)
  await signIn(page, users.customer)
  await openSecurity(page)
  await page.getByLabel('Name of the new passkey').fill('My tablet')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is ready')).toBeVisible()
  await signOut(page)

  await page.goto('/my-account/orders/')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your orders')
  await signOut(page)

  await page.goto('/my-account/')
  await page.locator('#user_login').fill(users.customer.email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('do not match')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  await page.getByRole('button', { name: 'Remove My tablet' }).click()
  await expect(page.getByText('no longer opens')).toBeVisible()
})

test('[ACC-01 log in] a browser that allows no passkeys at an address names the one where they work', async ({
  page,
  baseURL,
}) => {
  await addAuthenticator(page)
  await withoutList(page)
  // Simulates a shop whose passkeys are bound to another host name.
  await page.route('**/wp-login.php?action=passkey_options', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), rpId: 'tea.example' } })
  })
  await page.goto('/my-account/')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.locator('form[data-passkey] [role=status]')).toHaveText(
    `Your browser allows no passkeys here. They work only at ${baseURL}.`,
  )
})

test('[ACC-04] a guest buys, opens an account with a passkey instead of a password, and sees the order with it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const device = await addAuthenticator(page)
  const outbox = await openOutbox(await playwright.request.newContext({ baseURL }))
  const email = 'petra.of.tea@shop.test'
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await fillCheckout(page, { ...typedAddress, billing_email: email })
  await page.locator('#payment_method_bacs').check({ force: true })
  await page.locator('#place_order').click()
  await expect(page).toHaveURL(/order-received/)
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByRole('heading', { name: 'Look in your mailbox' })).toBeVisible()
  await page.goto(linkTo(await outbox.newest(email, 'Open your'), 'confirm-account'))
  await expect(page.getByText('Then you add a passkey')).toBeVisible()
  await page.getByRole('button', { name: 'Open my account' }).click()
  await expect(page.getByText('Your account is ready')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Passkeys')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is ready')).toBeVisible()

  await device.setPresence(false)
  await signOut(page)
  // The email field's autofill offers the passkey, and the virtual device selects it immediately.
  await page.goto('about:blank')
  await device.setPresence(true)
  await page.goto('/wp-login.php?redirect_to=/my-account/orders/').catch(() => undefined)
  await page.waitForURL(({ pathname }) => pathname === '/my-account/orders/')
  await expect(page.locator('.woocommerce-orders-table tbody tr')).toHaveCount(1)
})

test('[ACC-01 log in] an editor sets it up, and signs in with a code and with a passkey', async ({ page }) => {
  const device = await addAuthenticator(page)
  await signIn(page, users.editor)
  await page.goto('/my-account/')
  await page.getByRole('link', { name: 'Sign-in and security' }).click()
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByText('You cannot scan it?').click()
  const secret = (await page.locator('details code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('alert')).toContainText('This code is not right')
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your recovery codes')
  await expect(page.locator('#recovery-codes li')).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download as text' }).click()
  expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByText('The passkey is ready')).toBeVisible()

  const enterPassword = async () => {
    await page.goto('/wp-login.php?redirect_to=/my-account/orders/')
    await page.getByLabel('Email address').fill(users.editor.email)
    await page.getByLabel('Password', { exact: true }).fill(users.editor.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  }
  await device.setPresence(false)
  await signOut(page)
  await enterPassword()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname === '/my-account/orders/')

  await signOut(page)
  await enterPassword()
  await device.setPresence(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/my-account/orders/')
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })
  test('[ACC-01 log in, log out] the owner sets it up and signs in with a recovery code', async ({ page }) => {
    await signIn(page, users.owner)
    await page.goto('/my-account/second-factor/')
    const secret = (await page.locator('details code').textContent()) ?? ''
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Switch on' }).click()
    const recoveryCode = (await page.locator('#recovery-codes li').first().textContent()) ?? ''
    await openSecurity(page)
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByText('You are signed out.')).toBeVisible()
    await page.getByLabel('Email address').fill(users.owner.email)
    await page.getByLabel('Password', { exact: true }).fill(users.owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(({ pathname }) => pathname === '/wp-admin/')
    await openSecurity(page)
    await expect(page.getByText('9 recovery codes are left.')).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})
