import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formatMoney } from '../money/format.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import type { Address } from '../orders/orders.table.ts'
import { ratePercent } from '../pricing/tax.ts'
import { hrefs } from '../routes.ts'
import type { Message } from './message.ts'

/** Mail programs know no style sheets worth the name: everything stands in the element. */
const ink = '#1D2723'
const soft = '#5A655F'
const line = '1px solid #D9D2C3'
const cell = { padding: '10px 0', borderBottom: line, textAlign: 'left' as const, verticalAlign: 'top' as const }
const right = { ...cell, textAlign: 'right' as const, whiteSpace: 'nowrap' as const }

type Shopfront = { readonly url: string; readonly title: string }

/** To the customer, once an order is paid or accepted. */
export function orderConfirmation(order: Order, shop: Shopfront): Message {
  const intro = order.paidAt
    ? 'Thank you for your order. We have your payment and are getting your parcel ready.'
    : 'Thank you for your order. We will send it as soon as your payment has reached us.'
  return {
    subject: `Your ${shop.title} order #${order.id}`,
    html: page(
      <Letter title={`Thank you, ${order.billing.firstName}.`} intro={intro} order={order}>
        <p style={{ margin: '24px 0' }}>
          <a
            href={shop.url + hrefs.orderReceived(order.id, order.orderKey)}
            style={{
              background: '#2C5A45',
              color: '#fff',
              padding: '12px 20px',
              borderRadius: 4,
              textDecoration: 'none',
            }}
          >
            See your order
          </a>
        </p>
      </Letter>,
    ),
    text: [
      `Thank you, ${order.billing.firstName}.`,
      intro,
      orderText(order),
      shop.url + hrefs.orderReceived(order.id, order.orderKey),
    ].join('\n\n'),
  }
}

/** To the shop, once there is something to pack. */
export function newOrderMail(order: Order, shop: Shopfront): Message {
  const intro = `${fullName(order.billing)} ordered for ${formatMoney(order.totalCents)}, paid by ${order.paymentTitle}.`
  const href = shop.url + hrefs.adminOrder(order.id)
  return {
    subject: `[${shop.title}] New order #${order.id}`,
    html: page(
      <Letter title={`New order #${order.id}`} intro={intro} order={order}>
        <p>
          <a href={href} style={{ color: '#2C5A45' }}>
            Open it in the back office
          </a>
        </p>
      </Letter>,
    ),
    text: [`New order #${order.id}`, intro, orderText(order), href].join('\n\n'),
  }
}

const page = (content: ReactNode): string => `<!doctype html>${renderToStaticMarkup(content)}`

function Letter({
  title,
  intro,
  order,
  children,
}: {
  title: string
  intro: string
  order: Order
  children: ReactNode
}) {
  return (
    <html lang="en-CA">
      <body
        style={{
          margin: 0,
          background: '#FBF8F1',
          color: ink,
          fontFamily: 'Georgia, serif',
          fontSize: 16,
          lineHeight: 1.6,
        }}
      >
        <table role="presentation" width="100%" cellPadding={0} cellSpacing={0}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: 24 }}>
                <table role="presentation" width="100%" style={{ maxWidth: 600, textAlign: 'left' }}>
                  <tbody>
                    <tr>
                      <td>
                        <p style={{ color: '#2C5A45', letterSpacing: 1 }}>SAMOVAR</p>
                        <h1 style={{ fontWeight: 500, fontSize: 28, lineHeight: 1.2 }}>{title}</h1>
                        <p>{intro}</p>
                        <Lines order={order} />
                        {children}
                        <p style={{ color: soft, fontSize: 14 }}>
                          Delivery to
                          <br />
                          {addressLines(order.shipping).map((text) => (
                            <span key={text}>
                              {text}
                              <br />
                            </span>
                          ))}
                        </p>
                        {order.customerNote && (
                          <p style={{ color: soft, fontSize: 14 }}>Your note: {order.customerNote}</p>
                        )}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

function Lines({ order }: { order: Order }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ borderTop: line }}>
      <tbody>
        {order.lines.map((item) => (
          <tr key={item.id}>
            <td style={cell}>
              {item.name}
              {item.choices.map((choice) => (
                <span key={choice.label} style={{ color: soft }}>
                  {' '}
                  · {choice.value}
                </span>
              ))}{' '}
              × {item.quantity}
            </td>
            <td style={right}>{formatMoney(item.subtotalCents)}</td>
          </tr>
        ))}
        {totalRows(order).map((row) => (
          <tr key={row.label}>
            <td style={{ ...cell, fontWeight: row.isSum ? 700 : 400 }}>{row.label}</td>
            <td style={{ ...right, fontWeight: row.isSum ? 700 : 400 }}>{row.amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The sums of an order, as rows of words and amounts. */
export function totalRows(order: Order): { label: string; amount: string; isSum: boolean }[] {
  return [
    { label: 'Subtotal', amount: formatMoney(order.itemsSubtotalCents), isSum: false },
    ...order.coupons.map((coupon) => ({
      label: `Coupon: ${coupon.code}`,
      amount: coupon.discountCents === 0 ? 'Free shipping' : formatMoney(-coupon.discountCents),
      isSum: false,
    })),
    ...order.shippingLines.map((row) => ({
      label: `Shipping (${row.title})`,
      amount: row.totalCents === 0 ? 'Free' : formatMoney(row.totalCents),
      isSum: false,
    })),
    ...order.taxLines.map((row) => ({
      label: `${row.label} ${ratePercent(row.ratePer100k)}`,
      amount: formatMoney(row.itemsTaxCents + row.shippingTaxCents),
      isSum: false,
    })),
    { label: 'Total', amount: `${formatMoney(order.totalCents)} ${order.currency}`, isSum: true },
  ]
}

export function addressLines(address: Address): string[] {
  return [
    fullName(address),
    address.company,
    address.address1,
    address.address2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    address.country === 'CA' ? 'Canada' : address.country,
  ].filter((text) => text !== '')
}

function orderText(order: Order): string {
  const items = order.lines.map((item) => {
    const choices = item.choices.map((choice) => `, ${choice.value}`).join('')
    return `${item.quantity} × ${item.name}${choices}: ${formatMoney(item.subtotalCents)}`
  })
  return [
    ...items,
    ...totalRows(order).map((row) => `${row.label}: ${row.amount}`),
    '',
    'Delivery to',
    ...addressLines(order.shipping),
  ].join('\n')
}
