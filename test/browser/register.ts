import type { APIRequestContext, Page } from '@playwright/test'
import { linkTo, openOutbox } from '../running/outbox.ts'
import { expect } from './shop-test.ts'

export const password = 'kettle basket orchid'

/** Registers by keyboard, with the link from the email. Signs `mailbox` in as the owner. */
export async function register(page: Page, mailbox: APIRequestContext, email: string): Promise<void> {
  const outbox = await openOutbox(mailbox)
  await page.goto('/my-account/')
  await page.locator('#reg_email').fill(email)
  await page.locator('#reg_email').press('Enter')
  await expect(page.getByText('Look in your mailbox')).toBeVisible()
  await page.goto(linkTo(await outbox.newest(email, 'account'), 'lost-password'))
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByLabel('Confirm password').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
}
