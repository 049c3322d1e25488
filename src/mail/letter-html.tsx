import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { pictureHref } from '../media/sizes.ts'
import { formatMoney } from '../money/format.ts'
import { addressBlocks, lineDetails, totalRows } from '../orders/order-summary.ts'
import type { Order } from '../orders/orders.store.ts'
import type { Letter, Part, Shopfront } from './letter.ts'
import { sheetCss, style } from './letter-style.ts'

type Sheet = { readonly letter: Letter; readonly order: Order; readonly shop: Shopfront }

/** A letter as HTML for mail programs: tables where old ones need them, 600 px wide, no font or script from anywhere. */
export const letterHtml = (sheet: Sheet): string => `<!doctype html>${renderToStaticMarkup(<Page {...sheet} />)}`

const Table = ({ children, width = '100%', ...rest }: { children: ReactNode; width?: string; className?: string }) => (
  <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
    <tbody>{children}</tbody>
  </table>
)

function Page({ letter, order, shop }: Sheet) {
  return (
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no" />
        <title>{letter.title}</title>
        <style dangerouslySetInnerHTML={{ __html: sheetCss }} />
      </head>
      <body className="paper" style={style.body}>
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden' }}>{letter.preview}</div>
        <Table>
          <tr>
            <td align="center" className="paper" style={{ padding: '0 0 32px' }}>
              <table
                role="presentation"
                width="600"
                cellPadding={0}
                cellSpacing={0}
                border={0}
                style={{ width: '100%', maxWidth: 600 }}
              >
                <tbody>
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
                        {letter.title}
                      </h1>
                      {letter.parts.map((part, index) => (
                        <PartOf key={index} part={part} order={order} shop={shop} />
                      ))}
                    </td>
                  </tr>
                  <tr>
                    <td align="center" style={{ padding: '24px 20px 0' }}>
                      <Foot shop={shop} />
                    </td>
                  </tr>
                </tbody>
              </table>
            </td>
          </tr>
        </Table>
      </body>
    </html>
  )
}

function PartOf({ part, order, shop }: { part: Part; order: Order; shop: Shopfront }) {
  switch (part.kind) {
    case 'text':
      return <p style={style.text}>{part.text}</p>
    case 'quote':
      return (
        <blockquote style={style.quote}>
          {part.text.split('\n').map((line, index) => (
            <span key={index}>
              {line}
              <br />
            </span>
          ))}
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
                <a href={part.href} className="button" style={style.button}>
                  {part.label}
                </a>
              </td>
            </tr>
          </tbody>
        </table>
      )
    case 'links':
      return (
        <ul style={style.links}>
          {part.links.map(({ label, href }) => (
            <li key={href} style={style.linkItem}>
              <a href={href} className="leaf" style={style.link}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      )
    case 'rows':
      return <Panel title={part.title} rows={part.rows} />
    case 'order':
      return <Goods order={order} shop={shop} />
    case 'addresses':
      return <Addresses order={order} />
  }
}

function Panel({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} style={{ margin: '8px 0 24px' }}>
      <tbody>
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
      </tbody>
    </table>
  )
}

function Goods({ order, shop }: { order: Order; shop: Shopfront }) {
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
              <th scope="row" style={{ ...style.sumLabel, ...(row.isSum ? style.grand : {}) }}>
                {row.label}
              </th>
              <td style={{ ...style.sumAmount, ...(row.isSum ? style.grand : {}) }}>{row.amount}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" className="soft" style={{ ...style.sumLabel, ...style.soft }}>
              Payment
            </th>
            <td className="soft" style={{ ...style.sumAmount, ...style.soft }}>
              {order.paymentTitle}
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

function Addresses({ order }: { order: Order }) {
  const columns = addressBlocks(order)
  return (
    <>
      <Table>
        <tr>
          {columns.map(([title, lines]) => (
            <td key={title} className="half" width="50%" style={{ verticalAlign: 'top', paddingRight: 20 }}>
              <p style={style.addressTitle}>{title}</p>
              <p className="soft" style={{ ...style.small, margin: 0 }}>
                {lines.map((line, index) => (
                  <span key={index}>
                    {line}
                    <br />
                  </span>
                ))}
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

function Foot({ shop: { url, settings } }: { shop: Shopfront }) {
  const { contact, siteTitle, ownerEmail } = settings
  const email = contact?.email ?? ownerEmail
  return (
    <p className="soft" style={{ ...style.small, margin: 0 }}>
      <a href={url} className="leaf" style={style.link}>
        {siteTitle}
      </a>
      {' · '}
      <a href={`mailto:${email}`} className="leaf" style={style.link}>
        {email}
      </a>
      {contact?.phone ? ` · ${contact.phone}` : ''}
      {contact && (
        <>
          <br />
          {contact.address.join(', ')}
        </>
      )}
    </p>
  )
}
