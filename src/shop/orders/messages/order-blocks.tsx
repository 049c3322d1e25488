import { formatMoney } from '../../../platform/money/money.ts'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import type { MessageBlock } from '../../../things/messages/message.ts'
import { Lines, Table } from '../../../things/messages/message-html.tsx'
import { style } from '../../../things/messages/message-style.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'

export const orderBlock = (order: Order, url: string): MessageBlock => ({
  kind: 'own',
  html: <OrderItems order={order} url={url} />,
  text: orderText(order),
})

export const addressesBlock = (order: Order): MessageBlock => ({
  kind: 'own',
  html: <Addresses order={order} />,
  text: addressesText(order),
})

const OrderItems = ({ order, url }: { order: Order; url: string }) => (
  <>
    <Table>
      {order.lines.map((line) => (
        <tr key={line.id}>
          {line.imagePath && (
            <td className="rule" style={style.pictureCell}>
              <img
                src={url + pictureHref({ path: line.imagePath, width: 1200 }, 160)}
                width={56}
                height={70}
                alt={line.name}
                style={style.picture}
              />
            </td>
          )}
          <td className="rule" style={style.cell} colSpan={line.imagePath ? 1 : 2}>
            {line.name} <span style={{ whiteSpace: 'nowrap' }}>× {line.quantity}</span>
            {lineDetails(line).map((detail) => (
              <div key={detail} className="soft" style={style.small}>
                {detail}
              </div>
            ))}
          </td>
          <td className="rule" style={style.amount}>
            {formatMoney(line.subtotalCents, order.currency)}
          </td>
        </tr>
      ))}
    </Table>
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 28px' }}>
      <tbody>
        {totalRows(order).map((row) => (
          <tr key={row.label}>
            <th scope="row" style={{ ...style.sumLabel, ...(row.isTotal ? style.grand : {}) }}>
              {row.label}
            </th>
            <td style={{ ...style.sumAmount, ...(row.isTotal ? style.grand : {}) }}>{row.amount}</td>
          </tr>
        ))}
        {order.paymentMethodTitle !== '' && (
          <tr>
            <th scope="row" className="soft" style={{ ...style.sumLabel, ...style.soft }}>
              Payment
            </th>
            <td className="soft" style={{ ...style.sumAmount, ...style.soft, whiteSpace: 'normal' }}>
              {order.paymentMethodTitle}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  </>
)

const Addresses = ({ order }: { order: Order }) => (
  <>
    <Table style={style.text}>
      <tr>
        {addressBlocks(order).map(([title, lines]) => (
          <td key={title} className="half" width="50%" style={{ verticalAlign: 'top', paddingRight: 20 }}>
            <p style={style.addressTitle}>{title}</p>
            <p className="soft" style={{ ...style.small, margin: 0 }}>
              <Lines lines={lines} />
            </p>
          </td>
        ))}
      </tr>
    </Table>
    {order.customerNote !== '' && (
      <p className="soft" style={{ ...style.small, ...style.text }}>
        <Lines lines={`Note with the order: ${order.customerNote}`.split('\n')} />
      </p>
    )}
  </>
)

function orderText(order: Order): string {
  const items = order.lines.map((line) => {
    const details = lineDetails(line).map((detail) => `, ${detail.replace(/^.*: /, '')}`)
    return [
      `${line.quantity} × ${line.name}${details.join('')}`,
      formatMoney(line.subtotalCents, order.currency),
    ] as const
  })
  const totals = totalRows(order).map((row) => [row.label, row.amount] as const)
  return [...items.map(row), '-'.repeat(48), ...totals.map(row)].join('\n')
}

/** Label on the left, amount on the right: plain text is shown in a monospaced font. */
const row = ([label, amount]: readonly [string, string]): string =>
  label.length + amount.length < 47 ? label.padEnd(48 - amount.length) + amount : `${label}\n${amount.padStart(48)}`

function addressesText(order: Order): string {
  const blocks = addressBlocks(order).map(([title, lines]) => [title, ...lines].join('\n'))
  const note = order.customerNote === '' ? [] : [`Note with the order\n${order.customerNote}`]
  return [...blocks, ...note].join('\n\n')
}
