import type { Wallet } from './define-wallet.tsx'
import { applePay } from './stripe_applepay/apple-pay.ts'
import { googlePay } from './stripe_googlepay/google-pay.ts'
import { paymentRequest } from './stripe_payment_request/payment-request.ts'

/** The wallets in display order. Each has a folder named after its id; no other file names one. */
export const walletMethods = [googlePay, applePay, paymentRequest] as const

export type WalletId = (typeof walletMethods)[number]['id']

type WalletOfId = { readonly id: WalletId; readonly wallet: Wallet }

export const wallets = walletMethods.map(({ id, wallet }): WalletOfId => ({ id, wallet }))

export const walletOf = (id: string): Wallet | null => wallets.find((method) => method.id === id)?.wallet ?? null

export const parseWalletId = (id: string): WalletId | null => wallets.find((method) => method.id === id)?.id ?? null

/** Wallets are hidden until a script has checked that the device can pay with them. */
export const isWallet = (id: string): boolean => walletOf(id) !== null

export const isPaymentRequest = (id: string): boolean => walletOf(id)?.form === undefined
