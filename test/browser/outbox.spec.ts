/** Mail in the back office of a shop with a mail server: what is kept of an email that had a link. */
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
  await expect(page.getByText('so it cannot be sent again. Whoever needs them asks for new ones.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it again' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Plain text' }).click()
  await expect(page.getByText('/my-account/lost-password/?key=removed')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])

  await page.goto(link)
  await expect(page.getByLabel('New password')).toBeVisible()
})
