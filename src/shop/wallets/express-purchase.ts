import type { SheetOutcome, WalletCart } from './wallet-client.ts'
import type { WalletId } from './wallets.ts'

/* State machine of an express purchase on a product page (shop.md §4): each event gives a new state and commands. */

export type ProductChoice = {
  readonly item: Readonly<Record<string, string>>
  /** NaN if the text is not a number. */
  readonly quantity: number
  /** False if no variation is selected, or if the product is out of stock or free. */
  readonly isPayable: boolean
  readonly needsShipping: boolean
}

/** Response to a calculation; `message`: why the product is refused, or null without a response. */
export type Calculation =
  | {
      readonly ok: true
      readonly needsShipping: boolean
      readonly carts: Readonly<Partial<Record<WalletId, WalletCart>>>
    }
  | { readonly ok: false; readonly message: string | null }

export type ExpressPurchase = {
  readonly choice: ProductChoice
  readonly wallets: readonly WalletId[]
  /** `outdated`: the selection has changed, so the response will be ignored. */
  readonly calculation: 'none' | 'running' | 'outdated'
  /** Prices of this selection; null if not known yet. */
  readonly result: Calculation | null
  readonly isEnabled: boolean
  readonly openWallet: WalletId | null
}

export type PurchaseEvent =
  | { readonly kind: 'containers-counted'; readonly wallet: WalletId; readonly count: number }
  | { readonly kind: 'wallet-ready'; readonly wallet: WalletId }
  | { readonly kind: 'choice-changed'; readonly choice: ProductChoice }
  | { readonly kind: 'calculated'; readonly result: Calculation }
  | { readonly kind: 'button-pressed'; readonly wallet: WalletId }
  | { readonly kind: 'sheet-closed'; readonly outcome: SheetOutcome }

export type PurchaseCommand =
  | { readonly kind: 'count-containers'; readonly wallet: WalletId; readonly afterMs: number }
  | { readonly kind: 'check-wallet'; readonly wallet: WalletId }
  | { readonly kind: 'show-buttons'; readonly wallet: WalletId }
  | { readonly kind: 'enable-buttons'; readonly isEnabled: boolean }
  | { readonly kind: 'calculate'; readonly choice: ProductChoice }
  /** `addsToCart`: a product without shipping is added to the express cart now, others by the sheet's calls. */
  | { readonly kind: 'open-sheet'; readonly addsToCart: boolean }
  | { readonly kind: 'show-notice'; readonly problem: PurchaseProblem }

export type PurchaseProblem =
  | { readonly kind: 'invalid_amount'; readonly wallet: WalletId }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'payment' }

export type Step = { readonly state: ExpressPurchase; readonly commands: readonly PurchaseCommand[] }

/** Delay before missing containers are looked for again, even if other containers exist (shop.md §9). */
export const CONTAINER_RETRY_MS = 1000

export const startOfPurchase = (choice: ProductChoice): ExpressPurchase => ({
  choice,
  wallets: [],
  calculation: 'none',
  result: null,
  isEnabled: false,
  openWallet: null,
})

export function nextStep(state: ExpressPurchase, event: PurchaseEvent): Step {
  switch (event.kind) {
    case 'containers-counted': {
      const { wallet, count } = event
      const recount: PurchaseCommand = { kind: 'count-containers', wallet, afterMs: CONTAINER_RETRY_MS }
      return { state, commands: count > 0 ? [{ kind: 'check-wallet', wallet }, recount] : [recount] }
    }
    case 'wallet-ready':
      return walletReady(state, event.wallet)
    case 'choice-changed': {
      const changed = { ...state, choice: event.choice, result: null }
      return state.wallets.length > 0 ? calculate(changed) : { state: changed, commands: [] }
    }
    case 'calculated':
      return calculated(state, event.result)
    case 'button-pressed':
      return buttonPressed(state, event.wallet)
    case 'sheet-closed': {
      // Also applies after a full redirect, although no sheet was open on this page.
      const problem = problemOf(event.outcome)
      const commands = problem ? [{ kind: 'show-notice', problem } as const] : []
      return { state: { ...state, openWallet: null }, commands }
    }
  }
}

/** A cancelled sheet shows no message (XW-09). */
function problemOf(outcome: SheetOutcome): PurchaseProblem | null {
  if (outcome.kind === 'refused' && outcome.message !== '') return { kind: 'refused', text: outcome.message }
  return outcome.kind === 'error' || outcome.kind === 'refused' ? { kind: 'payment' } : null
}

function walletReady(state: ExpressPurchase, wallet: WalletId): Step {
  const show: PurchaseCommand = { kind: 'show-buttons', wallet }
  if (state.wallets.includes(wallet)) return { state, commands: [show, enable(state.isEnabled)] }
  const shown = { ...state, wallets: [...state.wallets, wallet] }
  // One calculation serves all wallets.
  if (state.wallets.length > 0) return { state: shown, commands: [show, enable(shown.isEnabled)] }
  const { state: next, commands } = calculate(shown)
  return { state: next, commands: [show, ...commands] }
}

const enable = (isEnabled: boolean): PurchaseCommand => ({ kind: 'enable-buttons', isEnabled })

/** Calculates the selection, after a running calculation has ended (PAY-08). */
function calculate(state: ExpressPurchase): Step {
  const { choice, calculation } = state
  const isEnabled = choice.isPayable && !hasQuantity(choice)
  const isRunning = calculation !== 'none'
  if (!isCalculable(choice))
    return {
      state: { ...state, isEnabled, calculation: isRunning ? 'outdated' : 'none' },
      // The button stays enabled without a quantity, so that pressing it shows the error.
      commands: [enable(isEnabled)],
    }
  return {
    state: { ...state, isEnabled: false, calculation: isRunning ? 'outdated' : 'running' },
    commands: [enable(false), ...(isRunning ? [] : [{ kind: 'calculate', choice } as const])],
  }
}

function calculated(state: ExpressPurchase, result: Calculation): Step {
  if (state.calculation === 'running')
    return { state: { ...state, calculation: 'none', result, isEnabled: true }, commands: [enable(true)] }
  const ended = { ...state, calculation: 'none' } as const
  return state.calculation === 'outdated' ? calculate(ended) : { state, commands: [] }
}

function buttonPressed(state: ExpressPurchase, wallet: WalletId): Step {
  const { choice, result, isEnabled, openWallet } = state
  if (!isEnabled || openWallet !== null) return { state, commands: [] }
  const refuse = (problem: PurchaseProblem): Step => ({ state, commands: [{ kind: 'show-notice', problem }] })
  if (!hasQuantity(choice)) return refuse({ kind: 'invalid_amount', wallet })
  if (result && !result.ok && result.message !== null) return refuse({ kind: 'refused', text: result.message })
  const addsToCart = !(result?.ok ? result.needsShipping : choice.needsShipping)
  return { state: { ...state, openWallet: wallet }, commands: [{ kind: 'open-sheet', addsToCart }] }
}

const hasQuantity = ({ quantity }: ProductChoice): boolean => quantity > 0

const isCalculable = (choice: ProductChoice): boolean => choice.isPayable && hasQuantity(choice)
