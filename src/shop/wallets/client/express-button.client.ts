/** Express buttons on a product page: they buy the product as selected in the form, without the shopper's cart. */

import { onResponseHash } from '../../gateways/client/response-hash.client.ts'
import { GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import {
  type ExpressPurchase,
  nextStep,
  type PurchaseCommand,
  type PurchaseEvent,
  type PurchaseProblem,
  startOfPurchase,
} from '../express-purchase.ts'
import type { WalletClient, WalletPage, WalletSheet } from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'
import { adapters, isWallet } from './adapters.client.ts'
import { expressPayment } from './express-payment.client.ts'
import { calculateCarts, estimatedCart, followChoice, productChoice } from './product-choice.client.ts'
import { removeItem, storedItem, storeItem, storeNoWallets } from './tab-storage.client.ts'
import { attributionFields, requestedDetails, restNonce, takeVisitorRequest, type Visitor } from './visitor.client.ts'
import { type WalletCalls, walletCalls } from './wallet-calls.client.ts'

type Settings = Readonly<Record<string, unknown>> & {
  readonly gateway_id: WalletId
  readonly currency: string
  readonly routes: Readonly<Record<string, string>>
  readonly messages: { readonly invalid_amount?: string }
}

const settingsOf = (wallet: WalletId): Settings | undefined =>
  (window as unknown as Record<string, Settings | undefined>)[`wc_${wallet}_product_params`]

const walletsOfPage = (): WalletId[] =>
  Object.keys(window)
    .map((name) => /^wc_(\w+)_product_params$/.exec(name)?.[1] ?? '')
    .filter(isWallet)

const containersOf = (wallet: WalletId): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`.wc_stripe_product_payment_methods > .payment_method_${wallet}`),
]

