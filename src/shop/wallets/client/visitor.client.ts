import type { WalletSheet } from '../wallet-client.ts'
import { type PayerDetail, requestsDetail } from './page-wallets.client.ts'

type Visit = { readonly params?: { readonly prefix?: string }; getAttributionData?(): Record<string, string | null> }

export function attributionFields(): Readonly<Record<string, string>> {
  const visit = (window as unknown as { wc_order_attribution?: Visit }).wc_order_attribution
  const prefix = visit?.params?.prefix ?? 'wc_order_attribution_'
  const values = Object.entries(visit?.getAttributionData?.() ?? {})
  return Object.fromEntries(values.map(([name, value]) => [prefix + name, value ?? '']))
}

export type Visitor = Readonly<Record<'user_id' | 'rest_nonce' | 'ip_address' | 'user_agent', string>> & {
  /** Null without a fraud-detection service. */
  readonly sift: Readonly<Record<'user_id' | 'session_id', string>> | null
}

const askVisitor = async (): Promise<Visitor | null> => {
  const response = await fetch('/wp-admin/admin-ajax.php?action=payment_visitor', { method: 'POST' })
  return response.ok ? ((await response.json()) as Visitor) : null
}

let nonce: Promise<string> | null = null

/** '' for a guest. Loaded once by a separate request, because product pages are cached for all visitors. */
export function restNonce(isStale = false): Promise<string> {
  if (isStale) nonce = null
  nonce ??= askVisitor()
    .then(fillSettings)
    .catch(() => {
      nonce = null
      return ''
    })
  return nonce
}

export function takeVisitorRequest(visitorRequest: Promise<Visitor | null>): void {
  nonce = visitorRequest.then((visitor) => (visitor ? fillSettings(visitor) : restNonce(true)))
}

type GatewaySettings = {
  user_id: string
  rest_nonce: string
  confirmParams: { mandate_data: { customer_acceptance: { online: Pick<Visitor, 'ip_address' | 'user_agent'> } } }
}
type WcpayConfig = { readonly fraudServices?: { readonly sift?: object } }

/** The nonce printed into the cached page, which is that of guests. */
let printedNonce: string | undefined

function fillSettings(visitor: Visitor | null): string {
  if (!visitor) return ''
  const { user_id, rest_nonce, ip_address, user_agent } = visitor
  // Reads only the names: reading every value of `window` triggers deprecation warnings.
  for (const name of Object.keys(window)) {
    if (!/^wc_stripe_\w+_product_params$/.test(name)) continue
    const settings = (window as unknown as Record<string, GatewaySettings>)[name]
    if (!settings) continue
    settings.user_id = user_id
    printedNonce ??= settings.rest_nonce
    settings.rest_nonce = rest_nonce || printedNonce
    settings.confirmParams.mandate_data.customer_acceptance.online = { ip_address, user_agent }
  }
  const { wcpayConfig } = window as { wcpayConfig?: WcpayConfig }
  const sift = wcpayConfig?.fraudServices?.sift
  if (sift) Object.assign(sift, visitor.sift)
  return rest_nonce
}

type BillingFields = Readonly<Record<string, { readonly required: boolean } | undefined>>

const fieldNames = { name: 'billing_first_name', email: 'billing_email', phone: 'billing_phone' } as const

export function requestedDetails(): WalletSheet['requestedDetails'] {
  const { wcpayConfig } = window as { wcpayConfig?: { readonly enabledBillingFields?: BillingFields } }
  const isRequested = (detail: PayerDetail): boolean => {
    const isRequired = wcpayConfig?.enabledBillingFields?.[fieldNames[detail]]?.required ?? true
    return requestsDetail('product', { isRequired, value: '' })
  }
  return { name: isRequested('name'), email: isRequested('email'), phone: isRequested('phone') }
}
