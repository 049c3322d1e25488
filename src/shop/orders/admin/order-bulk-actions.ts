import { formatAmount } from '../../../platform/admin/amount.ts'
import { type BulkAction, countOf } from '../../../platform/admin/list/bulk-actions.tsx'
import type { RestClient } from '../../../platform/admin/rest.client.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { captureBefore, choicesOf, orders } from './order-label.tsx'

const setStatus = (rest: RestClient, id: number, status: string) =>
  rest.send<OrderJson>('PUT', hrefs.restOrder(id), { status })

/** Changes the orders that may become `to`. It is undone if all of them may go back, though an email stays sent. */
const changeTo = (to: string, name: string, question?: BulkAction<OrderJson>['question']): BulkAction<OrderJson> => {
  const mayBe = (order: OrderJson, status: string) => choicesOf(order).some(({ slug }) => slug === status)
  const canChange = (order: OrderJson) => mayBe(order, to)
  return {
    label: `Change to ${name}`,
    ...(question === undefined ? {} : { question }),
    isOffered: (items) => items.some(canChange),
    run: async (items, rest) => {
      const changed: { readonly before: OrderJson; readonly after: OrderJson }[] = []
      for (const before of items.filter(canChange)) {
        const after = await setStatus(rest, before.id, to).catch((error: unknown) => {
          if (changed.length === 0 || !(error instanceof Error)) throw error
          throw new Error(`${countOf(changed.length, orders.names)} changed, then: ${error.message}`, { cause: error })
        })
        changed.push({ before, after })
      }
      const skipped = items.length - changed.length
      const text = `${countOf(changed.length, orders.names)} now ${name}.`
      const isReversible = changed.every(({ before, after }) => mayBe(after, before.status))
      return {
        text: skipped === 0 ? text : `${text} ${countOf(skipped, orders.names)} cannot be changed to that.`,
        ...(isReversible && {
          undo: async () => {
            for (const { before } of changed) await setStatus(rest, before.id, before.status)
          },
        }),
      }
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

/** `own`: statuses of one's own, by their slugs. */
export const orderBulkActions = (own: readonly { slug: string; name: string }[]): readonly BulkAction<OrderJson>[] => [
  changeTo('processing', 'processing', captureText),
  changeTo('completed', 'completed', captureText),
  changeTo('on-hold', 'on hold'),
  ...own.map(({ slug, name }) => changeTo(slug, `“${name}”`, captureText)),
  changeTo('cancelled', 'cancelled', cancelText),
]
