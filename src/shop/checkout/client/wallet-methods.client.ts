import type { CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { pointerReleased } from '../../../platform/web/client/pointer-released.ts'
import { listen } from '../../cart/client/cart-events.client.ts'
import { GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import { adapters, isWallet } from '../../wallets/client/adapters.client.ts'
import {
  type PageField,
  type PayerDetail,
  pageProvider,
  readPageData,
  sheetOf,
  walletSettings,
  whenNear,
} from '../../wallets/client/page-wallets.client.ts'
import type { SheetOutcome, WalletClient, WalletPage, WalletPayment } from '../../wallets/wallet-client.ts'
import type { WalletId } from '../../wallets/wallets.ts'
import { billingDetails } from './card.client.ts'
import { clearErrors, showErrorText, showProblems } from './errors.client.ts'
import { choose, create, methodRadio, setHidden, valueOf } from './form.client.ts'
import type { PaymentChoice } from './payment-methods.client.ts'

export type WalletForm = {
  readonly page: 'checkout' | 'order_pay' | 'change_payment_method'
  readonly choice: PaymentChoice
  problems(): readonly CheckoutProblem[]
  payer(): Readonly<Record<string, string>>
  fill?(payment: WalletPayment): void
  /** Waits until the shown total is current. False if the shop cannot be reached. */
  settled?(): Promise<boolean>
}

const REFUSED = { ok: false, reason: 'OTHER_ERROR', message: '' } as const

/** Wallet sheets only return a token (XW-18) for a normal submit (CHK-14). Unavailable wallets stay hidden. */
export function offerWallets(form: HTMLFormElement, parts: WalletForm) {
  const ready = new Map<WalletId, WalletClient>()
  const opened = new Set<WalletId>()
  /** The token in the form, and the total that its payer has authorized. */
  let token: { readonly wallet: WalletId; readonly cents: number } | null = null

  const drop = (): void => {
    if (token) setHidden(form, `${token.wallet}_token_key`, '')
    token = null
  }
  const showReady = (): void => {
    for (const item of walletItems(form)) if (ready.has(idOf(item) as WalletId)) item.style.display = ''
    const list = form.querySelector<HTMLElement>('.wc_payment_methods')
    if (list) list.dataset.count = String(list.querySelectorAll(':scope > li:not([style*=none])').length)
    // Wallets may be the only methods.
    const [first] = ready.keys()
    if (first && !form.querySelector('[name=payment_method]:checked')) select(form, first)
    parts.choice.refresh()
    enable()
  }
  const enable = (): void => {
    const isCurrent = !form.hasAttribute('data-stale')
    for (const [id, client] of ready) client.setEnabled(isCurrent && readPageData(form, id) !== null)
  }
  const open = async (id: WalletId): Promise<void> => {
    const client = (await adapters[id]()).openWallet(pageOf(id))
    if (!(await client.isReady())) return
    await client.mountButton(buttonPlace(form, id))
    await pointerReleased()
    ready.set(id, client)
    showReady()
  }
  const pageOf = (id: WalletId): WalletPage => {
    let payment: WalletPayment | null = null
    return {
      page: parts.page,
      wallets: walletItems(form).flatMap((item) => idOf(item) ?? []),
      settings: walletSettings(id, parts.page),
      provider: pageProvider(),
      billingDetails: () => billingDetails(parts.payer()),
      sheet() {
        const data = readPageData(form, id)
        const field = (detail: PayerDetail) => pageField(form, detail)
        return data && sheetOf(data, { page: parts.page, needsShipping: false, field })
      },
      start() {
        payment = null
        clearErrors(form)
        // A wallet provides missing payer details; other problems must be fixed before the payment is authorized.
        const problems = parts
          .problems()
          .filter(({ kind, field }) => kind !== 'required' || !field.startsWith('billing_'))
        if (problems.length > 0) showProblems(form, problems)
        return problems.length === 0
      },
      // The sheet does not ask for an address or a shipping method.
      deliveryChanged: () => Promise.resolve(REFUSED),
      authorized(authorized) {
        payment = authorized
        return Promise.resolve({ ok: true })
      },
      ended(outcome: SheetOutcome) {
        if (outcome.kind === 'error' || outcome.kind === 'refused') showErrorText(form, GENERIC_PROBLEM)
        if (outcome.kind === 'success' && payment) void accept(id, payment)
      },
    }
  }

  async function accept(id: WalletId, payment: WalletPayment): Promise<void> {
    parts.fill?.(payment)
    select(form, id)
    setHidden(form, `${id}_token_key`, payment.paymentMethodId)
    token = { wallet: id, cents: payment.shownTotalCents }
    await parts.settled?.()
    dropOutdated()
    if (!token) return
    parts.choice.tokenReceived(id)
    const problems = parts.problems()
    if (problems.length > 0) return showProblems(form, problems)
    form.requestSubmit(form.querySelector<HTMLButtonElement>('#place_order'))
  }

  /** If the total differs from the one in the sheet, the shopper sees the new one and has to authorize again. */
  function dropOutdated(): void {
    if (!token) return
    const data = readPageData(form, token.wallet)
    if (data?.total_cents === token.cents) return
    drop()
    parts.choice.failed()
    const total = form.querySelector('.order-total .amount')?.textContent?.trim() ?? data?.total ?? ''
    showErrorText(form, `Your total is ${total} now, and nothing was charged. Please press the wallet’s button again.`)
  }

  form.addEventListener('change', enable)
  new MutationObserver(enable).observe(form, { attributeFilter: ['data-stale'] })
  listen('updated_checkout', () => {
    showReady()
    dropOutdated()
    openNew()
  })
  /** Wallets of the list as it is now: it has none while there is nothing to pay. */
  function openNew(): void {
    whenNear(form.querySelector('.wc_payment_methods'), () => {
      for (const item of walletItems(form)) {
        const id = idOf(item)
        if (!id || opened.has(id)) continue
        opened.add(id)
        void open(id).catch((error: unknown) => console.warn(`${id} cannot be offered:`, error))
      }
    })
  }
  openNew()
  return { drop }
}

const walletItems = (form: HTMLFormElement): HTMLElement[] =>
  [...form.querySelectorAll<HTMLElement>('.wc_payment_methods > li')].filter((item) => idOf(item) !== null)

function idOf(item: Element): WalletId | null {
  const id = item.querySelector<HTMLInputElement>('input[name=payment_method]')?.value ?? ''
  return isWallet(id) ? id : null
}

/** Container for a wallet button, which replaces the Place Order button beside it (CHK-14). */
function buttonPlace(form: HTMLFormElement, id: WalletId): HTMLElement {
  const place = create('div', { hidden: true })
  place.dataset.walletButton = id
  form.querySelector('#place_order')?.before(place)
  return place
}

/** A payer detail as entered in the form. The name counts as missing if the first or last name is. */
export const pageField = (form: HTMLFormElement, detail: PayerDetail): PageField => {
  const keys = detail === 'name' ? ['billing_first_name', 'billing_last_name'] : [`billing_${detail}`]
  const values = keys.map((key) => valueOf(form, key).trim())
  return {
    isRequired: keys.some((key) => document.getElementById(`${key}_field`)?.matches('.validate-required') ?? false),
    value: values.includes('') ? '' : values.join(' '),
  }
}

function select(form: HTMLFormElement, id: WalletId): void {
  const radio = methodRadio(form, id)
  if (radio && !radio.checked) choose(radio)
}
