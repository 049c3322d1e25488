import { loadStripe } from '../../gateways/client/load-stripe.client.ts'
import type { NextAction } from '../../gateways/client/response-hash.client.ts'
import { GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import type { AuthorizationResult, WalletPayment } from '../wallet-client.ts'
import { confirmTotal } from './confirm-total.client.ts'
import type { PaymentAnswer, WalletCalls } from './wallet-calls.client.ts'

type Fields = Readonly<Record<string, string>>

type PaymentPage = {
  /** Script and key of the payment provider, for 3D Secure. */
  readonly provider: { readonly scriptUrl: string; readonly publishableKey: string }
  attribution(): Fields
  setNotice(text: string): void
}

export function expressPayment(page: PaymentPage) {
  let isSheetOpen = false
  let next: (() => void) | null = null
  const whenClosed = (task: () => void): void => {
    if (isSheetOpen) next = task
    else task()
  }

  /** Runs after the sheet has closed, so refusals are shown on the page. */
  const settle = async (answer: PaymentAnswer, calls: WalletCalls, payment: WalletPayment | null): Promise<void> => {
    switch (answer.kind) {
      case 'placed':
        return location.assign(answer.url)
      case 'refused':
        return page.setNotice(answer.message)
      case 'needs-action':
        return settle(await authenticate(calls, answer.action), calls, payment)
      case 'total-changed': {
        const isConfirmed = await confirmTotal({ ...answer.cart, currency: calls.currency })
        if (!isConfirmed || !payment) return
        const confirmed = { ...payment, shownTotalCents: answer.cart.totalCents }
        return settle(await calls.checkout(confirmed, page.attribution()), calls, confirmed)
      }
    }
  }

  const authenticate = async (calls: WalletCalls, action: NextAction): Promise<PaymentAnswer> => {
    const stripe = await loadStripe(page.provider.scriptUrl, page.provider.publishableKey)
    if (!stripe) return { kind: 'refused', reason: 'OTHER_ERROR', message: GENERIC_PROBLEM }
    await stripe.handleNextAction({ clientSecret: action.client_secret })
    return calls.confirm(action)
  }
  const continueWith = (answer: PaymentAnswer, calls: WalletCalls, payment: WalletPayment | null): void =>
    whenClosed(() => void settle(answer, calls, payment).catch(() => page.setNotice(GENERIC_PROBLEM)))

  return {
    opened(): void {
      isSheetOpen = true
      next = null
    },
    /** Continues with a placed order or a changed total, however the sheet ended, even after a late response. */
    closed(): void {
      isSheetOpen = false
      const task = next
      next = null
      task?.()
    },
    /** Takes the payment; the result is for the sheet. After a full redirect, refusals are shown on the page. */
    async take(calls: WalletCalls, payment: WalletPayment, isResumed = false): Promise<AuthorizationResult> {
      const changed = isResumed ? await calls.compare(payment) : null
      const answer = changed ?? (await calls.checkout(payment, page.attribution()))
      if (answer.kind !== 'refused' || !isSheetOpen) continueWith(answer, calls, payment)
      return answer.kind === 'refused' ? { ok: false, reason: answer.reason, message: answer.message } : { ok: true }
    },
    resume: (calls: WalletCalls, action: NextAction): void =>
      continueWith({ kind: 'needs-action', action }, calls, null),
  }
}
