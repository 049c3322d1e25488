import Stripe from 'stripe'
import { afterAll } from 'vitest'
import type { Intent, NewIntent } from '../src/shop/gateways/payment-intent.ts'
import type { IntentResult } from '../src/shop/gateways/provider.ts'
import { createStripeProvider, type PaymentProvider } from '../src/shop/gateways/stripe/stripe.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { sandboxKeys } from './keys.ts'
import { serveSandbox } from './serve-sandbox.ts'

/** A running sandbox for a test file, on a separate database, with clients for shop and browser. */
export async function openTestSandbox() {
  const keys = sandboxKeys('a secret of the installation')
  const { pool } = await createTestDatabase()
  const open = () =>
    serveSandbox({
      pool,
      host: '127.0.0.1',
      port: 0,
      shopOrigins: ['http://shop.test'],
      secretKey: keys.secretKey,
      webhook: { url: 'http://127.0.0.1:9/nobody-listens', secret: keys.webhookSecret },
    })
  let sandbox = await open()
  afterAll(() => sandbox.stop())

  const provider = (secretKey = keys.secretKey, timeoutMs = 20_000): PaymentProvider =>
    createStripeProvider({
      name: 'sandbox',
      secretKey,
      webhookSecret: keys.webhookSecret,
      apiOrigin: sandbox.origin,
      timeoutMs,
    })

  /** The SDK itself, for calls that the shop's payment provider interface does not have. */
  const sdk = () => {
    const { hostname, port } = new URL(sandbox.origin)
    return new Stripe(keys.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  }

  let orderCount = 100
  const intentParams = (changes: Partial<NewIntent> = {}): NewIntent => {
    orderCount += 1
    return {
      amountCents: 4218,
      currency: 'CAD',
      orderId: orderCount,
      orderKey: `wc_order_${orderCount}`,
      paymentMethod: 'stripe_cc',
      cartVersion: 'cart-7:3',
      description: `Order ${orderCount}`,
      idempotencyKey: `order-${orderCount}`,
      ...changes,
    }
  }

  /** Creates a payment method with the publishable key, as the card field does. */
  async function cardMethod(number: string, changes: Record<string, string> = {}): Promise<string> {
    const answer = await browserCall('/v1/payment_methods', {
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getFullYear() + 3),
      'card[cvc]': number.startsWith('3') ? '1234' : '123',
      'billing_details[name]': 'Ada Tremblay',
      'billing_details[address][postal_code]': 'M5V 2T6',
      ...changes,
    })
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
    return String(answer.body.id)
  }

  async function browserCall(path: string, fields: Record<string, string> | null, key = keys.publishableKey) {
    const response = await fetch(`${sandbox.origin}${path}`, {
      method: fields ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}` },
      ...(fields ? { body: new URLSearchParams(fields) } : {}),
    })
    const body = (await response.json()) as Record<string, unknown> & { error?: Record<string, unknown> }
    return { status: response.status, body }
  }

  async function pay(number: string, changes: Partial<NewIntent> = {}): Promise<IntentResult> {
    const request = intentParams(changes)
    const created = await provider().createIntent(request)
    if (!created.ok) return created
    return provider().confirmIntent({
      intentId: created.intent.id,
      paymentMethodId: await cardMethod(number),
      idempotencyKey: `${request.idempotencyKey}-confirm`,
    })
  }

  async function countObjects(kind: string, intentId: string): Promise<number> {
    const result = await pool.query(
      `select 1 from provider_sandbox.objects where kind = $1 and data->>'payment_intent' = $2`,
      [kind, intentId],
    )
    return result.rowCount ?? 0
  }

  return {
    keys,
    pool,
    origin: () => sandbox.origin,
    async restart(): Promise<void> {
      await sandbox.stop()
      sandbox = await open()
    },
    provider,
    sdk,
    anIntent: intentParams,
    cardMethod,
    browserCall,
    pay,
    countOf: countObjects,
  }
}

/** The intent of a successful result. */
export function intentOf(result: IntentResult): Intent {
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.intent
}
