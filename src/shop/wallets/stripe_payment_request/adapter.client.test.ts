import { expect, test } from 'vitest'
import type { WalletId } from '../wallets.ts'
import { walletsWithButton } from './adapter.client.ts'

test('the browser’s wallet leaves to the others what has a button of its own', async () => {
  const disabled = (...wallets: WalletId[]) => walletsWithButton({ wallets })
  expect(await disabled('stripe_googlepay', 'stripe_applepay', 'stripe_payment_request')).toEqual([
    ...['applePay', 'googlePay'],
  ])
  expect(await disabled('stripe_payment_request')).toEqual([])
})
