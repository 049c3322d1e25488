/** Emails in the back office of a shop with a mail server: the stored copy of an email contains no secret link. */
import { users } from '../running/demo-shop.ts'
import { startMailServer } from '../running/mail-server.ts'
import { demoDataDir, removeDataDir, type ShopProcess, startShop } from '../running/shop-process.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, test as shopTest } from './shop-test.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const test = shopTest.extend<object, { mailShop: { readonly shop: ShopProcess; readonly server: MailServer } }>({
  mailShop: [
    async ({}, use) => {
      const server = await startMailServer()
      const dataDir = await demoDataDir()
      const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off', SMTP_URL: server.url } })
      await use({ shop, server })
      await shop.stop()
      await server.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ mailShop }, use) => {
    await use(mailShop.shop.url)
  },
})

test('[ACC-01 reset password] the link reaches its reader; the owner sees the email without it, and cannot send it again', async ({
  page,
  request,
  mailShop: { server },
}) => {
  const form = { wc_reset_password: 'true', user_login: users.customer.email }
  await request.post('/my-account/lost-password/', { form })
  const letter = () => server.received.find((one) => one.includes('Choose a new password')) ?? ''
  await expect.poll(letter, { timeout: 20_000 }).toMatch(/lost-password\/\?key=[\w-]{32}/)
  const link = /\/my-account\/lost-password\/\?key=[\w-]{32}/.exec(letter())?.[0] ?? ''

  await signIn(page, users.owner)
  await page.goto('/wp-admin/mails/')
  await page.getByRole('link', { name: /^Choose a new password/ }).click()
  await expect(page.getByText('so it cannot be sent again. Anyone who needs them can ask for new ones.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText('/my-account/lost-password/?key=removed')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])

  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeVisible()
})

test('[FORM-15 mails] an owner changes the email of a form, and a visitor’s message goes out by it, with a receipt', async ({
  page,
  browser,
  baseURL,
  mailShop: { server },
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/forms/')
  await page.getByRole('link', { name: /^Write to us/ }).click()
  await page.locator('summary').filter({ hasText: /^Mail/ }).first().click()
  await page.getByRole('textbox', { name: 'Subject' }).fill('Asked by [your-name]: [your-subject]')
  const saved = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().includes('/v1/forms/'),
  )
  await page.keyboard.press('Control+s')
  expect((await saved).ok()).toBe(true)

  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await visitor.goto('/contact/')
  const form = visitor.locator('form.wpcf7-form')
  const field = (name: string) => form.locator(`[name="your-${name}"]`)
  await field('name').fill('Ada Leaf')
  await field('email').fill('ada@leaf.test')
  await field('subject').fill('Oolong')
  await field('message').fill('Which one keeps best over the winter?')
  // A form submitted within three seconds is held as spam.
  await visitor.waitForTimeout(3_200)
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(form).toHaveAttribute('data-status', 'sent')
  await visitor.close()

  const letter = () => server.received.find((one) => one.includes('Asked by Ada Leaf: Oolong')) ?? ''
  await expect.poll(letter, { timeout: 20_000 }).toContain('Which one keeps best over the winter?')
  expect(letter()).toMatch(/^Reply-To: ada@leaf\.test/m)
  await expect.poll(() => server.recipients, { timeout: 20_000 }).toContainEqual(['ada@leaf.test'])
  await page.goto('/wp-admin/mails/')
  await expect(page.getByRole('link', { name: /^Asked by Ada Leaf: Oolong/ })).toBeVisible()
})
