import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'

const { app, shop } = await openShop()

const ask = (headers: Record<string, string> = {}, method = 'POST') =>
  app.request(`/wp-admin/admin-ajax.php${method === 'GET' ? '?action=rest-nonce' : ''}`, {
    method,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(method === 'POST' ? { body: 'action=rest-nonce' } : {}),
  })

test('a page that is the same for everybody asks for the nonce of its visitor, and only a customer has one', async () => {
  const { cookie, nonce } = await createSignedInUser(shop, 'customer')
  const own = await ask({ cookie })
  expect([own.status, await own.text()]).toEqual([200, nonce])
  expect(own.headers.get('cache-control')).toContain('no-store')
  const guest = await ask()
  expect([guest.status, await guest.text()]).toEqual([200, ''])
})

test('a page of another site learns nothing', async () => {
  const { cookie } = await createSignedInUser(shop, 'customer')
  expect((await ask({ cookie, origin: 'https://elsewhere.test' })).status).toBe(403)
  expect((await ask({ cookie }, 'GET')).status).toBe(400)
})
