/** A shopper's steps in a browser. Elements are found by their labels on the page. */
import type { APIRequestContext, Browser, FrameLocator, Page } from '@playwright/test'

/** The card field: the provider's page in an iframe. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('#wc-stripe-card-element iframe')

export async function fillCheckout(page: Page, address: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(address)) {
    const field = page.locator(`[name="${name}"]`)
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
  const terms = page.locator('#terms')
  if (await terms.count()) await terms.check()
}

export async function typeCard(page: Page, number: string): Promise<void> {
  const card = cardFrame(page)
  await card.locator('#number').fill(number)
  await card.locator('#expiry').fill('1234')
  await card.locator('#cvc').fill('123')
}

/** Types a card number and presses the button. The caller waits for the result. */
export async function payByCard(page: Page, number: string): Promise<void> {
  // Shown to customers who have saved a card.
  const newCard = page.locator('#stripe_cc_use_new')
  if (await newCard.isVisible()) await newCard.check()
  await typeCard(page, number)
  await page.locator('#place_order').click()
}

type Credentials = { readonly email: string; readonly password: string }

/**
 * Signs the browser in by a request; the page stays as it is. The sign-in form is tested separately (`signInByForm`).
 */
export const signIn = (page: Page, who: Credentials): Promise<void> => signInByRequest(page.request, who)

export async function signInByRequest(request: APIRequestContext, { email, password }: Credentials): Promise<void> {
  const answer = await request.post('/wp-login.php', { form: { log: email, pwd: password }, maxRedirects: 0 })
  if (answer.status() !== 302 && answer.status() !== 303) throw new Error(`Signing in was answered ${answer.status()}`)
}

export async function signInByForm(page: Page, who: Credentials): Promise<void> {
  await page.goto('/wp-login.php')
  await page.getByLabel('Email address').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('wp-login'))
}

/**
 * Ends the session in this browser. It leaves the page first, because the page's pending requests would be refused
 * without the session.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Ends the session of a page's user from another device. */
export async function endSession(page: Page, browser: Browser, baseURL = ''): Promise<void> {
  const device = await browser.newContext({ baseURL, storageState: await page.context().storageState() })
  const elsewhere = await device.newPage()
  await elsewhere.goto('/wp-login.php?action=logout')
  await elsewhere.getByRole('button', { name: 'Sign out', exact: true }).click()
  await elsewhere.waitForURL((url) => url.searchParams.get('action') !== 'logout')
  await device.close()
}
