/** Saved cards in My account: added with a setup intent, made the default, deleted. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { cards } from '../../../../test/running/buyer.ts'
import { cardCustomer, providerApi } from '../../../../test/support/card-customer.ts'
import { providerEvents } from '../../../../test/support/provider-events.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { defaultSettings } from '../../../settings.ts'
import { detachCards } from '../../../shop/gateways/cards/save-card.ts'
import { readCards } from '../../../shop/gateways/cards/saved-cards.store.ts'
import { paymentCustomers, savedCards } from '../../../shop/gateways/cards/saved-cards.table.ts'

const testShop = await openShop({ settings: { gateways: defaultSettings.gateways } })
const { app, db, shop, provider } = testShop
const api = providerApi(testShop)
const events = providerEvents(testShop)

const LIST = '/my-account/payment-methods/'
const ADD = '/my-account/add-payment-method/'
const CALL = '/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/setup-intent'
const SDK = { use_stripe_sdk: 'true' }

type Intent = { readonly id: string; readonly client_secret: string; readonly status: string }

const ownCards = (userId: number) => readCards(db, { customerId: userId, provider: 'sandbox' })

async function signedIn() {
  const customer = await cardCustomer(testShop)
  const { buyer, user, token } = customer
  const read = async (path: string) => (await buyer.send(path)).text()
  const setup = async (fields: Record<string, string> = { _wpnonce: user.nonce }) => {
    const response = await buyer.post(CALL, { payment_method: 'stripe_cc', ...fields })
    return (await response.json()) as { intent: Intent; code?: string; message?: string }
  }
  /** Confirms a setup intent as the provider's script does in the browser. */
  const confirm = async ({ id, client_secret }: Intent, number?: string, more: Record<string, string> = SDK) =>
    (await api.post(
      `setup_intents/${id}/confirm`,
      { client_secret, payment_method: await token(number), ...more },
      provider.publishableKey,
    )) as Record<string, unknown> & { next_action?: Record<string, Record<string, string>> }
  const nonceIn = (html: string) =>
    /name="woocommerce-add-payment-method-nonce"[^>]* value="(\w+)"/.exec(html)?.[1] ?? ''
  const submit = async (setupId: string, more: Record<string, string> = {}) =>
    buyer.post(ADD, {
      payment_method: 'stripe_cc',
      woocommerce_add_payment_method: '1',
      'woocommerce-add-payment-method-nonce': nonceIn(await read(ADD)),
      stripe_cc_token_key: 'pm_card_visa',
      stripe_cc_payment_intent_key: setupId,
      ...more,
    })
  const add = async (number?: string) => {
    const { intent } = await setup()
    await confirm(intent, number)
    return submit(intent.id)
  }
  return { ...customer, read, setup, confirm, submit, add }
}

const setDefault = (id: number, nonce = '') => `/my-account/set-default-payment-method/${id}/?_wpnonce=${nonce}`
const deletion = (id: number, nonce = '') => `/my-account/delete-payment-method/${id}/?_wpnonce=${nonce}`
const page = { headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } }

