/** The list of sign-ins, ending them, and the email about a new one. */
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { sessions } from '../../../people/identity/accounts.table.ts'
import { passkeys } from '../../../people/identity/factors/second-factor.table.ts'
import { emails } from '../../../things/messages/emails.table.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })

const PAGE = '/my-account/sign-ins/'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'
const get = (path: string, cookie: string) => app.request(path, { headers: { cookie } })
const html = async (cookie: string) => (await get(PAGE, cookie)).text()
const post = (path: string, fields: Record<string, string>, cookie = '', headers = {}) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: { cookie, ...headers } })
const nonceIn = (page: string, name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(page)?.[1] ?? ''
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
const signIn = ({ email }: TestUser, cookie = '') =>
  post('/wp-login.php', { log: email, pwd: 'first-flush' }, cookie, { 'user-agent': FIREFOX })
const sessionsOf = (userId: number) =>
  db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(asc(sessions.id))
const mailsTo = async (recipient: string) =>
  (await db.select().from(emails).where(eq(emails.recipient, recipient))).map(({ template }) => template)

describe('[ACC-01] the list of sign-ins', () => {
  test('names the devices, marks this one, and ends another one', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const other = cookieOf(await signIn(ada))
    const page = await html(ada.cookie)
    expect(page).toContain('Firefox on Windows')
    expect(page.match(/This one/g)).toHaveLength(1)
    const [mine, theirs] = await sessionsOf(ada.id)
    const fields = { 'sign-ins-nonce': nonceIn(page, 'sign-ins-nonce'), session: String(theirs?.id) }
    const ended = await post(PAGE, fields, ada.cookie)
    expect([ended.status, ended.headers.get('location')]).toEqual([303, PAGE])
    expect((await sessionsOf(ada.id)).map(({ id }) => id)).toEqual([mine?.id])
    expect(await (await get('/my-account/', other)).text()).toContain('name="username"')
    expect(await (await get('/my-account/', ada.cookie)).text()).not.toContain('name="username"')
  })

  test('shows and ends nobody else’s, whatever id is sent', async () => {
    const [ada, bea] = [await createSignedInUser(shop, 'customer'), await createSignedInUser(shop, 'customer')]
    const [victim] = await sessionsOf(bea.id)
    const page = await html(ada.cookie)
    expect(page).not.toContain(`value="${victim?.id}"`)
    const nonce = nonceIn(page, 'sign-ins-nonce')
    for (const session of [String(victim?.id), '0', '-1', '99999999999', `${victim?.id} or 1=1`, '']) {
      const answer = await post(PAGE, { 'sign-ins-nonce': nonce, session }, ada.cookie)
      expect([session, answer.status]).toEqual([session, 303])
    }
    expect(await sessionsOf(bea.id)).toHaveLength(1)
    // A form without its nonce, or with another person's nonce, ends nothing either.
    for (const wrong of ['', nonceIn(await html(bea.cookie), 'sign-ins-nonce')]) {
      expect((await post(PAGE, { 'sign-ins-nonce': wrong, everywhere: '1' }, ada.cookie)).status).toBe(422)
    }
    expect(await sessionsOf(ada.id)).toHaveLength(1)
  })

  test('signs out everywhere, from the list and after the question whether to sign out', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    await signIn(ada)
    const nonce = nonceIn(await html(ada.cookie), 'sign-ins-nonce')
    const out = await post(PAGE, { 'sign-ins-nonce': nonce, everywhere: '1' }, ada.cookie)
    expect(out.headers.get('location')).toBe('/wp-login.php?loggedout=true')
    expect(out.headers.getSetCookie().join('\n')).toMatch(/samovar\.session_token=;.*Max-Age=0/i)
    expect(await sessionsOf(ada.id)).toEqual([])

    const bea = await createSignedInUser(shop, 'customer')
    await signIn(bea)
    const asked = await (await get('/my-account/customer-logout/', bea.cookie)).text()
    expect(asked).toContain('Sign out everywhere')
    const fields = { _wpnonce: nonceIn(asked, '_wpnonce'), everywhere: '1' }
    expect((await post('/wp-login.php?action=logout', fields, bea.cookie)).status).toBe(303)
    expect(await sessionsOf(bea.id)).toEqual([])
  })

  test('keeps no network address, and the time of the last use to the hour', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const early = new Date(Date.now() - 3 * 3_600_000)
    await db.update(sessions).set({ updatedAt: early }).where(eq(sessions.userId, ada.id))
    await html(ada.cookie)
    const [session] = await sessionsOf(ada.id)
    expect(Date.now() - (session?.updatedAt.getTime() ?? 0)).toBeLessThan(60_000)
    expect(session?.ipAddress ?? '').toBe('')
  })
})

