/** The forms of /my-account/ with the names that scripts, themes and saved links use (account-pages.md). */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addProduct } from '../../../../../test/faults/stock.ts'
import { newBuyer } from '../../../../../test/running/buyer.ts'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { createPasswordToken } from '../../../../people/identity/keys/tokens.store.ts'
import { createUser } from '../../../../people/identity/users.store.ts'
import { entries } from '../../../../things/entries/entries.table.ts'

const { app, shop, db } = await openShop()
const ada = await createSignedInUser(shop, 'customer')
const password = 'first-flush-1841'
await createUser(db, { email: 'berta@shop.test', name: 'Berta', password, role: 'customer' })

const page = async (path: string, cookie = '') => (await app.request(path, { headers: { cookie } })).text()
const send = (path: string, fields: Record<string, string>) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields) })

/** The form whose tag contains this mark, with its content. */
const formIn = (html: string, mark: string): string =>
  [...html.matchAll(/<form[^>]*>[\s\S]*?<\/form>/g)].map(([form]) => form).find((form) => form.includes(mark)) ?? ''
const names = (form: string): string[] => [...form.matchAll(/ name="([^"]+)"/g)].map(([, name = '']) => name)
const valueOf = (form: string, name: string): string =>
  new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? ''

/** Email and password fields without the class for their type. */
const withoutClass = (form: string): string[] =>
  [...form.matchAll(/<input[^>]* type="(email|password)"[^>]*>/g)].flatMap(([tag, type = '']) =>
    / hidden=""/.test(tag) || tag.includes(` woocommerce-Input--${type} input-text"`) ? [] : [tag],
  )

type Form = { path: string; mark: string; fields: string[]; nonce: string; cookie?: string }

const signIn: Form = {
  path: '/my-account/orders/',
  mark: 'class="woocommerce-form woocommerce-form-login login ',
  fields: ['username', 'password', 'rememberme', 'redirect', 'login'],
  nonce: 'woocommerce-login-nonce',
}
const register: Form = {
  path: '/my-account/',
  mark: 'class="woocommerce-form woocommerce-form-register register ',
  fields: ['email', 'register'],
  nonce: 'woocommerce-register-nonce',
}
const lostPassword: Form = {
  path: '/my-account/lost-password/',
  mark: 'class="woocommerce-ResetPassword lost_reset_password ',
  fields: ['user_login', 'wc_reset_password'],
  nonce: 'woocommerce-lost-password-nonce',
}
const details: Form = {
  path: '/my-account/edit-account/',
  mark: 'class="woocommerce-EditAccountForm edit-account ',
  fields: [
    ...['account_first_name', 'account_last_name', 'account_display_name', 'account_email'],
    ...['password_current', 'password_1', 'password_2', 'action', 'save_account_details'],
  ],
  nonce: 'save-account-details-nonce',
  cookie: ada.cookie,
}
const address: Form = {
  path: '/my-account/edit-address/billing/',
  mark: 'data-address-form="billing"',
  fields: ['billing_first_name', 'billing_postcode', 'action', 'save_address'],
  nonce: 'woocommerce-edit-address-nonce',
  cookie: ada.cookie,
}

describe('the forms of the account have the names of WooCommerce', () => {
  test.each([signIn, register, lostPassword, details, address])(
    '[ACC-01 log in, register, reset password] $path, $nonce',
    async ({ path, mark, fields, nonce, cookie }) => {
      const form = formIn(await page(path, cookie), mark)
      expect(names(form)).toEqual(expect.arrayContaining([...fields, nonce, '_wp_http_referer']))
      expect(valueOf(form, nonce)).toMatch(/^[0-9a-f]{10}$/)
      expect(form).toContain('form-row-wide')
      expect(form).toContain('input-text')
      // Address fields have the classes of the checkout's fields instead.
      if (mark !== address.mark) expect(withoutClass(form)).toEqual([])
    },
  )

  test('[ACC-01 reset password] the form that a link leads to asks for the password twice', async () => {
    const key = await createPasswordToken(db, ada.id, shop.now())
    const moved = await app.request(`/my-account/lost-password/?key=${key}&id=${ada.id}`)
    const cookie = (moved.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const form = formIn(await page('/my-account/lost-password/?show-reset-form=true', cookie), 'lost_reset_password')
    expect(withoutClass(form)).toEqual([])
    const nonce = 'woocommerce-reset-password-nonce'
    expect(names(form)).toEqual(
      expect.arrayContaining(['password_1', 'password_2', 'reset_key', 'reset_login', 'wc_reset_password', nonce]),
    )
    const fields = {
      reset_key: valueOf(form, 'reset_key'),
      [nonce]: valueOf(form, nonce),
      password_1: 'silver-needle-7',
      password_2: 'silver-needle-7',
    }
    const reset = (changes: Record<string, string>) => send('/my-account/lost-password/', { ...fields, ...changes })
    const forged = await reset({ [nonce]: 'forged0000' })
    expect([forged.status, await forged.text()]).toEqual([422, expect.stringContaining('Please try again')])
    const differs = await reset({ password_2: 'silver-needle-8' })
    expect([differs.status, await differs.text()]).toEqual([422, expect.stringContaining('not the same')])
    const saved = await reset({})
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/my-account/'])
  })

  test('[ACC-01 log in] the checkout has the form too, and it leads back there', async () => {
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    await buyer.add(await addProduct(db, 5))
    const form = formIn(await (await buyer.send('/checkout/')).text(), signIn.mark)
    expect(names(form)).toEqual(expect.arrayContaining([...signIn.fields, signIn.nonce, '_wp_http_referer']))
    expect(valueOf(form, 'redirect')).toBe('/checkout/')
  })

  test('the registration form links to the privacy policy once its page is published', async () => {
    const form = async () => formIn(await page('/my-account/'), register.mark)
    expect(await form()).toContain('See our privacy policy.')
    await db
      .insert(entries)
      .values({ id: 9990, kind: 'page', slug: 'privacy-policy', title: 'Privacy', status: 'draft' })
    expect(await form()).not.toContain('/privacy-policy/')
    await db.update(entries).set({ status: 'publish' }).where(eq(entries.id, 9990))
    expect(await form()).toContain('href="/privacy-policy/"')
  })

  test('[ACC-01 log in, register, reset password] a forged nonce does nothing, and the form is shown again', async () => {
    const own = { username: 'berta@shop.test', password, rememberme: 'forever', login: 'Log in' }
    for (const [path, fields] of [
      ['/my-account/', { ...own, [signIn.nonce]: 'forged0000' }],
      ['/my-account/', { email: 'new@shop.test', register: 'Register', [register.nonce]: 'forged0000' }],
      ['/my-account/lost-password/', { user_login: 'berta@shop.test', [lostPassword.nonce]: 'forged0000' }],
    ] as const) {
      const answer = await send(path, fields)
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([422, null])
      expect(await answer.text()).toContain('Please try again')
    }
    const issued = valueOf(formIn(await page('/my-account/'), signIn.mark), signIn.nonce)
    const signedIn = await send('/my-account/', { ...own, redirect: '/my-account/orders/', [signIn.nonce]: issued })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, '/my-account/orders/'])
  })
})
