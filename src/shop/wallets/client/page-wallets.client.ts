import type { PageKind } from '../../gateways/page-kind.ts'
import type { GatewayPageJson } from '../gateway-data.tsx'
import type { WalletPage, WalletSheet } from '../wallet-client.ts'
import type { WalletId } from '../wallets.ts'

export type PayerDetail = 'name' | 'email' | 'phone'

export type PageField = { readonly isRequired: boolean; readonly value: string }

/** shop.md §5, "Wallet field requests": the checkout asks only for empty fields, the order-pay page for none. */
export function requestsDetail(page: PageKind, field: PageField): boolean {
  if (page === 'order_pay' || !field.isRequired) return false
  return page !== 'checkout' || field.value.trim() === ''
}

/** Null if this wallet has nothing to charge, for example for a free cart. */
export function readPageData(part: ParentNode, id: WalletId): GatewayPageJson | null {
  const text = part.querySelector<HTMLElement>(`.woocommerce_${id}_gateway_data`)?.dataset.gateway
  const data = text === undefined ? null : (JSON.parse(text) as GatewayPageJson)
  return data && data.total_cents > 0 ? data : null
}

export function replaceGatewayData(item: Element, fresh: Element | undefined): void {
  const selector = ':scope > input[data-gateway]'
  item.querySelector(selector)?.remove()
  const data = fresh?.querySelector(selector)
  if (data) item.append(data)
}

export const walletSettings = (id: WalletId, page: PageKind): Readonly<Record<string, unknown>> =>
  (window as unknown as Record<string, Record<string, unknown> | undefined>)[
    `wc_stripe_${id.replace('stripe_', '')}_${page}_params`
  ] ?? {}

export function pageProvider(): WalletPage['provider'] {
  const { providerScript: scriptUrl = '', providerKey: publishableKey = '' } =
    document.querySelector<HTMLElement>('[data-provider-script]')?.dataset ?? {}
  return { scriptUrl, publishableKey }
}

type SheetOptions = {
  readonly page: PageKind
  readonly needsShipping: boolean
  field(detail: PayerDetail): PageField
}

export function sheetOf(data: GatewayPageJson, { page, needsShipping, field }: SheetOptions): WalletSheet {
  const isRequested = (detail: PayerDetail): boolean => requestsDetail(page, field(detail))
  return {
    cart: {
      total: data.total,
      totalCents: data.total_cents,
      displayItems: data.items,
      shippingOptions: needsShipping ? data.shipping_options : [],
    },
    currency: data.currency,
    needsShipping,
    requestedDetails: { name: isRequested('name'), email: isRequested('email'), phone: isRequested('phone') },
  }
}

/** Distance from the viewport at which a wallet's script loads. */
const NEAR = '600px'

export function whenNear(element: Element | null, run: () => void): void {
  if (!element) return
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      run()
    },
    { rootMargin: NEAR },
  )
  observer.observe(element)
}
