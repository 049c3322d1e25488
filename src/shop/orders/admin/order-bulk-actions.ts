import { formatAmount } from '../../../platform/admin/amount.ts'
import { type BulkAction, countOf } from '../../../platform/admin/list/bulk-actions.tsx'
import type { RestClient } from '../../../platform/admin/rest.client.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { statusNames } from '../order-status.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { captureBefore, manualStatusesOf, orders } from './order-label.tsx'

const setStatus = (rest: RestClient, id: number, status: OrderStatus) =>
  rest.send<OrderJson>('PUT', hrefs.restOrder(id), { status })

/** Changes the orders that may become `to`. It is undone if all of them may go back, though an email stays sent. */
const changeTo = (to: OrderStatus, question?: BulkAction<OrderJson>['question']): BulkAction<OrderJson> => {
  const canChange = (order: OrderJson) => manualStatusesOf(order).includes(to)
  return {
    label: `Change to ${statusNames[to].toLowerCase()}`,
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
      const text = `${countOf(changed.length, orders.names)} now ${statusNames[to].toLowerCase()}.`
      const isReversible = changed.every(({ before, after }) => manualStatusesOf(after).includes(before.status))
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

export const orderBulkActions: readonly BulkAction<OrderJson>[] = [
  changeTo('processing', captureText),
  changeTo('completed', captureText),
  changeTo('on-hold'),
  changeTo('cancelled', 'A cancelled order stays cancelled. Its items go back into stock, and its customer is told.'),
]
