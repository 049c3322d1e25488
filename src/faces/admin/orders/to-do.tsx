import { useState } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '../../../platform/admin/amount.ts'
import { awaited, Badge, Panel, parseGmt, QueryState, Skeleton, Time, useRest } from '../../../platform/admin/parts.tsx'
import type { Currency } from '../../../platform/money/money.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { SOON_MS, timeLeft } from '../../../shop/orders/admin/order-label.tsx'
import { disputeReason } from '../../../shop/orders/payments/reversals.ts'
import type { ToDoJson } from '../../../shop/orders/rest/to-do.ts'
import styles from './to-do.module.css'

type Item = ToDoJson['items'][number]

const texts: Readonly<Record<Item['kind'], (item: Item) => string>> = {
  dispute: ({ reason }) => `Answer the dispute: ${disputeReason(reason)}`,
  capture: () => 'Capture the authorized payment, or void it',
  'failed-refund': () => 'A refund has failed: try it again, or pay it back another way',
  difference: () => 'The payment differs from the order',
}

const moreTexts: Readonly<Record<Item['kind'], readonly [text: string, list: string | null]>> = {
  dispute: ['More disputes wait for an answer.', hrefs.adminOrders({ status: 'disputed' })],
  capture: ['More authorized payments wait to be captured.', hrefs.adminOrders({ status: 'capture' })],
  'failed-refund': ['More refunds have failed: they follow when these are settled.', null],
  difference: ['More payments differ from their orders.', `${paths.adminTransactions}?status=differs`],
}

/** Response of `GET samovar/v1/to-do`, refetched whenever an order changes. */
export const useToDo = () => useRest<ToDoJson>([paths.restOrders, 'to-do'], paths.restToDo, awaited)

export function ToDoList() {
  const toDo = useToDo()
  const [openedAt] = useState(() => Date.now())
  return (
    <div className={styles.box}>
      <Panel id="to-do" title="To do">
        <QueryState query={toDo} placeholder={<Skeleton width="60%" />} />
        {toDo.data?.items.length === 0 && (
          <p className={styles.soft}>
            Nothing is waiting: no disputes to answer, payments to capture or failed refunds.
          </p>
        )}
        <ul className={styles.list}>
          {toDo.data?.items.map((item, index) => (
            <li key={index}>
              <Link to={hrefs.adminOrder(item.order_id)}>Order #{item.order_id}</Link>
              <span className={styles.what}>{texts[item.kind](item)}</span>
              <span className={styles.amount}>{formatAmount(item.amount, item.currency as Currency)}</span>
              <span className={styles.due}>{item.due_gmt && <Due gmt={item.due_gmt} openedAt={openedAt} />}</span>
            </li>
          ))}
        </ul>
        {toDo.data?.more.map((kind) => {
          const [text, list] = moreTexts[kind]
          return (
            <p key={kind} className={styles.soft}>
              {text} {list && <Link to={list}>See all of them</Link>}
            </p>
          )
        })}
      </Panel>
    </div>
  )
}

function Due({ gmt, openedAt }: { readonly gmt: string; readonly openedAt: number }) {
  const leftMs = parseGmt(gmt).getTime() - openedAt
  return (
    <>
      <Badge tone={leftMs < SOON_MS ? 'berry' : 'gold'}>
        {leftMs > 0 ? `${timeLeft(leftMs)} left` : 'The deadline has passed'}
      </Badge>{' '}
      <small>
        by <Time gmt={gmt} />
      </small>
    </>
  )
}
