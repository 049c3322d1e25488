/** What an express purchase tells about its visitor. */
import { asksForDetail, type PayerDetail } from './field-requests.ts'
import type { WalletSheet } from './wallet-client.ts'
import type { WalletId } from './wallet-ids.ts'

type Visit = { readonly params?: { readonly prefix?: string }; getAttributionData?(): Record<string, string | null> }

/** Where the visit came from, as the checkout's hidden fields have it. */
export function attributionFields(): Readonly<Record<string, string>> {
  const visit = (window as unknown as { wc_order_attribution?: Visit }).wc_order_attribution
  const prefix = visit?.params?.prefix ?? 'wc_order_attribution_'
  const values = Object.entries(visit?.getAttributionData?.() ?? {})
  return Object.fromEntries(values.map(([name, value]) => [prefix + name, value ?? '']))
}

let nonce: Promise<string> | null = null

/** The nonce of a signed-in shopper, asked for once: product pages are the same for everybody. '' for a guest. */
export function restNonce(isStale = false): Promise<string> {
  if (isStale) nonce = null
  nonce ??= fetch('/wp-admin/admin-ajax.php', { method: 'POST', body: new URLSearchParams({ action: 'rest-nonce' }) })
    .then(async (response) => (response.ok ? response.text() : ''))
    .catch(() => {
      nonce = null
      return ''
    })
  return nonce
}

type BillingFields = Readonly<Record<string, { readonly required: boolean } | undefined>>

const fieldNames = { name: 'billing_first_name', email: 'billing_email', phone: 'billing_phone' } as const

/** What a wallet asks its customer for on a page without a form. */
export function asksOf(wallet: WalletId): WalletSheet['asks'] {
  const { wcpayConfig } = window as { wcpayConfig?: { readonly enabledBillingFields?: BillingFields } }
  const asks = (detail: PayerDetail): boolean => {
    const isRequired = wcpayConfig?.enabledBillingFields?.[fieldNames[detail]]?.required ?? true
    return asksForDetail({ page: 'product', wallet, detail, field: { isRequired, value: '' } })
  }
  return { name: asks('name'), email: asks('email'), phone: asks('phone') }
}
