import type { PaymentRequestWallet } from '@stripe/stripe-js'
import { openPaymentRequest } from '../client/payment-request.client.ts'
import type { OpenWallet, WalletPage, WalletSheet } from '../wallet-client.ts'
import styles from './apple-pay.module.css'

export const requestName: PaymentRequestWallet = 'applePay'

export const otherWallets: readonly PaymentRequestWallet[] = ['googlePay', 'browserCard']

const open = openPaymentRequest({
  id: 'stripe_applepay',
  disabled: () => Promise.resolve(otherWallets),
  canPay: ({ applePay }) => applePay === true,
  buttonOptions: (settings) => settings.button_options,
  buttonName: 'Apple Pay',
  drawOver(button, type, isLight) {
    button.classList.add((isLight ? styles.white : styles.black) ?? '')
    button.style.setProperty('-apple-pay-button-type', type)
  },
})

/** Always requests name and email, because Apple's sheet reveals the payer in no other way. */
export function sheetWithPayer(page: Pick<WalletPage, 'sheet'>): WalletSheet | null {
  const sheet = page.sheet()
  return sheet && { ...sheet, requestedDetails: { ...sheet.requestedDetails, name: true, email: true } }
}

export const openWallet: OpenWallet = (page) => open({ ...page, sheet: () => sheetWithPayer(page) })
