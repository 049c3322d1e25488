import { type ReactNode, useState } from 'react'
import { formatAmount } from '../../../platform/admin/amount.ts'
import controls from '../../../platform/admin/controls.module.css'
import { Badge, Panel, QueryState, ScreenHeader, TableHead, Time, useRest } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import styles from '../../payments/admin/transactions.module.css'
import type { AccountListJson, MovementJson, PayoutJson } from '../../payments/rest/payment-json.ts'

const PAGE_SIZE = 25

const payoutTexts: Readonly<Record<string, string>> = {
  paid: 'Paid out',
  pending: 'Planned',
  in_transit: 'On its way',
  canceled: 'Cancelled',
  failed: 'Failed',
}

const movementTexts: Readonly<Record<string, string>> = {
  charge: 'Payment',
  payment: 'Payment',
  refund: 'Refund',
  payment_refund: 'Refund',
  refund_failure: 'Failed refund',
  adjustment: 'Dispute',
  payout: 'Payout',
  stripe_fee: 'Fee',
}

export const PayoutsScreen = () => (
  <>
    <ScreenHeader title="Fees and payouts" backLink={{ to: paths.adminTransactions, label: 'Transactions' }} />
    <div className={styles.panels}>
      <AccountList<PayoutJson>
        id="payouts"
        title="Payouts"
        path={paths.restPaymentPayouts}
        emptyText="The payment provider has paid nothing out yet."
        heads={['Arrives', 'State', 'Amount']}
        row={({ arrival_gmt, status, amount, currency }) => [
          <Time key="arrives" gmt={arrival_gmt} />,
          <Badge key="state" tone={status === 'paid' ? 'leaf' : status === 'failed' ? 'berry' : 'sky'}>
            {payoutTexts[status] ?? status}
          </Badge>,
          `${formatAmount(amount, currency)} ${currency}`,
        ]}
      />
      <AccountList<MovementJson>
        id="balance"
        title="Payments and fees"
        path={paths.restPaymentBalance}
        emptyText="The payment provider has received nothing yet."
        heads={['Date', 'What', 'Amount', 'Fee', 'Net']}
        row={({ date_created_gmt, type, amount, fee, net, currency }) => [
          <Time key="date" gmt={date_created_gmt} />,
          movementTexts[type] ?? type,
          formatAmount(amount, currency),
          formatAmount(fee, currency),
          `${formatAmount(net, currency)} ${currency}`,
        ]}
      />
    </div>
  </>
)

type AccountListProps<Item> = {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly emptyText: string
  readonly heads: readonly string[]
  readonly row: (item: Item) => readonly ReactNode[]
}

function AccountList<Item extends { readonly id: string }>(props: AccountListProps<Item>) {
  const { id, title, path, emptyText, heads, row } = props
  const [pages, setPages] = useState<readonly string[]>([])
  const after = pages.at(-1)
  const href = hrefs.restPaymentPage(path, { after, per_page: PAGE_SIZE })
  const query = useRest<AccountListJson<Item>>([path, after ?? ''], href)
  const items = query.data?.items
  const last = items?.at(-1)?.id
  return (
    <Panel id={id} title={title}>
      <QueryState query={query} />
      {items?.length === 0 && <p>{emptyText}</p>}
      {items && items.length > 0 && (
        <table className={`${styles.account} ${styles.narrow}`}>
          <caption className="visually-hidden">{title}, newest first</caption>
          <TableHead titles={heads} />
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                {row(item).map((cell, index) => (
                  <td key={heads[index]} data-label={heads[index]}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className={styles.bar}>
        {pages.length > 0 && (
          <button type="button" className={controls.button} onClick={() => setPages(pages.slice(0, -1))}>
            Newer
          </button>
        )}
        {query.data?.has_more && last !== undefined && (
          <button type="button" className={controls.button} onClick={() => setPages([...pages, last])}>
            Older
          </button>
        )}
      </div>
    </Panel>
  )
}
