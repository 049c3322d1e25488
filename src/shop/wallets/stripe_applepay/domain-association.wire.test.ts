import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defaultSettings } from '../../../settings.ts'
import { loadStored } from '../../../things/settings/settings.store.ts'

const { app, shop } = await openShop()
const { headers } = await createSignedInUser(shop, 'administrator')
const file = async () => app.request('/.well-known/apple-developer-merchantid-domain-association')

async function save(association: string): Promise<number> {
  const body = { stripe_applepay: { ...shop.settings().gateways.stripe_applepay, association } }
  const init = {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const { status } = await app.request(paths.restPaymentSettings, init)
  const settings = { ...shop.settings(), ...(await loadStored(shop.db, { gateways: defaultSettings.gateways })) }
  Object.assign(shop, { settings: () => settings })
  return status
}

test('Apple finds the file that the owner has pasted, as it is, and none before', async () => {
  expect((await file()).status).toBe(404)
  expect(await save('7B227073704964223A2239\n')).toBe(200)
  const answer = await file()
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('7B227073704964223A2239')
  expect(answer.headers.get('content-type')).toContain('text/plain')
  expect(await save('<b>Ünwanted</b>')).toBe(400)
  expect(await (await file()).text()).toBe('7B227073704964223A2239')
})
