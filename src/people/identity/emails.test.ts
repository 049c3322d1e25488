import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { shopMessages } from '../../messages.ts'
import { defaultSettings } from '../../settings.ts'

const { shop } = await openShop()
const messages = shopMessages({ ...shop, url: 'https://shop.test' }, async () => defaultSettings)

test('[CHK-18] the email about a new account has the reviewed text', async () => {
  const email = await messages.preview('new-account')
  expect(`${email?.subject}\n\n${email?.text}\n`).toMatchSnapshot()
})

test('[CHK-18] every type of email has a preview that loads nothing from elsewhere and runs no script', async () => {
  for (const { id } of messages.types) {
    const { html = '', text = '' } = (await messages.preview(id)) ?? {}
    expect([id, html]).not.toEqual([id, expect.stringMatching(/<script|<link|@import|javascript:|\son\w+=/i)])
    expect([id, text]).toEqual([id, expect.stringContaining('https://shop.test')])
  }
  expect(await messages.preview('no-such-type')).toBeNull()
})
