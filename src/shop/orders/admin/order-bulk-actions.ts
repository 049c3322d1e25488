import { formatAmount } from '../../../platform/admin/amount.ts'
import { type BulkAction, changeItems } from '../../../platform/admin/list/change-items.ts'
import { needsPayment } from '../order-status.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { captureBefore, choicesOf, coreStatusOf, orderNumberLabel, orders, statusLabelOf } from './order-label.tsx'

/** Orders per request: few, because each may capture a payment, and the rest can still be stopped. */
const SIZE = 5

/** Whether the customer is told of the change by email, unless the owner has switched that off. */
function isCustomerNotified(order: OrderJson, to: string): boolean {
  const choice = choicesOf(order).find(({ slug }) => slug === to)
  const core = choice && 'behaves_as' in choice ? choice.behaves_as : to
  const from = coreStatusOf(order)
  return core !== from && (core === 'completed' || needsPayment(from) || (core === 'processing' && from === 'on-hold'))
}

const SENT_TEXT = 'Undo changes the status back, but emails that were sent stay sent.'

/** Changes the orders that allow it to `to`. Undo is offered if all of them can go back. */
const changeTo = (to: string, name: string, question?: BulkAction<OrderJson>['question']): BulkAction<OrderJson> => {
  const mayBe = (order: OrderJson, status: string) => choicesOf(order).some(({ slug }) => slug === status)
  const canChange = (order: OrderJson) => mayBe(order, to)
  return {
    label: `Change to ${name}`,
    ...(question === undefined ? {} : { question }),
    isOffered: (items) => items.some(canChange),
    run: async (items, rest, progress) => {
      const { yes = [], no = [] } = Object.groupBy(items, (order) => (canChange(order) ? 'yes' : 'no'))
      const changes = yes.map((item) => ({ item, sent: { status: to }, former: { status: item.status } }))
      const refused = no.map((order) => `${orderNumberLabel(order)}: it is ${statusLabelOf(order).toLowerCase()}.`)
      const of = {
        resource: orders,
        nameOf: orderNumberLabel,
        size: SIZE,
        refused,
        mayUndo: (before: OrderJson, after: OrderJson) => mayBe(after, before.status),
      }
      const result = await changeItems(rest, of, changes, `now ${name}`, progress)
      const isSent = result.undo !== undefined && yes.some((order) => isCustomerNotified(order, to))
      return isSent ? { ...result, text: `${result.text} ${SENT_TEXT}` } : result
    },
  }
}

function captureText(orders: readonly OrderJson[]): string | undefined {
  const authorized = orders.filter((order) => captureBefore(order) !== null)
  if (authorized.length === 0) return undefined
  const amounts = authorized.map(({ total, currency }) => formatAmount(total, currency)).join(', ')
  return `This captures authorized payments: ${amounts}. The customers’ cards are charged now, and the customers are told by email.`
}

const cancelText = 'A cancelled order stays cancelled. Its items go back into stock, and its customer is told.'

/** `own`: custom order statuses. */
export const orderBulkActions = (own: readonly { slug: string; name: string }[]): readonly BulkAction<OrderJson>[] => [
  changeTo('processing', 'processing', captureText),
  changeTo('completed', 'completed', captureText),
  changeTo('on-hold', 'on hold'),
  ...own.map(({ slug, name }) => changeTo(slug, `“${name}”`, captureText)),
  changeTo('cancelled', 'cancelled', cancelText),
]
