import { Badge, type Tone } from '../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../platform/admin/resource.ts'
import { formatMoney, parsePrice } from '../../../platform/money/money.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { paths } from '../../../platform/web/routes.ts'
import { brandNames } from '../../gateways/cards/saved-card.ts'
import { captureBeforeMeta, invoiceNumberMeta, statusesMeta, statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import { disputesMeta, isClosed } from '../payments/reversals.ts'
import type { DisputeJson, OrderJson } from '../rest/order-json.ts'
import { type OwnStatus, ownStatusesMeta, ownStatusMeta } from '../statuses/own-statuses.ts'

export const orders = resourceOf(['order', 'orders'], 'Orders', paths.restOrders, paths.adminOrders)

export function metaText({ meta_data }: OrderJson, key: string): string | null {
  const value = meta_data.find((meta) => meta.key === key)?.value
  return typeof value === 'string' ? value : null
}

/** Cents of an amount in the JSON, which may be negative. */
export const centsOf = (amount: string, currency: string): number =>
  amount.startsWith('-') ? -(parsePrice(amount.slice(1), currency) ?? 0) : (parsePrice(amount, currency) ?? 0)

const metaOf = <T,>({ meta_data }: OrderJson, key: string) =>
  meta_data.find((meta) => meta.key === key)?.value as T | undefined

/** The core status of an order, which a custom status stands for. */
export const coreStatusOf = (order: OrderJson): OrderStatus =>
  metaOf<OwnStatus>(order, ownStatusMeta)?.behaves_as ?? (order.status as OrderStatus)

export const statusLabelOf = (order: OrderJson): string =>
  metaOf<OwnStatus>(order, ownStatusMeta)?.label ?? statusNames[coreStatusOf(order)]

/** The statuses that an order may get by hand: core ones, and custom ones that stand for them. */
export const choicesOf = (order: OrderJson): readonly (OwnStatus | { slug: OrderStatus; label: string })[] => {
  const core = [...(metaOf(order, ownStatusMeta) ? [coreStatusOf(order)] : []), ...manualStatusesOf(order)]
  return [
    ...core.map((slug) => ({ slug, label: statusNames[slug] })),
    ...(metaOf<readonly OwnStatus[]>(order, ownStatusesMeta) ?? []),
  ]
}

export const manualStatusesOf = (order: OrderJson): readonly OrderStatus[] =>
  (metaText(order, statusesMeta) ?? '')
    .split(',')
    .filter((status): status is OrderStatus => Object.hasOwn(statusNames, status))

export const orderNumberLabel = ({ number }: OrderJson): string => `#${number}`

export const invoiceNumberOf = (order: OrderJson): string => metaText(order, invoiceNumberMeta) ?? ''

const tones: Partial<Record<OrderStatus, Tone>> = {
  pending: 'gold',
  'on-hold': 'sky',
  processing: 'leaf',
  refunded: 'clay',
  failed: 'berry',
  cancelled: 'hollow',
}

type StatusBadgeProps = { readonly status: OrderStatus; readonly label?: string }

export const StatusBadge = ({ status, label = statusNames[status] }: StatusBadgeProps) => (
  <Badge tone={tones[status]}>{label}</Badge>
)

export const OrderBadge = ({ order }: { order: OrderJson }) => (
  <StatusBadge status={coreStatusOf(order)} label={statusLabelOf(order)} />
)

const statusTexts: Readonly<Record<string, string>> = {
  starting: 'Starting',
  requires_payment_method: 'Waiting for a card',
  requires_confirmation: 'Waiting for confirmation',
  requires_action: 'Waiting for bank authentication',
  processing: 'In progress',
  requires_capture: 'Authorised',
  succeeded: 'Received',
  canceled: 'Cancelled',
}

export const paymentStatusText = (status: string): string => statusTexts[status] ?? status

export const cardName = (brand: string, last4: string): string =>
  last4 === '' ? '' : `${brandNames[brand] ?? brand} ending in ${last4}`

export const disputesOf = (order: OrderJson): readonly DisputeJson[] =>
  metaOf<readonly DisputeJson[]>(order, disputesMeta) ?? []

export const isDisputed = (order: OrderJson): boolean => disputesOf(order).some((dispute) => !isClosed(dispute.status))

export const captureBefore = (order: OrderJson) => metaText(order, captureBeforeMeta)

/** Whether its authorized payment was begun under other keys of the provider, and so cannot be captured. */
export const isOfOtherKeys = (order: OrderJson): boolean =>
  captureBefore(order) === null &&
  coreStatusOf(order) === 'on-hold' &&
  metaText(order, '_wc_stripe_charge_status') === 'requires_capture'

export function captureQuestion(order: OrderJson, cents: number) {
  const amount = formatMoney(cents, order.currency)
  const restCents = (parsePrice(order.total, order.currency) ?? 0) - cents
  const releaseText =
    restCents > 0
      ? ` The other ${formatMoney(restCents, order.currency)} is released and cannot be captured later.`
      : ''
  return {
    question: `Capture ${amount}?`,
    text: `${amount} is charged to the customer’s card now.${releaseText} The order is processed, and the customer is told by email.`,
    confirmLabel: `Capture ${amount}`,
    cancelLabel: 'Cancel',
  }
}

export const SOON_MS = 2 * DAY_MS

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const count = (number: number, unit: string): string => `${number} ${unit}${number === 1 ? '' : 's'}`

/** '5 days and 3 hours', '3 hours', '12 minutes'. */
export function timeLeft(ms: number): string {
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  if (days > 0) return hours > 0 ? `${count(days, 'day')} and ${count(hours, 'hour')}` : count(days, 'day')
  if (hours > 0) return count(hours, 'hour')
  return count(Math.max(Math.floor(ms / MINUTE_MS), 1), 'minute')
}
