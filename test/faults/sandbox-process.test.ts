/**
 * The sandbox in a separate process, which a shop uses by the environment variables that the sandbox prints. It is
 * killed in the middle of a charge and started again; afterwards its records and the orders agree.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { sandboxOriginOf } from '../../src/open-shop.ts'
import { parseEnv } from '../../src/platform/env.ts'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { findOrder, type Order } from '../../src/shop/orders/orders.store.ts'
import { paymentEvents } from '../../src/shop/orders/payments/payments.table.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { newBuyer } from '../running/buyer.ts'
import { findFreePortPair } from '../running/free-ports.ts'
import { ensureBuilt } from '../running/shop-process.ts'
import { startFaultyProvider } from '../support/faulty-provider.ts'
import { openShop } from '../support/shop.ts'
import { openProviderLedger } from './provider-ledger.ts'
import { addProduct } from './stock.ts'

const root = resolve(import.meta.dirname, '../..')
ensureBuilt()

let later = 0
const { shop, db, pool } = await openShop({
  settings: { termsPage: null },
  now: () => new Date(Date.now() + later),
})
const tin = await addProduct(db, 100)
const port = await findFreePortPair()
/** A server at the address to which the provider sends its events for the shop. */
const address = createAdaptorServer({ fetch: (request: Request) => app.fetch(request) }) as Server
address.listen(0, '127.0.0.1')
await once(address, 'listening')

let sandbox: ChildProcess
/** Starts the process; resolves with the variables that it prints once it responds. */
async function startSandbox(): Promise<Record<string, string>> {
  const shopUrl = `http://127.0.0.1:${(address.address() as AddressInfo).port}`
  sandbox = spawn(process.execPath, [join(root, 'dist/server/sandbox.js')], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: pool.options.connectionString, PORT: String(port), SHOP_URL: shopUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const text of sandbox.stdout ?? []) {
    output += String(text)
    if (output.includes('STRIPE_WEBHOOK_SECRET=')) break
  }
  return Object.fromEntries(
    [...output.matchAll(/(STRIPE_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

async function killSandbox(): Promise<void> {
  const ended = once(sandbox, 'exit')
  sandbox.kill('SIGKILL')
  await ended
}

const env = parseEnv(await startSandbox())
const secretKey = env.STRIPE_SECRET_KEY ?? ''
const keys = {
  secretKey,
  publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '',
  webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
}
const sandboxOrigin = sandboxOriginOf(env)
/** A proxy between shop and sandbox, which shows a test the current requests. */
const line = await startFaultyProvider(sandboxOrigin)
Object.assign(shop, {
  payments: openPaymentService({ keys, sandboxOrigin, sandboxApiOrigin: line.url, shopperTimeoutMs: 2500 }),
})
const app = createApp(shop)
const ledger = openProviderLedger(sandboxOrigin, secretKey)

afterAll(async () => {
  await killSandbox()
  await line.stop()
  address.closeAllConnections()
  address.close()
})

async function pay() {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  return buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_visa' })
}

/** Every charge belongs to a paid order of the same amount, and every paid order has a charge. */
async function expectAgreement(paidOrders: readonly (Order | null)[]): Promise<void> {
  const charges = (await ledger.charges()).map(({ orderId, amountCents }) => [orderId, amountCents])
  const paid = paidOrders.map((order) => [order?.id, order?.totalCents])
  expect(charges.toSorted()).toEqual(paid.toSorted())
}

const orderOf = ({ redirect = '' }) => findOrder(db, Number(/order-received\/(\d+)/.exec(redirect)?.[1]))

test('[CHK-18] a sandbox of its own takes payments, and is killed in the middle of a charge', async () => {
  const first = await orderOf(await pay())
  expect(first?.paidAt).not.toBeNull()
  await expect.poll(() => db.$count(paymentEvents), { timeout: 5000 }).toBeGreaterThan(2)

  // Killed after the money has moved, before the shop receives the response.
  line.injectFault(/\/confirm/, { kind: 'late-response', ms: 20_000 })
  const charged = pay()
  await expect.poll(async () => (await ledger.charges()).length, { timeout: 5000 }).toBe(2)
  await killSandbox()
  const second = await orderOf(await charged)
  expect(second?.paidAt).toBeNull()
  line.clearFaults()

  // Killed before the sandbox has carried out the request.
  await startSandbox()
  await fetch(`${sandboxOrigin}/sandbox/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ latencyMs: 700 }),
  })
  const confirmations = () => line.requests.filter((request) => request.includes('/confirm')).length
  const before = confirmations()
  const interrupted = pay()
  await expect.poll(confirmations, { timeout: 10_000, interval: 10 }).toBeGreaterThan(before)
  await killSandbox()
  const third = await orderOf(await interrupted)

  await startSandbox()
  later = 130_000
  await reconcilePayments(shop)
  const [paid, unpaid] = [await findOrder(db, second?.id ?? 0), await findOrder(db, third?.id ?? 0)]
  expect(paid?.paidAt).not.toBeNull()
  expect(unpaid?.paidAt).toBeNull()
  await expectAgreement([first, paid])
}, 60_000)
