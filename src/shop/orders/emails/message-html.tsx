import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { contactOf } from '../../../people/addresses/store-address.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { pictureHref } from '../../../things/media/picture-sizes.ts'
import { style, styleSheet } from '../../../things/messages/message-style.ts'
import { addressBlocks, lineDetails, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'
import type { Message, MessageBlock, MessageContext } from './message.ts'

type MessageView = { readonly message: Message; readonly order: Order; readonly shop: MessageContext }

/** An email as HTML for mail clients: tables for old clients, 600 px wide, no external fonts or scripts. */
export const messageHtml = (view: MessageView): string => `<!doctype html>${renderToStaticMarkup(<Page {...view} />)}`

type TableProps = { children: ReactNode; width?: string; style?: CSSProperties }

const Table = ({ children, width = '100%', ...rest }: TableProps) => (
  <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
    <tbody>{children}</tbody>
  </table>
)

function Page({ message, order, shop }: MessageView) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{message.title}</title>
        <style dangerouslySetInnerHTML={{ __html: styleSheet }} />
      </head>
      <body className="paper" style={style.body}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{message.preview}</div>
        <Table>
          <tr>
            <td align="center" className="paper" style={{ padding: '0 0 32px' }}>
              <Table width="600" style={{ width: '100%', maxWidth: 600 }}>
                <tr>
                  <td align="center" style={{ padding: '28px 20px 20px' }}>
                    <p className="leaf" style={style.wordmark}>
                      {shop.settings.siteTitle}
                    </p>
                  </td>
                </tr>
                <tr>
                  <td className="sheet" style={style.sheet} align="left">
                    <h1 className="title" style={style.title}>
                      {message.title}
                    </h1>
                    {message.blocks.map((block, index) => (
                      <BlockView key={index} block={block} order={order} shop={shop} />
                    ))}
                  </td>
                </tr>
                <tr>
                  <td align="center" style={{ padding: '24px 20px 0' }}>
                    <Footer shop={shop} />
                  </td>
                </tr>
              </Table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

function BlockView({ block, order, shop }: { block: MessageBlock; order: Order; shop: MessageContext }) {
  switch (block.kind) {
    case 'text':
      return <p style={style.text}>{block.text}</p>
    case 'quote':
      return (
        <blockquote style={style.quote}>
          <Lines lines={block.text.split('\n')} />
        </blockquote>
      )
    case 'button':
      return (
        <table
          role="presentation"
          className="wide"
          cellPadding={0}
          cellSpacing={0}
          border={0}
          style={{ margin: '8px 0 28px' }}
        >
          <tbody className="wide">
            <tr className="wide">
              <td className="fill wide" style={style.buttonCell}>
                <a href={block.href} className="button" style={style.button}>
                  {block.label}
                </a>
              </td>
            </tr>
          </tbody>
        </table>
      )
    case 'links':
      return (
        <ul style={style.links}>
          {block.links.map(({ label, href }) => (
            <li key={href} style={style.linkItem}>
              <a href={href} className="leaf" style={style.link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )
    case 'rows':
      return <Panel title={block.title} rows={block.rows} />
    case 'order':
      return <OrderItems order={order} shop={shop} />
    case 'addresses':
      return <Addresses order={order} />
  }
}

const Panel = ({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) => (
  <Table style={{ margin: '8px 0 24px' }}>
    <tr>
      <td className="panel" style={style.panel}>
        <p style={style.panelTitle}>{title}</p>
        <table cellPadding={0} cellSpacing={0} border={0}>
          <tbody>
            {rows.map(([label, value]) => (
              <tr key={label}>
                <th scope="row" align="left" className="soft" style={{ ...style.panelLabel, fontWeight: 400 }}>
                  {label}
                </th>
                <td style={style.panelValue}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </td>
    </tr>
  </Table>
)

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, index) => (
    <span key={index}>
      {line}
      <br />
    </span>
  ))

function OrderItems({ order, shop }: { order: Order; shop: MessageContext }) {
  return (
    <>
      <Table>
        {order.lines.map((line) => (
          <tr key={line.id}>
            {line.imagePath && (
              <td className="rule" style={style.pictureCell}>
                <img
                  src={shop.url + pictureHref({ path: line.imagePath, width: 1200 }, 160)}
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
              {formatMoney(line.subtotalCents)}
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
          <tr>
            <th scope="row" className="soft" style={{ ...style.sumLabel, ...style.soft }}>
              Payment
            </th>
            <td className="soft" style={{ ...style.sumAmount, ...style.soft }}>
              {order.paymentMethodTitle}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

function Addresses({ order }: { order: Order }) {
  return (
    <>
      <Table>
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
        <p className="soft" style={{ ...style.small, margin: '16px 0 0' }}>
          Note with the order: {order.customerNote}
        </p>
      )}
    </>
  )
}

function Footer({ shop: { url, settings } }: { shop: MessageContext }) {
  const { address, email, phone } = contactOf(settings)
  return (
    <p className="soft" style={{ ...style.small, margin: 0 }}>
      <a href={url} className="leaf" style={style.link}>
        {settings.siteTitle}
      </a>
      {' · '}
      <a href={`mailto:${email}`} className="leaf" style={style.link}>
        {email}
      </a>
      {phone !== '' ? ` · ${phone}` : ''}
      {address.length > 0 && (
        <>
          <br />
          {address.join(', ')}
        </>
      )}
    </p>
  )
}