/** Shows wallet buttons beside the form. `visitorRequest`: the request for visitor data, if it is already running. */
export function startExpressButtons(visitorRequest?: Promise<Visitor | null>): void {
  const form = document.querySelector<HTMLFormElement>('form.cart')
  if (!form) return
  if (visitorRequest) takeVisitorRequest(visitorRequest)
  const wallets = walletsOfPage()
  const [settings] = wallets.flatMap((wallet) => settingsOf(wallet) ?? [])
  if (!settings) return closeEmptyContainers()
  const { currency, routes } = settings
  const clients = new Set<WalletClient>()
  const drawn = new Set<HTMLElement>()
  /** Containers already passed to their wallet, even if its button failed. */
  const knownContainers = new Set<HTMLElement>()
  const opened = new Map<WalletId, Promise<WalletClient | null>>()
  const problem = document.querySelector<HTMLElement>('[data-wallet-problem]')
  const setNotice = (text: string): void => {
    if (!problem) return
    problem.textContent = text
    if (text !== '') void import('../../../platform/web/client/reveal-notice.ts').then((r) => r.revealNotice(problem))
  }
  const { providerScript: scriptUrl = '', providerKey: publishableKey = '' } = problem?.dataset ?? {}
  const provider = { scriptUrl, publishableKey }
  const payment = expressPayment({ provider, attribution: attributionFields, setNotice })
  let state: ExpressPurchase = startOfPurchase(productChoice(form))
  let calls: WalletCalls | null = null
  let addingToCart: ReturnType<WalletCalls['addToCart']> | null = null
  /** Wallets that have answered whether they can pay. Until all have, the space of the buttons stays reserved. */
  const answeredWallets = new Set<WalletId>()

  const dispatch = (event: PurchaseEvent): readonly PurchaseCommand[] => {
    const step = nextStep(state, event)
    state = step.state
    for (const command of step.commands) run(command)
    return step.commands
  }
  const callsFor = (wallet: WalletId, item = state.choice.item): WalletCalls =>
    walletCalls(wallet, { page: 'product', currency, routes, item, restNonce })

  const run = (command: PurchaseCommand): void => {
    switch (command.kind) {
      case 'count-containers': {
        const { wallet, afterMs } = command
        return void setTimeout(count, afterMs, wallet)
      }
      case 'check-wallet':
        return void checkWallet(command.wallet)
      case 'show-buttons':
        for (const container of containersOf(command.wallet)) if (drawn.has(container)) show(container)
        return
      case 'enable-buttons':
        for (const client of clients) client.setEnabled(command.isEnabled)
        return
      case 'calculate':
        return void calculateCarts(callsFor(settings.gateway_id, command.choice.item)).then((result) =>
          dispatch({ kind: 'calculated', result }),
        )
      case 'show-notice':
        return setNotice(textOf(command.problem))
      case 'open-sheet':
        addingToCart = command.addsToCart ? (calls?.addToCart() ?? null) : null
    }
  }
  const unseen = (wallet: WalletId): HTMLElement[] => containersOf(wallet).filter((one) => !knownContainers.has(one))
  const count = (wallet: WalletId): void =>
    void dispatch({ kind: 'containers-counted', wallet, count: unseen(wallet).length })

  async function open(wallet: WalletId): Promise<WalletClient | null> {
    const client = (await adapters[wallet]()).openWallet(pageFor(wallet))
    return (await client.isReady()) ? client : null
  }

  async function checkWallet(wallet: WalletId): Promise<void> {
    const containers = unseen(wallet)
    for (const container of containers) knownContainers.add(container)
    try {
      const opening = opened.get(wallet) ?? open(wallet)
      opened.set(wallet, opening)
      const client = await opening
      if (client) await Promise.all(containers.map((container) => draw(client, container)))
    } catch (error) {
      // A container that is added later makes another attempt to load the script.
      opened.delete(wallet)
      warn(wallet, error)
    }
    answeredWallets.add(wallet)
    if (answeredWallets.size < wallets.length) return
    closeEmptyContainers()
    if (clients.size === 0) storeNoWallets(true)
  }

  /** Draws the button into one container. A failure closes only this container, and the others do not wait for it. */
  async function draw(client: WalletClient, container: HTMLElement): Promise<void> {
    try {
      await client.mountButton(container.querySelector<HTMLElement>('.payment-box > *') ?? container)
    } catch (error) {
      return warn(client.id, error)
    }
    drawn.add(container)
    clients.add(client)
    storeNoWallets(false)
    dispatch({ kind: 'wallet-ready', wallet: client.id })
  }

  const pageFor = (wallet: WalletId): WalletPage => ({
    page: 'product',
    wallets,
    settings: settingsOf(wallet) ?? {},
    provider,
    sheet: () => (state.isEnabled ? sheetOf(wallet, state, currency) : null),
    start() {
      setNotice('')
      const pressed = callsFor(wallet)
      const previous = calls
      if (state.openWallet === null) calls = pressed
      const isOpened = dispatch({ kind: 'button-pressed', wallet }).some(({ kind }) => kind === 'open-sheet')
      if (!isOpened) calls = previous
      else {
        pressed.prepare()
        payment.opened()
        storeItem(wallet, state.choice.item)
      }
      return isOpened
    },
    deliveryChanged: (call) => (calls ?? callsFor(wallet)).deliveryChanged(call),
    async authorized(authorized) {
      const refused = await addingToCart
      if (refused && !refused.ok) return refused
      // After a full redirect the page no longer knows which item the sheet was opened for.
      return payment.take(calls ?? callsFor(wallet, storedItem(wallet)), authorized, calls === null)
    },
    ended(outcome) {
      removeItem()
      dispatch({ kind: 'sheet-closed', outcome })
      payment.closed()
      calls = null
    },
  })

  followChoice(form, () => {
    const choice = productChoice(form)
    if (JSON.stringify(choice) !== JSON.stringify(state.choice)) dispatch({ kind: 'choice-changed', choice })
  })
  onResponseHash((action) => {
    const wallet = wallets.find((each) => each === action.gateway_id)
    if (wallet) payment.resume(callsFor(wallet), action)
  })
  for (const wallet of wallets) count(wallet)
  void restNonce()
}

function textOf(problem: PurchaseProblem): string {
  if (problem.kind === 'refused') return problem.text
  if (problem.kind === 'payment') return GENERIC_PROBLEM
  return settingsOf(problem.wallet)?.messages.invalid_amount ?? ''
}

const sheetOf = (wallet: WalletId, { choice, result }: ExpressPurchase, currency: string): WalletSheet => {
  const calculated = result?.ok ? result.carts[wallet] : undefined
  return {
    cart: calculated ?? estimatedCart(choice),
    currency,
    needsShipping: result?.ok ? result.needsShipping : choice.needsShipping,
    requestedDetails: requestedDetails(),
  }
}

/** Logged only: the shopper can pay without this button. */
const warn = (wallet: WalletId, error: unknown): void => console.warn(`The button of ${wallet} cannot be shown.`, error)

/** The container is the list item; its grandparent frames all wallets (XW-01). */
function show(container: HTMLElement): void {
  container.style.display = 'block'
  const outer = container.parentElement?.parentElement
  outer?.classList.add('active')
  // Another wallet may have hidden it before.
  outer?.removeAttribute('hidden')
}

function closeEmptyContainers(): void {
  for (const outer of document.querySelectorAll<HTMLElement>('.wc-stripe-product-checkout-container:not(.active)'))
    outer.hidden = true
}
