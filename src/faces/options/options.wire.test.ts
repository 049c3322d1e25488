import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { loadSettings } from '../../settings.ts'

const { app, db, shop } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')

/** The settings after a batch with these options, in this order. */
async function after(group: string, ...values: readonly (readonly [id: string, value: unknown])[]) {
  const update = values.map(([id, value]) => ({ id: `woocommerce_${id}`, value }))
  const response = await app.request(`/wp-json/wc/v3/settings/${group}/batch`, {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ update }),
  })
  const { update: answers } = (await response.json()) as { update: { id: string; error?: object }[] }
  expect(answers.map(({ id, error }) => [id, error])).toEqual(update.map(({ id }) => [id, undefined]))
  return (await loadSettings(db)).checkout
}

const all = ['allowed_countries', 'all'] as const
const specific = ['allowed_countries', 'specific'] as const
const list = ['specific_allowed_countries', ['CA', 'US']] as const

test('a batch sells everywhere if it says so, also with a list of countries; else to the list, in either order', async () => {
  expect((await after('general', all, list)).sellsTo).toBe('everywhere')
  expect((await after('general', list, specific)).sellsTo).toEqual(['CA', 'US'])
  expect((await after('general', list, all)).sellsTo).toBe('everywhere')
  expect((await after('general', specific, list)).sellsTo).toEqual(['CA', 'US'])
  const twice = ['specific_allowed_countries', ['CA', 'US', 'CA']] as const
  expect((await after('general', specific, twice)).sellsTo).toEqual(['CA', 'US'])
  const shipping = [
    ['ship_to_countries', 'specific'],
    ['specific_ship_to_countries', ['CA']],
  ] as const
  expect(await after('general', all, list, ...shipping)).toMatchObject({ sellsTo: 'everywhere', shipsTo: ['CA'] })
  // Also to the list that it has sold to until then.
  await after('general', specific, list, ['ship_to_countries', ''])
  const toBoth = [shipping[0], ['specific_ship_to_countries', ['CA', 'US']]] as const
  expect(await after('general', all, ...toBoth)).toMatchObject({ sellsTo: 'everywhere', shipsTo: ['CA', 'US'] })
})

test('an option about passwords gives no accounts to a checkout that makes none', async () => {
  const signup = (value: string) => ['enable_signup_and_login_from_checkout', value] as const
  const generated = (value: string) => ['registration_generate_password', value] as const
  expect((await after('account', signup('no'), generated('no'))).accountCreation).toBe('none')
  expect((await after('account', generated('no'))).accountCreation).toBe('none')
  expect((await after('account', generated('no'), signup('yes'))).accountCreation).toBe('password')
  expect((await after('account', generated('yes'), signup('yes'))).accountCreation).toBe('link')
})

test('an entry with an id of another type is refused alone', async () => {
  const response = await app.request('/wp-json/wc/v3/settings/general/batch', {
    method: 'POST',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ update: [{ id: { toString: 1 } }, { id: 'a' }] }),
  })
  expect(response.status).toBe(200)
})
