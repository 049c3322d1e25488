import type { PaymentRequestWallet } from '@stripe/stripe-js'
import { adapters } from '../client/adapters.client.ts'
import { openPaymentRequest } from '../client/payment-request.client.ts'
import type { WalletPage } from '../wallet-client.ts'

export async function walletsWithButton({ wallets }: Pick<WalletPage, 'wallets'>): Promise<PaymentRequestWallet[]> {
  const loaded = await Promise.all(wallets.map((id) => adapters[id]()))
  return loaded.flatMap(({ requestName }) => requestName ?? []).toSorted()
}

export const openWallet = openPaymentRequest({
  id: 'stripe_payment_request',
  disabled: walletsWithButton,
  canPay: () => true,
  buttonOptions: (settings) => settings.button,
  buttonName: 'this browser',
})