describe('adding a card', () => {
  test('[PAY-06 setup_intent] [PAY-07 setup-intent] [PAY-12 add in the account] [OPAY-02 add] a confirmed setup intent is saved, and the list shows it', async () => {
    const { user, read, add } = await signedIn()
    expect(await read(LIST)).toContain('No saved methods found.')
    const form = await read(ADD)
    for (const part of [
      'id="add_payment_method"',
      'class="page woocommerce-account woocommerce-page logged-in woocommerce-payment-methods woocommerce-add-payment-method',
      'name="woocommerce_add_payment_method" value="1"',
      'id="place_order"',
      'name="billing_first_name"',
      'data-return-url="http://shop.test/wc-api/stripe_add_payment_method/?nonce=',
      'Adding a card needs JavaScript',
    ])
      expect(form).toContain(part)
    const answer = await add()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIST])
    expect(await ownCards(user.id)).toMatchObject([{ brand: 'visa', last4: '4242', isDefault: true }])
    const list = await read(LIST)
    expect(list).toContain('Payment method successfully added.')
    expect(list).toContain('Visa ending in 4242')
    expect(list).toContain('woocommerce-MyAccount-paymentMethods')
  })

  test('a customer deleted at the provider is told that the saved cards are gone, and adds one to a new account there', async () => {
    const { user, setup, add } = await signedIn()
    await add()
    const [account] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.customerId, user.id))
    await api.delete(`customers/${account?.providerCustomerId}`)
    const told = await setup()
    expect([told.code, told.message]).toEqual(['payment-intent-error', expect.stringContaining('they were removed')])
    expect(await ownCards(user.id)).toEqual([])
    expect((await add(cards.good)).headers.get('location')).toBe(LIST)
    expect(await ownCards(user.id)).toHaveLength(1)
  })

  test('the webhook alone saves it, too, and the page that comes later says that it was added', async () => {
    const { user, setup, confirm, submit, read } = await signedIn()
    const { intent } = await setup()
    await confirm(intent)
    await events.deliver(await events.about(intent.id))
    expect(await ownCards(user.id)).toHaveLength(1)
    await submit(intent.id)
    expect(await read(LIST)).toContain('Payment method successfully added.')
    expect(await ownCards(user.id)).toHaveLength(1)
  })

  test('a card that is saved already is said to be, also when the webhook comes first', async () => {
    const { user, setup, confirm, submit, read, add } = await signedIn()
    await add()
    await read(LIST)
    for (const isWebhookFirst of [false, true]) {
      const { intent } = await setup()
      await confirm(intent)
      if (isWebhookFirst) await events.deliver(await events.about(intent.id))
      expect((await submit(intent.id)).headers.get('location'), `webhook first: ${isWebhookFirst}`).toBe(LIST)
      expect(await read(LIST)).toContain('This card was saved in your account already.')
      expect(await ownCards(user.id)).toHaveLength(1)
      await detachCards(shop)
    }
  })

  test('[PAY-12 return URL] [OPAY-02 extra authentication] back from the bank’s page the card is saved', async () => {
    const { user, setup, confirm, read, buyer } = await signedIn()
    const returnUrl = /data-return-url="([^"]+)"/.exec(await read(ADD))?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect(Object.fromEntries(new URL(returnUrl).searchParams)).toMatchObject({
      nonce: expect.stringMatching(/\w+/),
      payment_method: 'stripe_cc',
      context: 'add_payment_method',
    })
    const { intent } = await setup()
    const confirmed = await confirm(intent, cards.requiresAuthentication, { return_url: returnUrl })
    const bank = confirmed.next_action?.redirect_to_url?.url ?? ''
    const secrets = `setup_intent=${intent.id}&setup_intent_client_secret=${intent.client_secret}`
    const back = (query: string) =>
      buyer.send(`/wc-api/stripe_add_payment_method/${new URL(returnUrl).search}&${query}`)
    const early = await back(secrets)
    expect([early.status, early.headers.get('location')]).toEqual([302, ADD])
    expect(await ownCards(user.id)).toEqual([])

    const done = await fetch(bank, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome: 'complete' }),
    })
    expect(done.status).toBeLessThan(400)
    expect((await back(`setup_intent=${intent.id}&setup_intent_client_secret=x`)).headers.get('location')).toBe(ADD)
    const forged = await buyer.send(
      `/wc-api/stripe_add_payment_method/?nonce=x&payment_method=stripe_cc&context=add_payment_method&${secrets}`,
    )
    expect([forged.status, await forged.text()]).toEqual([403, '-1'])
    // The nonce belongs to a session that this request does not have, as if the session had ended.
    const ended = await app.request(`/wc-api/stripe_add_payment_method/${new URL(returnUrl).search}&${secrets}`)
    expect([ended.status, await ended.text()]).toEqual([403, '-1'])
    expect(await ownCards(user.id)).toEqual([])
    const plain = await buyer.send(
      `/?wc-api=stripe_add_payment_method&${new URL(returnUrl).search.slice(1)}&${secrets}`,
    )
    expect([plain.status, plain.headers.get('location')]).toEqual([302, LIST])
    expect(await ownCards(user.id)).toMatchObject([{ last4: '3155' }])
  })

  test('a declined card, another’s setup intent and a form without one save nothing', async () => {
    const { user, setup, confirm, submit, read } = await signedIn()
    const declined = await setup()
    expect(await confirm(declined.intent, cards.declined)).toMatchObject({ error: { code: 'card_declined' } })
    const answer = await submit(declined.intent.id)
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('The card has been declined')])
    const other = await signedIn()
    const others = (await other.setup()).intent
    await other.confirm(others)
    for (const id of [others.id, '', 'seti_unknown', '../customers', 'x'.repeat(9000)]) {
      const refused = await submit(id)
      expect(refused.status).toBe(422)
    }
    expect(await ownCards(user.id)).toEqual([])
    expect(await read(LIST)).toContain('No saved methods found.')
  })

  test('[PAY-11] without the nonce of the session there is no setup intent', async () => {
    const { setup } = await signedIn()
    expect(await setup({})).toMatchObject({ code: 'payment-intent-error', message: 'Please sign in to save a card.' })
    expect(await setup({ _wpnonce: 'x' })).toMatchObject({ code: 'rest_cookie_invalid_nonce' })
    const guest = await app.request(CALL, {
      method: 'POST',
      body: new URLSearchParams({ payment_method: 'stripe_cc' }),
    })
    expect(await guest.json()).toMatchObject({ code: 'payment-intent-error' })
  })

  test('cards cannot be tested: attempts are limited, and after five refused cards the setup intent ends', async () => {
    const { setup, confirm } = await signedIn()
    const { intent } = await setup()
    for (let tries = 0; tries < 6; tries += 1) await confirm(intent, cards.declined)
    await events.deliver((await events.about(intent.id)).filter(({ type }) => type === 'setup_intent.setup_failed'))
    expect(await api.get(`setup_intents/${intent.id}`)).toMatchObject({ status: 'canceled' })
    expect((await setup()).message).toContain('Too many payments have failed')

    const patient = await signedIn()
    const answers = []
    for (let tries = 0; tries < 11; tries += 1) answers.push((await patient.setup()).code)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => undefined), 'payment-intent-error'])
  })

  test('an account that is full is told so', async () => {
    const { user, setup, read, add } = await signedIn()
    await add()
    const [card] = await ownCards(user.id)
    if (!card) throw new Error('no card')
    const { id: _id, ...row } = card
    await db.insert(savedCards).values(
      Array.from({ length: 9 }, (_, at) => ({
        ...row,
        isDefault: false,
        fingerprint: `full${at}`,
        paymentMethodId: `pm_full${user.id}x${at}`,
      })),
    )
    expect(await setup()).toMatchObject({ code: 'payment-intent-error', message: expect.stringContaining('10 saved') })
    expect(await read(LIST)).toContain('Your account holds no more cards.')
  })
})

