import type { CSSProperties, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Contact, SiteSettings } from '../settings/site-settings.ts'
import type { Message, MessageBlock } from './message.ts'
import { markCid } from './message-mark.ts'
import { style, styleSheet } from './message-style.ts'

export type Letterhead = {
  readonly url: string
  readonly contact: Contact
  readonly settings: Pick<SiteSettings, 'siteTitle'>
}

type MessageView = { readonly message: Message; readonly shop: Letterhead }

export const messageHtml = (message: Message, shop: Letterhead): string =>
  `<!doctype html>${renderToStaticMarkup(<Page message={message} shop={shop} />).replaceAll(reactPreload, '')}`

/** Preload hints of React, which mail clients do not use. */
const reactPreload = /<link rel="preload"[^>]*>/g

type TableProps = { children: ReactNode; width?: string; style?: CSSProperties }

export const Table = ({ children, width = '100%', ...rest }: TableProps) => (
  <table role="presentation" width={width} cellPadding={0} cellSpacing={0} border={0} {...rest}>
    <tbody>{children}</tbody>
  </table>
)

function Page({ message, shop }: MessageView) {
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
                    <div role="banner">
                      <a href={shop.url} className="leaf" style={style.wordmark}>
                        <img src={`cid:${markCid}`} width={36} height={36} alt="" style={style.mark} />
                        {shop.settings.siteTitle}
                      </a>
                    </div>
                  </td>
                </tr>
                <tr>
                  <td className="sheet" style={style.sheet} align="left">
                    <div role="main">
                      <h1 className="title" style={style.title}>
                        {message.title}
                      </h1>
                      {message.blocks.map((block, index) => (
                        <BlockView key={index} block={block} />
                      ))}
                    </div>
                  </td>
                </tr>
                <tr>
                  <td align="center" style={{ padding: '24px 20px 0' }}>
                    <div role="contentinfo">
                      <Footer shop={shop} />
                    </div>
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

function BlockView({ block }: { block: MessageBlock }) {
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
    case 'own':
      return block.html
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

export const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line, index) => (
    <span key={index}>
      {line}
      <br />
    </span>
  ))

function Footer({ shop: { url, contact, settings } }: { shop: Letterhead }) {
  const { address, email, phone } = contact
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

export function messageText(message: Message, { url, contact, settings }: Letterhead): string {
  const blocks = message.blocks.map(blockText).filter((block) => block !== '')
  const signature = ['-- ', settings.siteTitle, url, contact.email, contact.phone].filter((line) => line !== '')
  return [message.title, ...blocks, signature.join('\n')].join('\n\n')
}

function blockText(block: MessageBlock): string {
  switch (block.kind) {
    case 'text':
    case 'own':
      return block.text
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'links':
      return block.links.map(({ label, href }) => `${label}:\n${href}`).join('\n\n')
    case 'rows':
      return [block.title, ...block.rows.map(([label, value]) => `  ${label}: ${value}`)].join('\n')
  }
}
