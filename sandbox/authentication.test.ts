import { describe, expect, test } from 'vitest'
import { intentOf, openTestSandbox } from './open-test-sandbox.ts'

const { origin, provider, sdk, anIntent, cardMethod, browserCall, pay, countOf } = await openTestSandbox()

describe('extra authentication', () => {
  async function challenged(): Promise<{ id: string; clientSecret: string; url: string }> {
    const waiting = intentOf(await pay('4000002500003155'))
    expect(waiting).toMatchObject({ status: 'requires_action', amountReceivedCents: 0, chargeId: null })
    const { next_action } = await sdk().paymentIntents.retrieve(waiting.id)
    const asked = next_action?.use_stripe_sdk as { stripe_js: string } | undefined
    if (!asked) throw new Error('The payment asks for nothing')
    const url = asked.stripe_js
    return { ...waiting, url }
  }
  const answerWith = (url: string, outcome: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) })

  test('the payment waits, and is taken once the shopper has confirmed', async () => {
    const { id, url } = await challenged()
    expect((await answerWith(url, 'complete')).status).toBe(200)
    expect(intentOf(await provider().retrieveIntent(id))).toMatchObject({
      status: 'succeeded',
      amountReceivedCents: 4218,
    })
    await answerWith(url, 'complete')
    await answerWith(url, 'fail')
    expect(intentOf(await provider().retrieveIntent(id)).status).toBe('succeeded')
    expect(await countOf('charge', id)).toBe(1)
  })

  test.each(['fail', 'cancel'])('an answer "%s" leaves the order unpaid and the intent open', async (outcome) => {
    const { id, url } = await challenged()
    await answerWith(url, outcome)
    expect(intentOf(await provider().retrieveIntent(id))).toMatchObject({
      status: 'requires_payment_method',
      amountReceivedCents: 0,
      lastError: { code: 'payment_intent_authentication_failure' },
    })
    expect(await countOf('charge', id)).toBe(0)
  })

  test('an unknown authentication is not found', async () => {
    expect((await answerWith(`${origin()}/v3/three-d-secure/src_unknown`, 'complete')).status).toBe(404)
  })

  test('without the script the shopper comes back to the return address', async () => {
    const created = intentOf(await provider().createIntent(anIntent()))
    const waiting = await sdk().paymentIntents.confirm(created.id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'http://shop.test/checkout/?order_id=7',
    })
    const url = waiting.next_action?.redirect_to_url?.url ?? ''
    expect(await (await fetch(url)).text()).toContain('$42.18')
    const back = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    const location = new URL(back.headers.get('location') ?? '')
    expect(back.status).toBe(303)
    expect(location.origin + location.pathname).toBe('http://shop.test/checkout/')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      order_id: '7',
      payment_intent: created.id,
      payment_intent_client_secret: created.clientSecret,
      redirect_status: 'succeeded',
    })
  })

  test('a card kept with authentication needs no second one', async () => {
    const customer = await sdk().customers.create({ email: 'ada@example.ca', name: 'Ada Tremblay' })
    const setUp = await sdk().setupIntents.create({ usage: 'off_session', customer: customer.id })
    const paymentMethodId = await cardMethod('4000002500003155')
    const confirmed = await browserCall(`/v1/setup_intents/${setUp.id}/confirm`, {
      client_secret: setUp.client_secret ?? '',
      payment_method: paymentMethodId,
    })
    const action = confirmed.body.next_action as { use_stripe_sdk: { stripe_js: string } }
    await answerWith(action.use_stripe_sdk.stripe_js, 'complete')
    expect(await sdk().setupIntents.retrieve(setUp.id)).toMatchObject({
      status: 'succeeded',
      payment_method: paymentMethodId,
    })
    expect(await sdk().paymentMethods.retrieve(paymentMethodId)).toMatchObject({
      customer: customer.id,
      card: { last4: '3155' },
    })
    const cardOfCustomer = { customer: customer.id, payment_method: paymentMethodId }
    const created = await sdk().paymentIntents.create({ amount: 4218, currency: 'cad', ...cardOfCustomer })
    const paid = await provider().confirmIntent({ intentId: created.id, idempotencyKey: 'kept-card' })
    expect(intentOf(paid).status).toBe('succeeded')
  })
})
