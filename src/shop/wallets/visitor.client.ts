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

/**
 * The nonce of a signed-in shopper, asked for once: product pages are the same for everybody. '' for a guest. With it come
 * the settings that such a page leaves open.
 */
export function restNonce(isStale = false): Promise<string> {
  if (isStale) nonce = null
  nonce ??= fetch('/wp-admin/admin-ajax.php', {
    method: 'POST',
    body: new URLSearchParams({ action: 'payment_visitor' }),
  })
    .then(async (response) => (response.ok ? tellSettings((await response.json()) as Visitor) : ''))
    .catch(() => {
      nonce = null
      return ''
    })
  return nonce
}

type Visitor = Readonly<Record<'user_id' | 'rest_nonce' | 'ip_address' | 'user_agent' | 'session_id', string>>
type GatewaySettings = {
  user_id: string
  rest_nonce: string
  confirmParams: { mandate_data: { customer_acceptance: { online: Pick<Visitor, 'ip_address' | 'user_agent'> } } }
}
type WcpayConfig = { readonly fraudServices?: { readonly sift?: { user_id: string; session_id: string } } }

/** Fills in whose settings they are, on a page that was printed for everybody (XW-14, PAY-16). */
function tellSettings({ user_id, rest_nonce, ip_address, user_agent, session_id }: Visitor): string {
  for (const [name, value] of Object.entries(window)) {
    if (!/^wc_stripe_\w+_product_params$/.test(name)) continue
    const settings = value as unknown as GatewaySettings
    settings.user_id = user_id
    if (rest_nonce !== '') settings.rest_nonce = rest_nonce
    settings.confirmParams.mandate_data.customer_acceptance.online = { ip_address, user_agent }
  }
  const { wcpayConfig } = window as { wcpayConfig?: WcpayConfig }
  const sift = wcpayConfig?.fraudServices?.sift
  if (sift) Object.assign(sift, { user_id: user_id === '0' ? '' : user_id, session_id: session_id || visitId() })
  return rest_nonce
}

/** Of a visit without a cart: kept for the tab. */
function visitId(): string {
  const made = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  try {
    const kept = sessionStorage.getItem('fraud-session') ?? made
    sessionStorage.setItem('fraud-session', kept)
    return kept
  } catch {
    return made
  }
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