describe('the list', () => {
  async function withTwo() {
    const customer = await signedIn()
    await customer.add()
    await customer.add('5555555555554444')
    const [first, second] = await ownCards(customer.user.id)
    if (!first || !second) throw new Error('no cards')
    return { ...customer, first, second }
  }
  const linkIn = (html: string, path: string) => {
    const found = new RegExp(`href="(${path}[^"]*)"`).exec(html)?.[1]
    return found?.replaceAll('&amp;', '&') ?? ''
  }

  test('[PAY-12 set default] the link of the list makes a card the default, at the checkout too', async () => {
    const { user, second, read, buyer } = await withTwo()
    const href = linkIn(await read(LIST), `/my-account/set-default-payment-method/${second.id}/`)
    expect(href).toContain('_wpnonce=')
    const answer = await buyer.send(href, page)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, LIST])
    expect((await ownCards(user.id)).map((card) => [card.id, card.isDefault])).toEqual([
      [second.id, true],
      [expect.any(Number), false],
    ])
  })

  test('[PAY-12 remove] deleting asks first, then the card is gone and detached; twice does nothing more', async () => {
    const { user, first, second, read, buyer } = await withTwo()
    const question = await read(deletion(first.id))
    expect(question).toContain(`Delete Visa ending in 4242?`)
    expect(await ownCards(user.id)).toHaveLength(2)
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(question)?.[1] ?? ''
    const answers = await Promise.all([1, 2].map(() => buyer.post(deletion(first.id), { _wpnonce: nonce })))
    expect(answers.map((answer) => answer.status)).toEqual([303, 303])
    expect(await ownCards(user.id)).toMatchObject([{ id: second.id, isDefault: true }])
    await detachCards(shop)
    expect(await api.get(`payment_methods/${first.paymentMethodId}`)).toMatchObject({ customer: null })
    expect((await buyer.post(deletion(first.id), { _wpnonce: nonce })).status).toBe(303)
    expect(await read(LIST)).toContain('Invalid payment method.')
  })

  test('[PAY-12] a wrong nonce, another’s card, a prefetch and a guest change nothing', async () => {
    const owner = await withTwo()
    const thief = await withTwo()
    const before = await db.select().from(savedCards)
    const { id } = owner.second
    for (const path of [setDefault(id, 'x'), deletion(id, 'x'), setDefault(id), deletion(id)])
      expect((await owner.buyer.send(path, page)).status).toBe(200)
    const own = linkIn(await thief.read(LIST), '/my-account/set-default-payment-method/')
    const nonce = new URL(own, 'http://x').searchParams.get('_wpnonce') ?? ''
    for (const path of [setDefault(id, nonce), deletion(id, nonce), setDefault(2 ** 40, nonce), deletion(0, nonce)])
      expect((await thief.buyer.send(path, page)).headers.get('location')).toBe(LIST)
    const prefetched = await thief.buyer.send(own, { headers: { ...page.headers, 'sec-purpose': 'prefetch' } })
    expect(prefetched.status).toBe(503)
    for (const path of [setDefault(id, nonce), deletion(id, nonce)])
      expect(await (await app.request(path, page)).text()).toContain('woocommerce-form-login')
    expect(await db.select().from(savedCards)).toEqual(before)
  })

  test('tells which cards have expired or expire soon, and hides those of other keys', async () => {
    const { first, second, read } = await withTwo()
    await db.update(savedCards).set({ expYear: 2020 }).where(eq(savedCards.id, first.id))
    const now = shop.now()
    const soon = { expMonth: now.getUTCMonth() + 1, expYear: now.getUTCFullYear() }
    await db.update(savedCards).set(soon).where(eq(savedCards.id, second.id))
    const list = await read(LIST)
    expect(list).toContain('>Expired<')
    expect(list).toContain('>Expires soon<')
    await db.update(savedCards).set({ provider: 'stripe_live' }).where(eq(savedCards.id, second.id))
    expect(await read(LIST)).not.toContain('Mastercard ending in 4444')
  })
})

test('a card that is detached at the provider disappears from the account', async () => {
  const { user, add } = await signedIn()
  await add()
  const [card] = await ownCards(user.id)
  await api.post(`payment_methods/${card?.paymentMethodId}/detach`)
  await events.deliver(
    (await events.about(card?.paymentMethodId ?? '')).filter(({ type }) => type === 'payment_method.detached'),
  )
  expect(await ownCards(user.id)).toEqual([])
})