describe('the mail about a new sign-in', () => {
  test('is sent for a browser that was not used before, but not at the first sign-in', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    const first = await signIn(ada)
    expect(await mailsTo(ada.email)).toEqual([])
    await signIn(ada, cookieOf(first))
    expect(await mailsTo(ada.email)).toEqual([])
    await signIn(ada)
    expect(await mailsTo(ada.email)).toEqual(['new-sign-in'])
    // The device cookie of another account does not make this browser known.
    const bea = await createSignedInUser(shop, 'customer')
    await signIn(ada, cookieOf(await signIn(bea)))
    expect(await mailsTo(ada.email)).toEqual(['new-sign-in', 'new-sign-in'])
  })

  test('is not sent for a wrong password', async () => {
    const ada = await createSignedInUser(shop, 'customer')
    await signIn(ada)
    await post('/wp-login.php', { log: ada.email, pwd: 'a guess' })
    expect(await mailsTo(ada.email)).toEqual([])
  })
})

describe('passkeys of others', () => {
  test('are neither renamed nor removed, and what is no passkey adds none', async () => {
    const [ada, bea] = [await createSignedInUser(shop, 'customer'), await createSignedInUser(shop, 'customer')]
    const [theirs] = await db
      .insert(passkeys)
      .values({
        userId: bea.id,
        name: 'Phone',
        publicKey: 'key',
        credentialID: `id-of-${bea.id}`,
        counter: 0,
        deviceType: 'multiDevice',
        backedUp: true,
      })
      .returning()
    const nonce = nonceIn(await html(ada.cookie), 'passkey-nonce')
    const send = (fields: Record<string, string>) =>
      post('/my-account/passkeys/', { 'passkey-nonce': nonce, ...fields }, ada.cookie)
    await send({ step: 'rename', id: String(theirs?.id), name: 'Mine' })
    await send({ step: 'delete', id: String(theirs?.id) })
    expect(await db.select().from(passkeys).where(eq(passkeys.userId, bea.id))).toMatchObject([{ name: 'Phone' }])
    for (const passkey of ['', '{', '{}', 'null', '[]', `"${'x'.repeat(60_000)}"`, '{"id":"a\\u0000"}']) {
      expect((await send({ step: 'add', passkey })).status).toBe(422)
    }
    const shaped = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {} }
    const response = { clientDataJSON: 'e30', attestationObject: 'oA' }
    expect((await send({ step: 'add', passkey: JSON.stringify({ ...shaped, response }) })).status).toBe(422)
    expect(await db.$count(passkeys, eq(passkeys.userId, ada.id))).toBe(0)
  })

  test('a forged sign-in opens nothing, and the options say nothing about accounts', async () => {
    const options = await post('/wp-login.php?action=passkey_options', {})
    const json = (await options.json()) as { allowCredentials?: unknown; userVerification: string }
    expect([json.allowCredentials, json.userVerification]).toEqual([undefined, 'required'])
    const cookie = cookieOf(options)
    const [known] = await db.select().from(passkeys).limit(1)
    const response = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
    for (const id of [known?.credentialID ?? '', 'unknown']) {
      const passkey = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
      const refused = await post('/wp-login.php?action=passkey', { passkey: JSON.stringify(passkey) }, cookie)
      expect([refused.status, (await refused.text()).includes('This passkey was not accepted')]).toEqual([422, true])
      expect(refused.headers.getSetCookie().join()).not.toContain('session_token')
    }
  })
})
