/** Wallet buttons on the cart page and above the checkout's form. */
import { GENERIC_PROBLEM } from '../../gateways/payment-problems.ts'
import type { BillingDetails, SheetOutcome, WalletClient, WalletPage, WalletPayment } from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'
import { adapters } from './adapters.client.ts'
import { expressPayment } from './express-payment.client.ts'
import {
  type PageField,
  type PayerDetail,
  pageProvider,
  readPageData,
  replaceGatewayData,
  sheetOf,
  walletSettings,
  whenNear,
} from './page-wallets.client.ts'
import { storeNoWallets } from './tab-storage.client.ts'
import { restNonce } from './visitor.client.ts'
import { type WalletCalls, walletCalls } from './wallet-calls.client.ts'

export type ExpressPage = {
  readonly page: 'cart' | 'checkout'
  field(detail: PayerDetail): PageField
  billingDetails?(): BillingDetails
  complete(payment: WalletPayment): WalletPayment
  orderFields(): Readonly<Record<string, string>>
  /** A change of the amounts is being loaded. */
  isBusy(): boolean
  onChange(handler: () => void): void
  /** Reloads the amounts, because the sheet may have changed the delivery address of the cart. */
  refresh(): void
}

export function showExpressRow(page: ExpressPage): void {
  const inPage = () => document.querySelector<HTMLElement>(`[data-express="${page.page}"]`)
  let row = inPage()
  watch()
  page.onChange(() => {
    const fresh = inPage()
    if (row && fresh && fresh !== row) {
      // The page was rendered again: the existing buttons move into the new row.
      row.hidden = fresh.hidden
      const freshPlaces = placesIn(fresh)
      for (const place of placesIn(row))
        replaceGatewayData(
          place,
          freshPlaces.find(({ dataset }) => dataset.wallet === place.dataset.wallet),
        )
      fresh.replaceWith(row)
    } else if (!row && fresh) {
      row = fresh
      watch()
    }
    update()
  })

  /** Observes the parent, because a hidden row never intersects the viewport. */
  function watch(): void {
    whenNear(row?.parentElement ?? null, start)
  }

  const ready = new Map<WalletId, WalletClient>()
  /** Wallets that have not answered yet; until they have, the space of the buttons stays reserved. */
  let pendingWallets = Number.POSITIVE_INFINITY
  function start(): void {
    const wallets = placesIn(row).map(({ dataset }) => dataset.wallet as WalletId)
    pendingWallets = wallets.length
    for (const id of wallets)
      void open(id, wallets).then(() => {
        pendingWallets -= 1
        update()
      })
  }

  async function open(id: WalletId, wallets: readonly WalletId[]): Promise<void> {
    try {
      const client = (await adapters[id]()).openWallet(walletPage(id, { page, wallets, setNotice }))
      if (!(await client.isReady())) return
      const place = placesIn(row).find(({ dataset }) => dataset.wallet === id)
      if (!place) return
      // Shown first, because some buttons take their container's size. Appended, so that no other button moves.
      place.parentElement?.append(place)
      showPlace(place, true)
      await client.mountButton(place)
      ready.set(id, client)
    } catch (error) {
      const place = placesIn(row).find(({ dataset }) => dataset.wallet === id)
      if (place) showPlace(place, false)
      console.warn(`${id} cannot be offered:`, error)
    }
  }

  function showPlace(place: HTMLElement, isShown: boolean): void {
    place.classList.toggle('active', isShown)
    const isAnyShown = placesIn(row).some(({ classList }) => classList.contains('active'))
    place.parentElement?.classList.toggle('active', isAnyShown)
    if (row) row.dataset.state = isAnyShown ? 'ready' : 'waiting'
  }

  function update(): void {
    if (!row) return
    const isPayable = placesIn(row).some(({ dataset }) => readPageData(document, dataset.wallet as WalletId))
    row.hidden = !isPayable
    if (ready.size > 0) storeNoWallets(false)
    else if (pendingWallets === 0) close(row)
    row.closest('.cart_totals')?.classList.toggle('stripe_cart_gateway_active', ready.size > 0 && isPayable)
    for (const [id, client] of ready) client.setEnabled(readPageData(document, id) !== null)
  }

  /** Without a usable wallet the row closes: now if below the viewport, else on the next page (no layout shift). */
  function close(empty: HTMLElement): void {
    storeNoWallets(true)
    empty.dataset.state = 'none'
    if (empty.getBoundingClientRect().top >= innerHeight) empty.hidden = true
  }

  function setNotice(text: string): void {
    const problem = row?.querySelector<HTMLElement>('[data-express-problem]')
    if (!problem) return
    problem.textContent = text
    if (text !== '') void import('../../../platform/web/client/reveal-notice.ts').then((r) => r.revealNotice(problem))
  }
}

const placesIn = (row: HTMLElement | null): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-wallet]') ?? []),
]

type Parts = { readonly page: ExpressPage; readonly wallets: readonly WalletId[]; setNotice(text: string): void }

function walletPage(id: WalletId, { page, wallets, setNotice }: Parts): WalletPage {
  const settings = walletSettings(id, page.page)
  const provider = pageProvider()
  const payment = expressPayment({ provider, attribution: page.orderFields, setNotice })
  /** Null if the nonce of the page belonged to another session. */
  let pageNonce: string | null = settings.user_id === '0' ? '' : String(settings.rest_nonce)
  const newCalls = (): WalletCalls =>
    walletCalls(id, {
      page: page.page,
      // Missing while there is nothing to pay, so it is read again at every press of the button.
      currency: readPageData(document, id)?.currency ?? '',
      item: {},
      routes: settings.routes as Readonly<Record<string, string>>,
      restNonce(isStale) {
        if (isStale) pageNonce = null
        return pageNonce === null ? restNonce(isStale) : Promise.resolve(pageNonce)
      },
    })
  let calls = newCalls()
  return {
    page: page.page,
    wallets,
    settings,
    provider,
    billingDetails: () => page.billingDetails?.() ?? {},
    sheet() {
      const data = readPageData(document, id)
      return data && sheetOf(data, { page: page.page, needsShipping: data.needs_shipping, field: page.field })
    },
    start() {
      if (page.isBusy()) return false
      setNotice('')
      calls = newCalls()
      calls.prepare()
      payment.opened()
      return true
    },
    deliveryChanged: (call) => calls.deliveryChanged(call),
    authorized: (authorized) => payment.take(calls, page.complete(authorized)),
    ended(outcome: SheetOutcome) {
      if (outcome.kind === 'refused') setNotice(outcome.message || GENERIC_PROBLEM)
      else if (outcome.kind === 'error') setNotice(GENERIC_PROBLEM)
      payment.closed()
      if (outcome.kind !== 'success') page.refresh()
    },
  }
}
